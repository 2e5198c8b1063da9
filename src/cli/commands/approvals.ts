import type { Command } from 'commander';
import type { Answered, ApproverApprovals, ApproverRefusal, ApprovalSummary } from '../../people/index.ts';
import { actAnswer } from '../act-answer.ts';
import { act, type ActingOptions, withActor } from '../acting.ts';
import type { Answer, Answering } from '../answer.ts';
import { approvalText } from '../approval-text.ts';
import type { Io } from '../io.ts';
import { optionValue } from '../option-value.ts';
import { line, type Piece, table, time, toned } from '../text.ts';

type Listing = ActingOptions & { readonly after?: string };
type Showing = ActingOptions & { readonly full?: true };
type Seeing = ActingOptions & { readonly digest: string };
type Rejecting = Seeing & { readonly reason?: string };
type Revoking = ActingOptions & { readonly reason: string };

/** The version of every document that this command prints. */
const document = 'countersign.approvals.v1';
const example = '01kdvdna00nme80kkrx4qq0xw0';

/** Adds `countersign approvals`: what a person sees of what waits for an answer, and answers. */
export function defineApprovals(program: Command, io: Io, answering: Answering): void {
  const approvals = program
    .command('approvals')
    .summary('list, show and answer what waits for a person')
    .description(
      'Lists, shows and answers what waits for a person. The approver is the word of whoever runs this; the application is asked whether that person may. An answer names the digest of what was shown, so that nothing is agreed to unseen.',
    );
  const withApprovals = (work: (its: ApproverApprovals, options: ActingOptions) => Promise<Answer>) => {
    return (options: ActingOptions): Promise<void> =>
      answering(options, () =>
        act(io, options, 'approvals', (boundary) =>
          work(boundary.approver({ tenant: options.tenant, id: options.as }).approvals, options),
        ),
      );
  };
  const command = (name: string): Command => withActor(approvals.command(name), 'approvals', 'approver');
  command('list')
    .summary('list what waits for an answer')
    .description(
      'Lists what waits for an answer, 100 at a time: all of the tenant for whom the directory knows as an approver, else what this person has to confirm.',
    )
    .option('--after <approval>', 'the page that follows this id', optionValue)
    .addHelpText('after', '\nExamples:\n  countersign approvals list --tenant shop --as rita')
    .action((options: Listing) => withApprovals((its) => list(its, options))(options));
  command('show')
    .summary('show everything that would be agreed to')
    .description(
      'Shows everything that would be agreed to: who asks, why, the target, the facts and every argument. What would hide or look like something else is spelled out. The digest, which an answer names, is printed only with all of it.',
    )
    .argument('<approval>', 'its id', optionValue)
    .option('--full', 'print long values to their end')
    .addHelpText(
      'after',
      `\nExamples:\n  countersign approvals show --tenant shop --as rita ${example}\n  countersign approvals show --tenant shop --as rita --full ${example}`,
    )
    .action((id: string, options: Showing) => withApprovals((its) => show(its, options, id))(options));
  withDigest(command('approve'))
    .summary('agree to exactly what was shown')
    .description(
      'Agrees to exactly what was shown. A person counts once; where it takes several, it waits for them.',
    )
    .addHelpText(
      'after',
      `\nExamples:\n  countersign approvals approve --tenant shop --as rita --digest "$DIGEST" ${example}`,
    )
    .action((id: string, options: Seeing) => withApprovals((its) => approve(its, options, id))(options));
  withDigest(command('reject'))
    .summary('say no')
    .description('Says no, which ends it. Asking for the same is refused for a day.')
    .option('--reason <text>', 'why: stands in evidence as it is', optionValue)
    .addHelpText(
      'after',
      `\nExamples:\n  countersign approvals reject --tenant shop --as rita --digest "$DIGEST" --reason 'wrong order' ${example}`,
    )
    .action((id: string, options: Rejecting) => withApprovals((its) => reject(its, options, id))(options));
  command('revoke')
    .summary('take back what was not used yet')
    .description('Takes back what waits, or was approved and not used yet. The same can be asked for again.')
    .argument('<approval>', 'its id', optionValue)
    .requiredOption('--reason <text>', 'why: stands in evidence as it is', optionValue)
    .addHelpText(
      'after',
      `\nExamples:\n  countersign approvals revoke --tenant shop --as rita --reason 'sold out' ${example}`,
    )
    .action((id: string, options: Revoking) => withApprovals((its) => revoke(its, options, id))(options));
}

function withDigest(command: Command): Command {
  return command
    .argument('<approval>', 'its id', optionValue)
    .requiredOption('--digest <digest>', 'what was seen, as "show" prints it', optionValue);
}

async function list(its: ApproverApprovals, { tenant, after }: Listing): Promise<Answer> {
  const answer = await its.list(after === undefined ? {} : { after });
  const head = ['approval', 'capability', 'decision', 'status', 'quorum', 'asked', 'until'];
  return actAnswer(document, tenant, answer, ({ approvals, next }) => [
    ...(approvals.length === 0
      ? [line('Nothing waits for this person.')]
      : [table([head.map((name) => toned('faint', name)), ...approvals.map(row)])]),
    ...(next === null ? [] : [line(`More may follow: --after ${next}`)]),
  ]);
}

async function show(its: ApproverApprovals, { tenant, full }: Showing, id: string): Promise<Answer> {
  const answer = await its.show(id);
  if (answer.kind === 'refused') return actAnswer(document, tenant, answer, () => []);
  const { blocks, warned } = approvalText(answer.approval, full ?? false);
  return actAnswer(document, tenant, { ...answer, warned }, () => blocks);
}

async function approve(its: ApproverApprovals, { tenant, digest }: Seeing, id: string): Promise<Answer> {
  return said(tenant, await its.approve(id, { digest }));
}

async function reject(
  its: ApproverApprovals,
  { tenant, digest, reason }: Rejecting,
  id: string,
): Promise<Answer> {
  return said(tenant, await its.reject(id, { digest, ...(reason === undefined ? {} : { reason }) }));
}

async function revoke(its: ApproverApprovals, { tenant, reason }: Revoking, id: string): Promise<Answer> {
  return said(tenant, await its.revoke(id, { reason }));
}

function said(tenant: string, answer: Answered | ApproverRefusal): Answer {
  return actAnswer(document, tenant, answer, ({ approvalId, status, votes, quorum, expiresAt }) => {
    const until = status === 'approved' ? `, until ${time(expiresAt)}` : '';
    const agree = `${votes} of ${quorum} ${quorum === 1 ? 'person agrees' : 'persons agree'}`;
    // How many agreed says nothing any more once it was rejected or taken back.
    const more = status === 'pending' || status === 'approved' ? ` (${agree}${until})` : '';
    return [line(toned('good', status), `: ${approvalId}${more}`)];
  });
}

function row(approval: ApprovalSummary): readonly Piece[] {
  const { approvalId, capability, decision, status, quorum, askedAt, expiresAt } = approval;
  const state: Piece = status === 'approved' ? toned('good', status) : status;
  return [approvalId, capability, decision, state, String(quorum), time(askedAt), time(expiresAt)];
}
