import { digestText, freshBytes } from '../json/index.ts';

/** What lets one answer be given: 256 random bits as 43 base64url characters. Never kept. */
export function newToken(): string {
  return freshBytes(32).toString('base64url');
}

/** What is kept of a token, and the id of its approval: its SHA-256. null where a text cannot be a token. */
export function tokenPrint(token: unknown): string | null {
  if (typeof token !== 'string' || token.length !== 43 || !/^[\w-]+$/.test(token)) return null;
  return digestText('countersign/gateway-token/v1', token);
}
