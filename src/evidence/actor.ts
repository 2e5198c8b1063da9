/**
 * Who acted, in pseudonyms: keyed fingerprints that mean nothing once the key of the tenant or subject is erased.
 * Agents, capabilities and catalogue versions are the application's own names and stand in clear.
 */
export type Actor = {
  /** null, as the members below, only in a fault that cannot be attributed: see `nobody`. */
  readonly principal: string | null;
  readonly subject: string | null;
  readonly conversation: string | null;
  readonly agent: string | null;
  readonly catalogue: string;
  /** Fingerprints of what the host said about the run of the model, by name; null where it said nothing. */
  readonly facts: Readonly<Record<string, string>> | null;
};
