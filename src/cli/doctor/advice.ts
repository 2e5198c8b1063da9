/** Something that `doctor` has to say. An error would stop the boundary, or every call; an advisory is worth a look. */
export interface Advice {
  /** For scripts; stable. */
  readonly code: string;
  /** What it is about: a capability, an agent, `store`, `key`, `options`. */
  readonly about: string;
  /** One sentence: what, and what to do. */
  readonly sentence: string;
}
