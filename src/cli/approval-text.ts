import { createHash } from 'node:crypto';
import { needs } from '../inbox/wording.ts';
import { shownText, type ShownValue, shownValue, type ValueWarning } from '../inbox/shown-value.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ApprovalDetail, ShownArgument } from '../people/index.ts';
import { type Block, heading, line, time, toned } from './text.ts';

/** Characters of one value that are printed where not everything was asked for. */
const most = 2_000;

/** What somebody may take for something else, by where it stands. */
export interface Warned {
  readonly of: string;
  readonly warnings: readonly ValueWarning[];
}

/** One approval for a terminal. */
export interface ApprovalText {
  readonly blocks: readonly Block[];
  readonly warned: readonly Warned[];
}

const meanings: Readonly<Record<ValueWarning, string>> = {
  hidden: 'holds characters that do not show, or that reorder or cover others: they are spelled \\u{…}',
  look_alike: 'holds characters that look like others: it is repeated in ASCII',
  right_to_left: 'holds letters that are written from right to left: it is repeated in the order of use',
  padding: 'holds many spaces or line breaks in a row: read it to its end',
};

/**
 * Everything that a person agrees to, exactly as it is digested, in characters that show. Without `full` long values are
 * cut, which is said with their length; the digest, without which nobody can agree, is printed only with all of it.
 */
export function approvalText(approval: ApprovalDetail, full: boolean): ApprovalText {
  const text = new Text(full);
  const { target, facts, arguments: args } = approval;
  text.about(approval);
  if (target !== null) text.section('Target', { ...target });
  if (facts !== null) text.section('Facts', facts);
  text.arguments(args);
  return text.done(approval.actionDigest);
}

class Text {
  readonly #full: boolean;
  readonly #blocks: Block[] = [];
  readonly #warned: Warned[] = [];
  #cut = false;

  constructor(full: boolean) {
    this.#full = full;
  }

  about(approval: ApprovalDetail): void {
    const { votes, quorum, decision, reasons, policy } = approval;
    const who = decision === 'confirm' ? 'the person who asks has to confirm' : 'others have to review it';
    this.#blocks.push(line(toned('strong', approval.capability), ` is ${approval.status}: ${who}`));
    const { approvalId, executionId, principal, subject, agent, conversation } = approval;
    const named = { approval: approvalId, execution: executionId, principal, subject, agent, conversation };
    for (const [name, text] of Object.entries(named))
      if (text !== null) this.#entry('', name, shownText(text));
    this.#plain('asked', time(approval.askedAt));
    this.#plain('until', time(approval.expiresAt));
    for (const reason of reasons) this.#plain('because', needs[reason]);
    if (policy !== null) this.#plain('policy', policy);
    if (reasons.length === 0) this.#plain('because', 'people were asked about this call before');
    this.#plain('agreed', `${votes.length} of ${quorum}`);
    for (const { approver, at } of votes) this.#entry('', `agreed ${time(at)}`, shownText(approver));
  }

  section(title: string, members: JsonObject): void {
    this.#blocks.push(heading(title));
    for (const [name, value] of Object.entries(members)) this.#value(title.toLowerCase(), name, value, '');
  }

  arguments(list: readonly ShownArgument[]): void {
    this.#blocks.push(heading('Arguments'));
    if (list.length === 0) this.#blocks.push(line('  none'));
    for (const { name, value, role, doubtful } of list) {
      const said = [...(role === null ? [] : [role]), ...(doubtful ? ['nobody vouches for it'] : [])];
      this.#value('arguments', name, value, said.length === 0 ? '' : ` (${said.join(', ')})`);
    }
  }

  done(digest: string): ApprovalText {
    this.#blocks.push(heading('Digest'));
    this.#blocks.push(
      this.#cut
        ? line('  ', toned('warn', 'printed with --full: something above is cut'))
        : line(`  ${digest}`),
    );
    return { blocks: this.#blocks, warned: this.#warned };
  }

  #value(place: string, name: string, value: Json, said: string): void {
    const shown = shownValue(value);
    this.#entry(place, name, shown, said);
    const text = textOf(shown);
    if (!this.#cuts(text)) return;
    this.#cut = true;
    const exact = typeof value === 'string' ? value : text;
    const print = createHash('sha256').update(exact).digest('hex');
    const cut = `cut: ${shown.length} characters in all, SHA-256 ${print}; --full prints the rest`;
    this.#blocks.push(line('    ', toned('warn', cut)));
  }

  #plain(name: string, text: string): void {
    this.#blocks.push(line('  ', toned('faint', name), ` ${text}`));
  }

  #entry(place: string, name: string, value: ShownValue, said = ''): void {
    const title = shownText(name);
    const [first = '', ...rest] = this.#lines(textOf(value));
    this.#blocks.push(line('  ', toned('faint', `${textOf(title)}${said}`), ` ${first}`));
    for (const more of rest) this.#blocks.push(line('    ', more));
    const of = place === '' ? name : `${place}.${name}`;
    this.#warn(of, title);
    this.#warn(of, value);
  }

  #warn(of: string, { warnings, ascii }: ShownValue): void {
    if (warnings.length > 0) this.#warned.push({ of, warnings });
    for (const warning of warnings)
      this.#blocks.push(line('    ', toned('warn', `warning: ${meanings[warning]}`)));
    for (const part of ascii === null ? [] : this.#lines(ascii)) this.#blocks.push(line('    ', part));
  }

  #cuts(text: string): boolean {
    return !this.#full && text.length > most;
  }

  #lines(text: string): readonly string[] {
    return (this.#cuts(text) ? Array.from(text).slice(0, most).join('') : text).split('\n');
  }
}

function textOf({ pieces }: ShownValue): string {
  return pieces.map(({ text }) => text).join('');
}
