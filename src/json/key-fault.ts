/**
 * Thrown where a key cannot be used. `key_malformed`: the master secret is not one. `state_tampered`: a stored key
 * does not open under this master secret, for this owner. The message never holds key material.
 */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
  readonly code: 'key_malformed' | 'state_tampered';

  constructor(code: KeyFault['code'], message: string) {
    super(message);
    this.code = code;
  }
}
