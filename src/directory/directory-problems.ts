import type { Directory } from './directory.ts';

/** Every function there is, and whether it has to be there. The type keeps the list complete. */
const functions: Readonly<Record<keyof Directory, 'required' | 'optional'>> = {
  principal: 'required',
  agent: 'optional',
  approver: 'optional',
  personOf: 'optional',
  operator: 'optional',
};

const names = Object.keys(functions).map((name) => `"${name}"`);
const known = `${names.slice(0, -1).join(', ')} and ${names.slice(-1).join('')}`;

/**
 * What is wrong with a directory, as half sentences. A function that is none would answer nobody, and a misspelt one
 * would never be asked: one person under two accounts would count twice. An object with a class of its own may have
 * whatever else it needs.
 */
export function directoryProblems(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null)
    return ['must be an object with a function "principal", which answers {} where it has no opinion'];
  const wrong = Object.entries(functions).flatMap(([name, need]) => {
    const member: unknown = Reflect.get(value, name);
    if (typeof member === 'function' || (member === undefined && need === 'optional')) return [];
    return [
      need === 'required'
        ? `needs a function "${name}", which answers {} where it has no opinion`
        : `has "${name}", which must be a function`,
    ];
  });
  const misspelt = ownFunctions(value).filter((name) => !Object.hasOwn(functions, name));
  return [
    ...wrong,
    ...misspelt.map(
      (name) => `has a function ${JSON.stringify(name)}, which is never asked: there are ${known}`,
    ),
  ];
}

/** The functions of an object literal, by name; none of anything else. */
function ownFunctions(value: object): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'function' ? [name] : [],
  );
}
