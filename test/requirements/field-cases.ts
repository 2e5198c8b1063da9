/** Mistakes that systems of this kind made in the field, and what the boundary does instead. */
export const fieldCases: Readonly<Record<string, string>> = {
  // Canonical form
  'B-001':
    'Members sort by UTF-16 code unit, so a key outside the basic plane has one place on every platform.',
  'B-002': 'A string with half a surrogate pair has no digest: it is refused before anything is decided.',
  'B-004': 'A member name that occurs twice in raw text is refused with its pointer, escaped twins included.',
  'B-005': 'An integer past 2^53 is refused, so no neighbouring number can take its place.',
  'B-007': 'Minus zero becomes zero before it is digested, judged or executed.',
  'B-008': 'Numbers are written as ECMAScript writes them, whatever spelling they arrived in.',
  'B-010': 'A member that is undefined, a function or a symbol is refused and never crashes the process.',
  'B-011':
    'Only plain data passes: dates, instances, toJSON, accessors and proxies are refused, not interpreted.',
  'B-013': 'Unicode is not normalised: composed and decomposed text are two values with two digests.',
  'B-014': 'Nesting, size and cycles have bounds: the process survives, and the refusal is recorded once.',
  'B-016': 'Values of different type are different: true is not 1, "1" is not 1, absent is not false.',
  'B-017': 'Only what JSON must escape is escaped, so literal and escaped spellings share a digest.',
  // Proposals and schemas
  'B-019': 'Arguments cut off in the middle are refused as they stand; nothing repairs them.',
  'B-020': 'Two JSON texts in one slot are refused: neither the first alone nor an empty object is run.',
  'B-022':
    'A member that the schema does not declare is refused, also where the schema library would strip it.',
  'B-023': 'No value is coerced, and validation leaves the caller’s value as it was.',
  'B-025': 'Data that imitates an internal marker of this or another library stays plain data.',
  'B-026':
    'Calls are told apart by id, capability and arguments: a blank id or one of another call is refused.',
  'B-028': 'Untrusted text given to the command line is never read as an option.',
  // People's answers
  'B-029': 'An answer to an id that was never given out, or belongs to somebody else, is refused.',
  'B-031': 'An approval is a further condition: rights and policy are judged again before the effect.',
  'B-032': 'The whole road from an ask to its one execution works through our own handles and commands.',
  'B-034': 'A no ends it: nothing runs, whichever process goes on.',
  'B-035': 'What is not known of an argument or a declaration makes a write ask, however it was declared.',
  'B-037': 'Several asks of one turn wait side by side and are answered in any order.',
  'B-038': 'Going on after an answer runs nothing of the turn a second time.',
  'B-044': 'Other arguments are another action, which needs an answer of its own.',
  'B-046': 'Nothing that an agent can reach answers, closes or takes back what waits.',
  'B-047': 'Who asks, whom it is about and who answers are compared as persons, under whichever accounts.',
  'B-049': 'Once enough persons agreed, time neither undoes nor repeats what ran.',
  'B-050': 'No answer in time reads as expired, and is never a yes.',
  'B-052':
    'What hides, reorders or looks like something else in a value is spelled out to people and warned of.',
  'B-053': 'A value is shown to its end, however long, before anybody can agree to it.',
  'B-055': 'A stale answer, or one to something else, answers nothing; what waits besides goes on waiting.',
  'B-056': 'What was agreed to in one process is run by another, without being asked for again.',
  'B-058':
    'A question that throws, or is answered by anything but no, asks; a later no lets no call past people.',
  'B-059': 'Whoever may not answer is refused before anything ran; who may still can, and it runs once.',
  'B-061': 'An answer that expires at a moment is no longer valid at that very moment.',
  'B-062': 'What was approved and not used can be taken back; against an execution exactly one wins.',
  // Identity
  'B-064':
    'The same conversation or call id under another tenant or principal is another conversation or call.',
  'B-068': 'A missing, empty, blank or padded identifier is an error; nobody becomes a default principal.',
  // Policy
  'B-073': 'A policy that cannot be evaluated denies as a fault, with a reason of its own.',
  'B-074': 'A rule that does not apply permits nothing.',
  'B-076': 'Absent and empty spellings of one requirement mean the same, or do not register.',
  'B-077':
    'Where nothing permits, everything is refused: empty catalogue, unknown name, in check as in call.',
  'B-079': 'A member that a declaration does not have is refused at registration and named.',
  'B-080': 'An option is honoured or refused; none is silently ignored.',
  'B-082':
    'A key file that is absent, unreadable or damaged are three answers, and the last two refuse to start.',
  'B-083': 'A stateful pattern in a schema gives the same answer every time it is asked.',
  'B-085': 'A pattern where only a name can stand is refused; it never matches nothing in silence.',
  'B-086': 'Names and grants are compared whole, never as parts of other words.',
  'B-088':
    'A name that looks like a registered one, by another alphabet, width or invisible character, is unknown.',
  'B-089':
    'Rights are asked anew for every call and before every effect, so a revocation holds from then on.',
  'B-091': 'Configuration found in a working directory runs nothing before it is trusted.',
  'B-092':
    'However a check breaks (throws, rejects, hangs, answers rubbish), the call is refused for one reason.',
  'B-094': 'Every gate has answered before an executor starts.',
  // Matching
  'B-095': 'Identities are compared whole: one that begins like a permitted one is another one.',
  'B-097': 'Names that differ in case alone cannot both be registered, and are not found for one another.',
  'B-098': 'Alternative spellings of a path on Windows lead to the same answer.',
  'B-100': 'A program is not harmless because its name is: options that write or run count.',
  'B-101': 'Shell expansion inside an argument does not pass as text.',
  'B-103': 'Every hop of a redirect is judged like the first.',
  'B-104': 'A destination that was trusted long ago is not trusted for ever.',
  // Re-verification
  'B-106': 'What a person agreed to is refused when its contents have changed since.',
  'B-107': 'The executor receives what was checked last; nothing resolves it again in between.',
  'B-109':
    'Rights lost, an agent disabled or a resource moved after the check are refused before the effect, each with its reason.',
  'B-110':
    'A call is bound to the definition it was checked under; a changed one is not executed under the old.',
  // Admission
  'B-112': 'Fifty calls at once against a limit of five admit five, in one process and in several.',
  'B-113': 'The end of a window is stored with its count, so a crash leaves no counter that never ends.',
  'B-115': 'A sliding window holds around every edge; what a fixed one allows around its edge is documented.',
  'B-116': 'Processes on one store share one limit; a store that cannot be shared is warned of.',
  'B-118':
    'What a refused call would have taken is free, what was not performed is given back, what is unknown stays taken.',
  'B-119':
    'Amounts that are negative, no number or no whole units run nothing; a limit of 0 blocks; bad limits do not register.',
  'B-121':
    'A calendar window begins at local midnight and lasts 23, 24 or 25 hours; the wait that is told is the real one.',
  'B-122': 'Of several limits that apply each holds, and the strictest is named.',
  'B-124':
    'Simultaneous first uses of one call, over processes, run once; the others get an ordinary outcome.',
  'B-125': 'A crash before admission commits leaves nothing behind, and the call can be sent again.',
  'B-127': 'A process killed after the effect leaves an unknown outcome that blocks; nothing runs it again.',
  'B-130':
    'Admission takes its write lock first: processes that race see no busy error and admit each call once.',
  'B-134':
    'Results with NUL or broken Unicode are kept without loss or said to be not kept; evidence is never lost.',
  // Undoing
  'B-136':
    'An undo that fails stops: the report says what is undone, what failed and what is left, and the next try goes on there.',
  'B-137': 'An effect whose result cannot be kept has happened, and is undone all the same.',
  'B-139': 'Undoing is an action: authorised and recorded like any other.',
  'B-140': 'What could be undone only in part is reported as that, with what is left.',
  // Files
  'B-229': 'Key files are readable and writable by their owner alone, whatever the umask.',
  'B-230': 'A link planted where a key file goes is not followed.',
};
