/** Guarantees of this design that no case above names. */
export const design: Readonly<Record<string, string>> = {
  // One action, admitted once
  'D-001': 'The action that is digested, judged, executed and named in evidence is one frozen value.',
  'D-002': 'Only true and what permit() made permit; look-alikes, truthy values and copies do not.',
  'D-003':
    'A refusal leaves nothing consumed: the same call may be sent again and gets an answer of its own.',
  'D-004': 'Admission writes the call, its operation and its evidence in one transaction, or nothing.',
  'D-005':
    'A known call answers from what is known: a replay is not authorised again, and a running one is not waited for.',
  // Tenants, evidence and a hostile database
  'D-006':
    'Tenants share nothing: no call, operation, conversation, key or evidence of one is seen by another.',
  'D-007':
    'The database holds no arguments, principals, subjects, conversations, targets, results or text of a model in clear.',
  'D-008':
    'The first refusal of a kind is durable before it is answered; those of the next second are counted in one record.',
  'D-009':
    'A row that was edited, forged or moved stops the call as a fault that is thrown; a conversation’s as a refusal recorded as a fault.',
  'D-010': 'A database with data refuses to open without its master secret, or with another one.',
  'D-011': 'What was made for one purpose (digest, MAC, seal) never verifies for another.',
  'D-012': 'The action digest has a golden vector, and each member of its table changes it.',
  'D-013':
    'Reserved members of a model’s proposal are stripped; its references to evidence are outside the digest.',
  'D-014':
    'An ambient tenant that disagrees with the session’s, or is missing where required, refuses the call.',
  // Ends of a call
  'D-015':
    'EffectNotPerformed ends a call failed and frees its operation; anything else thrown leaves it unknown.',
  'D-016':
    'A claim past its deadline reads as unknown without a heartbeat, and a late result still completes it.',
  'D-017':
    'An end that could not be recorded is an error that carries what is known of the effect, its output and its execution id.',
  'D-018': 'A kept result opens for its owner and its action alone, and not after it expired.',
  'D-019':
    'Without a declared key a write blocks its like while it is active or unknown, and not once completed.',
  // Limits and transactions
  'D-040':
    'Limits are exact: what is admitted at once, in however many processes, never passes one of them together.',
  'D-041':
    'A refused call takes nothing from any limit; what was not performed is given back, what may have happened is not.',
  'D-042': 'Time that goes back opens no window again.',
  'D-043':
    'An effect inside the transaction of its admission happens once with its record, or not at all; a lost commit is settled by reading the claim.',
  'D-044': 'What was taken from limits stands under the MAC of the call.',
  'D-045': 'What an operator does to limits is asked of the directory, has a reason and is on record.',
  'D-046': 'A hundred thousand sessions leave nothing behind in the process.',
  'D-047': 'Killed at any pause point, a process leaves at most one effect, and what is unknown says so.',
  'D-048': 'A broken evidence table never leaves an effect without the record of its admission.',
  // Schemas and registration
  'D-020': 'A pattern in a schema cannot stall the process.',
  'D-021':
    'What always asks, or shows a person something, names somebody to ask and a target to bind the answer to, or does not register.',
  'D-022': 'A store that forgets is refused outside development.',
  'D-023': 'Roles of arguments are inferred as a floor, and declarations refine them.',
  'D-024':
    'Required grants and assurance are met by the session and by current rights, or the call is refused.',
  // Store and process
  'D-025': 'Migrations are safe when many processes start on an empty database at once.',
  'D-026': 'A check writes nothing and runs nothing.',
  'D-027':
    'Reads are written after their effect in one transaction, and a call id is not used twice for them either.',
  'D-028': 'A model is told a pinned sentence, whatever operators are told.',
  'D-029':
    'If what the checks relied on moves, they run again: once and again at most three times, then the call is contended.',
  'D-030': 'A closed boundary answers nothing more, and closing twice is closing once.',
  'D-031': 'A strict copy is detached, deeply frozen and equal to what came in, for any JSON value.',
  'D-032': 'The store behaves like a small model of it under any sequence of operations.',
  'D-033': 'Under any interleaving of calls an operation runs at most once.',
  'D-034': 'A 10 MB argument is refused by its size unless the capability allows it.',
  'D-035': 'The command line ends with 0 done, 1 refused, 2 misuse, and prints JSON where asked.',
  // Pages for people
  'D-055': 'Looking at a page changes nothing, whoever or whatever looks.',
  'D-056':
    'An answer takes a post from the page itself, with the token of exactly what was shown, and counts once.',
  'D-057': 'What does not hash to what was asked for is not shown and cannot be answered.',
  // Gateways
  'D-060':
    'A gateway’s approval is for one action of one tenant: what is forged, edited, used, expired or foreign is refused for its reason.',
  'D-061':
    'A gateway’s refusal is on record before it is answered, with the owner of the approval; what cannot be recorded is thrown.',
  'D-062':
    'A gateway’s token is given out once, kept as a hash, and answers once, also when it comes twice at once.',
  'D-063':
    'Verifying for a gateway consumes nothing, and sees expiry, what was taken back and rights as they are by then.',
  'D-064':
    'Over HTTP what is unknown and what is not allowed look alike, and a fault never looks like either.',
  // Conversations of several
  'D-065':
    'A conversation is its principal’s alone until it is shared, on record; a guest acts as itself, and no longer than it is shared.',
  'D-066':
    'A delegate may do what is listed and its delegator may do, now; it has no right that anybody before it lacks.',
  'D-067': 'However many write to one history at once, it is one straight chain.',
  // The house
  'D-036': 'The root entry loads no package and no driver.',
  'D-037': 'Folders know one another in one direction, without cycles.',
  'D-038': 'Each gate, removed, makes a test fail, and a well-formed call still runs to its end.',
  'D-039': 'Outward values (reason codes, error codes, exports, exit codes, messages) are pinned literally.',
};
