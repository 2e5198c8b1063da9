import { Action, type Acl, type Boundary, type ModelProposal, type Receipt, withTenant } from 'countersign';
import type { KnowledgeBase, Searched } from './knowledge-base.ts';

/** Who proposes, as the server authenticated them. */
export interface Principal {
  readonly tenant: string;
  readonly id: string;
}

/** What waits in the queue between approval and effect: a reference, and the proposal to work the action out again. */
export interface Job {
  readonly tenant: string;
  readonly principal: string;
  readonly proposal: ModelProposal;
  readonly receipt: Receipt;
}

/** A gateway that runs its own effects: the model proposes, a person approves, a worker verifies and runs. */
export class SearchGateway {
  readonly #boundary: Boundary;
  readonly #knowledge: KnowledgeBase;

  constructor(boundary: Boundary, knowledge: KnowledgeBase) {
    this.#boundary = boundary;
    this.#knowledge = knowledge;
  }

  /** Asks people about what a model proposed in somebody's conversation. */
  request(
    principal: Principal,
    conversation: string,
    proposal: ModelProposal,
    tool = 'search_knowledge_base',
  ) {
    const action = actionOf(principal, proposal, tool);
    return withTenant(principal.tenant, () => this.#boundary.gateway.request(action, { conversation }));
  }

  /** The answer of somebody who came with the token, and whom the server authenticated as an approver. */
  approve(approver: Principal, token: string, principal: Principal, proposal: ModelProposal) {
    return withTenant(approver.tenant, () =>
      this.#boundary.gateway.approve(token, actionOf(principal, proposal), { approver, acl: this.#acl }),
    );
  }

  /** Runs a job if it may run now, at most once; null where it has run before. `tenant`: for whom this worker works. */
  async run(job: Job, tenant = job.tenant): Promise<Searched | null | string> {
    const action = actionOf({ tenant: job.tenant, id: job.principal }, job.proposal);
    const verified = await withTenant(tenant, () =>
      this.#boundary.gateway.verify(job.receipt, action, this.#acl),
    );
    if (verified.kind === 'refused') return verified.reason;
    const { query } = action.arguments;
    const project = action.constants.claimed?.target?.replace(/^project\//, '') ?? '';
    return this.#knowledge.search(
      verified.executionId,
      job.tenant,
      project,
      typeof query === 'string' ? query : '',
    );
  }

  /** Who asked, and everyone who agreed, must hold the grant that the action takes, now. */
  readonly #acl: Acl = ({ constants }, approvers) =>
    [constants.principal, ...approvers.map(({ id }) => id)].every((account) =>
      constants.grant.every((grant) => this.#knowledge.can(constants.tenant, account, grant)),
    );
}

/** Identity, grant and assurance come from the server; whatever the proposal says of them is stripped. */
function actionOf(principal: Principal, proposal: ModelProposal, tool = 'search_knowledge_base'): Action {
  return Action.fromModelProposal({
    actionId: tool,
    tenantId: principal.tenant,
    principalId: principal.id,
    proposal,
    grant: 'kb.read',
    assurance: 'mfa',
  });
}
