export { alikeKey } from './alike.ts';
export type { Ask, ConfirmDeclaration, Facts, ReviewDeclaration } from './approval.ts';
export {
  approvalVerifies,
  recorded,
  signApproval,
  type UnrecordedApproval,
  verifiedApproval,
} from './approval-row.ts';
export { actionOf, type AskContent, openAsk, sealAsk } from './ask-content.ts';
export { factsOn } from './facts.ts';
export { type Need, needOf } from './need.ts';
export { requested } from './request.ts';
export { statusAt } from './status-at.ts';
export { consumed, expired, lifted, rejected, renewed, revoked, validAgain, voted } from './transitions.ts';
export { personColumn } from './person-column.ts';
export { sealVotes, type Vote, votesOf } from './votes.ts';
export { isWeaker } from './weaker.ts';
