/** Where one approval is shown; answers go to `approve` and `reject` beneath it. */
export function approvalPath(approvalId: string): string {
  return `/approvals/${encodeURIComponent(approvalId)}`;
}
