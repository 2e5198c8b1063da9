import { setImmediate as aMoment } from 'node:timers/promises';

/** A lookup that the carrier charged, as its own books have it: what the tracking scene is judged by. */
export interface Fee {
  readonly parcel: string;
  readonly leg: number;
  /** What the lookup was asked under. */
  readonly reference: string;
  readonly cents: number;
}

const cents = 40;
const places = ['Lyon', 'Dijon', 'Reims'];

/**
 * A carrier elsewhere. That a parcel is on its next leg it tells for free; where a leg is costs a fee a lookup. A
 * reference that it knows gets the answer that it got before, without a fee.
 */
export class Carrier {
  readonly #legs = new Map<string, number>();
  readonly #answers = new Map<string, string>();
  readonly #books: Fee[] = [];
  /** The next answer is lost on its way: the carrier has done its work, and nobody hears of it. */
  losesNextAnswer = false;

  /** The leg that a parcel is on, counted from 1. */
  legOf(parcel: string): number {
    return this.#legs.get(parcel) ?? 1;
  }

  moveOn(parcel: string): void {
    this.#legs.set(parcel, this.legOf(parcel) + 1);
  }

  /** Where a leg of a parcel is. Real money: another reference is another lookup. */
  async locate(parcel: string, leg: number, reference: string): Promise<{ readonly place: string }> {
    await aMoment();
    const place = this.#answers.get(reference) ?? this.#lookUp(parcel, leg, reference);
    const lost = this.losesNextAnswer;
    this.losesNextAnswer = false;
    if (lost) throw new Error('the connection to the carrier broke');
    return { place };
  }

  /** Every fee so far, in order. */
  books(): readonly Fee[] {
    return [...this.#books];
  }

  #lookUp(parcel: string, leg: number, reference: string): string {
    const place = places[(leg - 1) % places.length] ?? 'nowhere';
    this.#answers.set(reference, place);
    this.#books.push({ parcel, leg, reference, cents });
    return place;
  }
}
