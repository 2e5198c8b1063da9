/** Behaviours of an earlier boundary that hold here as well. */
export const boundaryBehaviours: Readonly<Record<string, string>> = {
  // Targets
  'V-069':
    'A loader or authorizer that throws is a fault, never relabelled as a policy decision; nothing runs.',
  'V-070': 'A target taken from the context ignores identifiers that a model put into the arguments.',
  'V-071': 'A loader that works from the context is not given the arguments.',
  'V-073': 'One refreshed value is what is authorized, digested, claimed and executed.',
  'V-074': 'A refresh that answers with another identity is refused before it is authorized.',
  'V-075': 'Identity is taken before the refresh, so a loader that changes the value in place hides nothing.',
  'V-077':
    'A target that vanished is a recorded refusal; a refresh that throws is a fault without execution.',
  'V-078': 'Going without a refresh needs a stated reason, which evidence carries.',
  'V-079':
    'A target has a type and an identity of plain JSON; without either, registration or loading refuses.',
  // People's answers
  'V-007': 'Evidence holds a fingerprint of an approval’s id, and never the id.',
  'V-009': 'An approval runs its action once; from then on the same call is answered from what is known.',
  'V-017': 'No answer covers more than its one action, least of all everything.',
  'V-018': 'An answer that came in time runs nothing once it has expired.',
  'V-019': 'Policy is asked again after an answer; where it says no by now, the answer is left unused.',
  'V-034': 'Each answer moves an approval on whole, or is refused by value and writes nothing.',
  'V-038': 'No answer of people is written inside a transaction of the application.',
  'V-046': 'What always asks and has no target to bind the answer to is refused at registration.',
  // Limits
  'V-001': 'A call that is stopped before admission takes no unit.',
  'V-002': 'A replay takes no unit and writes nothing of a limit.',
  'V-003': 'A call that had no room can be sent again, and runs once its window has turned.',
  'V-081': 'A window constrains until its end and is new exactly there.',
  'V-082': 'A window that is over and not pruned constrains nothing.',
  'V-083': 'Limits are kept apart by their keys and by tenant.',
  'V-086': 'A refusal by the authorizer takes no unit.',
  'V-089': 'Taking from a limit inside a transaction of the application is refused.',
  'V-090':
    'A limit has a name, whole bounds and a key of plain JSON; anything else does not register or is a fault.',
  // Claims
  'V-087': 'A store that fails while admitting is a fault that is thrown on; the executor is not called.',
  'V-091':
    'One operation is admitted once, under whatever call ids and arguments that do not belong to its key.',
  'V-093': 'A duplicate started from inside the executor is refused as one already active.',
  'V-094': 'An executor that throws leaves the outcome unknown, and a later attempt is told so.',
  'V-095': 'Different operations do not block one another.',
  'V-097': 'A try that an operator allowed once more keeps the identity of the operation.',
  'V-098': 'Without a declared key, identity is the default one; an application’s key is never invented.',
  'V-099': 'A throttled attempt writes no claim.',
  'V-101':
    'A completed operation refuses a second one; one with unknown outcome blocks; outer transactions are refused.',
  'V-102':
    'Operators list unresolved claims without their content, and release them with a name and a reason.',
  'V-103':
    'If the claim moved while the executor ran, the error says that the effect happened and carries its output.',
  'V-105':
    'A transition lost to another process is an outcome or an infrastructure error, never a misuse error.',
  'V-106': 'The key of an operation is a plain JSON object; anything else is a fault and runs nothing.',
  // Failures of evidence
  'V-107': 'A limit’s evidence that cannot be written does not hide what happened.',
  'V-109': 'A duplicate is refused and recorded.',
  'V-110': 'Where evidence of a decision cannot be written, the call fails and nothing executes.',
  'V-111': 'The executor and its deadline start only after admission; a refusal starts neither.',
  // Concurrency and transactions
  'V-113': 'Of twenty racing claims one is admitted, and the others end with ordinary outcomes.',
  'V-114': 'Of racing transitions of one call exactly one is written; the others are shown the row as it is.',
  'V-115': 'Racing answers to one approval leave one decision.',
  'V-117': 'A busy database is tried again after a pause with a random part.',
  'V-118': 'An error that waiting cannot cure is not retried.',
  'V-119': 'The application may replace what counts as a conflict.',
  'V-121': 'Retries are bounded, and the last error is the cause of the one that is thrown.',
  'V-122': 'An operation inside the application’s own transaction is refused before it writes.',
  'V-123': 'A refusal because of an outer transaction is not retried.',
  'V-125': 'Transactions begin, retry and end in one place; no operation opens one of its own.',
  // Capabilities
  'V-133': 'Whether a capability changes anything is declared; undeclared, it is not executed.',
  'V-134': 'Folders of definitions are searched to any depth.',
  'V-135': 'A capability that was declared and not registered is unknown.',
  'V-137': 'With nothing registered nothing can be called.',
  'V-138':
    'The order in which capabilities are registered changes nothing, not even the catalogue’s version.',
  'V-139': 'A definition that cannot be used refuses the start with a sentence that says what to do.',
  'V-141': 'All problems of a registration are reported together.',
  'V-142': 'If one capability is refused, none is registered.',
  'V-143': 'Generated definitions land where discovery looks.',
  // The catalogue's version
  'V-145': 'A description for people does not change the catalogue’s version.',
  'V-146': 'Effect, schema, target, freshness, requirements or declared version each change it.',
  'V-147': 'Functions do not enter it; a declared version stands for them.',
  'V-149': 'Evidence of a registered capability names the catalogue’s version.',
  'V-150': 'A catalogue version is kept once, without application data.',
  'V-151': 'A store that cannot be reached at the start fails it with one clear error.',
  'V-153': 'An empty database is migrated at the first start, and the second start finds everything.',
  // Fingerprints
  'V-154': 'The order of members does not count and the order of lists does.',
  'V-155': 'Canonical bytes and digests are pinned by golden vectors.',
  'V-157': 'How a number is written depends on nothing but the number.',
  'V-158': 'Objects that are not plain data are refused with their kind named.',
  'V-159': 'A digest with anything before or after its 64 digits is no digest.',
  // The command line
  'V-209':
    'Each step of the schema can be printed, is applied once, and is told apart from one that is lacking.',
  'V-210':
    'Advisories end with 0 and errors with 1; strictness changes the end of a look at the wiring, not what it prints.',
  'V-211': 'What a declaration or a store leaves open is named, each with its subject and what to do.',
  'V-213': 'A generated starter asks nothing, writes over nothing unless forced, denies by default and runs.',
  // Unpinned there, pinned here
  'W-11': 'A result that imitates a denial is still an executed result.',
  'W-15': 'An empty list and an empty object have different digests.',
};
