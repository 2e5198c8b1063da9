import { expect, test } from 'vitest';
import { messages } from '../../src/messages.ts';

test('a model is told exactly these sentences unless the application says otherwise [D-028, D-039]', () => {
  expect(messages).toEqual({
    executed: 'Done.',
    replayed: 'This call was done before; nothing was done again.',
    pending:
      'A person has to agree first and is being asked; nothing was done yet. Once they agree, send the same call again under the same call id.',
    in_progress:
      'This call is being carried out. Do not send it again; its result will be available under the same call id.',
    failed: 'Nothing was done. You may try again with a new call.',
    indeterminate: 'It is not known whether this was done. Do not try again; a person will look into it.',
    binding_mismatch: 'This action is not available.',
    history_invalid: 'This conversation cannot be continued.',
    run_held:
      'It is not known whether a step of this task was done. A person will look into it; do not go on.',
    run_closed: 'This task has ended. Begin a new one if it is still wanted.',
    argument_schema: 'The arguments do not fit the schema of this action.',
    call_id_reused: 'This call id was used for another call. Use a new one.',
    unknown_capability: 'This action is not available.',
    agent_required: 'This action is not available.',
    not_classified: 'This action is not available.',
    catalogue_stale: 'This action is not available at the moment.',
    order_rule: 'Another step has to come first, or this one may not be repeated here.',
    compensation_mismatch: 'This cannot be taken back in this way.',
    compensation_spent: 'This was taken back before.',
    target_not_found: 'Nothing was found under the given reference.',
    unauthorized: 'This action is not available.',
    assurance_too_low: 'The person has to sign in more strongly before this action is possible.',
    authorization_error: 'This action is not available at the moment.',
    person_needed: 'This action needs a person, and none can be asked here.',
    approval_rejected: 'A person refused this. Do not ask for it again.',
    approval_mismatch: 'This is no longer what a person agreed to. Look again before you propose it.',
    approval_expired: 'The time to agree to this is over. Propose it again if it is still wanted.',
    approval_revoked:
      'The agreement to this was taken back. Do not propose it again unless you are asked to.',
    approval_used:
      'What a person agreed to was done, or is being done, under another call. Do not ask again.',
    target_gone: 'What this action was about is no longer there.',
    target_changed: 'What this action was about has changed. Look again before you propose it.',
    limit_exceeded: 'Too many actions of this kind for now. Try again later.',
    duplicate: 'This was asked for before and is done or being done. Do not ask again.',
    contended: 'The state changed while this was being checked. You may try again.',
  });
});
