/** So many approvals were taken back: none of them is ever used. What had expired meanwhile is not among them. */
export interface ApprovalsRevoked {
  readonly kind: 'revoked';
  readonly count: number;
}
