/** Who is signed in, as the shop's own login says. Never taken from the model. */
export interface Customer {
  readonly tenant: string;
  readonly customer: string;
}

/** What stands between the model and the shop. The three implementations differ in nothing but this. */
export interface OrderDesk {
  /**
   * One tool call of the model: the tool's name, the arguments as the text that the provider sent, the host's call id.
   * Answers with what was decided, in a few words.
   */
  call(name: string, argumentsText: string, callId: string): Promise<string>;
}
