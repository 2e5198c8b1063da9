/** What a member of a target declaration must be. */
export type Member = 'text' | 'name' | 'function' | 'function?';

/**
 * What is wrong with a target declaration, as half sentences. A member that is not listed is a problem as well: a
 * misspelt `tenant` would silently drop the protection it was meant to be. No declaration at all lacks every member.
 */
export function malformed(
  declaration: object | null | undefined,
  members: Readonly<Record<string, Member>>,
): readonly string[] {
  const given = new Map<string, unknown>(Object.entries(declaration ?? {}));
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(members, name));
  return [
    ...unknown.map((name) => `has a member ${JSON.stringify(name)}, which does not exist`),
    ...Object.entries(members).flatMap(([name, member]) => fault(name, member, given.get(name))),
  ];
}

function fault(name: string, member: Member, value: unknown): readonly string[] {
  switch (member) {
    case 'text':
      return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/.test(value)
        ? []
        : [`needs "${name}": 1 to 128 letters, digits, "_", "-" or "."`];
    case 'name':
      return typeof value === 'string' && value !== '' ? [] : [`needs "${name}", the name of an argument`];
    case 'function':
      return typeof value === 'function' ? [] : [`needs "${name}", a function`];
    case 'function?':
      return value === undefined || typeof value === 'function'
        ? []
        : [`has "${name}", which is not a function`];
  }
}
