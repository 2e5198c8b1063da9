/** What is wrong with the assurance levels, as whole sentences. */
export function levelProblems(levels: unknown): readonly string[] {
  if (!Array.isArray(levels) || levels.length === 0 || !levels.every(isLevel)) {
    return ['"assurance" must list the levels, weakest first: each 1 to 64 letters, digits, "_", "-" or "."'];
  }
  return new Set(levels).size === levels.length ? [] : ['"assurance" lists a level more than once'];
}

/**
 * What is wrong with the agents, as whole sentences. `names`: of the declared capabilities. Exact names only: a
 * pattern would be taken for a name that nothing has, so it is a problem and not an agent that reaches nothing.
 */
export function agentProblems(agents: unknown, names: readonly unknown[]): readonly string[] {
  if (agents === undefined) return [];
  if (typeof agents !== 'object' || agents === null || Array.isArray(agents))
    return ['"agents" must be an object'];
  const listed = Object.entries(agents);
  if (listed.length === 0)
    return ['"agents" names no agent: leave it out if every session may reach every capability'];
  return listed.flatMap(([agent, entry]) => {
    const who = `agent ${JSON.stringify(agent.slice(0, 128))}`;
    if (agent.trim() === '' || agent.trim() !== agent) return [`${who} has a blank or padded name`];
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      return [`${who} must be an object: { capabilities: [...] }`];
    const { capabilities, ...others } = entry as Readonly<Record<string, unknown>>;
    const strangers = Object.keys(others).map(
      (member) => `${who} has a member ${JSON.stringify(member)}, which does not exist`,
    );
    if (!Array.isArray(capabilities))
      return [...strangers, `${who} must list its capabilities: { capabilities: [...] }`];
    return [
      ...strangers,
      ...capabilities
        .filter((name) => !names.includes(name))
        .map(
          (name) =>
            `${who} lists ${JSON.stringify(name)?.slice(0, 140)}, which is not the exact name of a capability`,
        ),
    ];
  });
}

function isLevel(level: unknown): boolean {
  return typeof level === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(level);
}
