/** Behaviours of agents whose calls are checked. */
export const agentsBehaviours: Readonly<Record<string, string>> = {
  'S-050':
    'A name that is not in the catalogue and one of another agent get the same answer, and nothing runs.',
  'S-051': 'Where the application has agents and the session names none, the call is refused.',
  'S-053': 'A conversation whose history does not verify goes no further.',
  'S-054':
    'An undeclared argument is refused at its pointer even where the schema is silent about further members.',
  'S-055':
    'Wrong type, missing, out of range and mismatched pattern are refused with pointer and expectation.',
  'S-059':
    'A call that has to come after another is refused before it, and after one that was refused or failed.',
  'S-061':
    'What may not come after another, and at most so often, holds over a whole conversation; what failed or was undone does not count.',
  'S-062':
    'An undo of a step that did not happen, by another capability or with other arguments than declared, is refused.',
  'S-063': 'A step is undone once, however many undo it at once.',
  'S-073': 'What undoes a step of a run asks nobody.',
  'S-074': 'What people agreed to overrides no gate: each is asked again before the effect.',
  'S-075': 'A call that is sent again keeps its execution id, and another call has another one.',
  'S-077': 'If nothing can decide (store, key or version missing), a typed error is thrown and nothing runs.',
  'S-078': 'An executor is reached through a session’s call alone, and once for each admission.',
  'S-079': 'Every decision is recorded, refusals included.',
  'S-081': 'An answer covers its one action and not what the history held more by then.',
  'S-082': 'An answer is used once, in whichever process and after whichever restart.',
  'S-083': 'An answer that is forged, or came too late, is none: the call asks again.',
  'S-085': 'A no runs nothing and is on record.',
  'S-086':
    'A step that is refused or fails undoes an atomic run, last step first, each undo through every gate.',
  'S-087': 'A step without an undo stops nothing: the others are undone, and the report says which is what.',
  'S-089': 'A crash between an effect and its record is taken up without a second effect.',
  'S-090': 'A step or an undo of which nobody knows the end is not tried again by itself.',
  'S-150': 'A call under a catalogue version that is no longer in force is refused.',
};
