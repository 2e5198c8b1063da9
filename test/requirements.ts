import { agentsBehaviours } from './requirements/agents-behaviours.ts';
import { boundaryBehaviours } from './requirements/boundary-behaviours.ts';
import { design } from './requirements/design.ts';
import { fieldCases } from './requirements/field-cases.ts';
import { known, waivers } from './requirements/waivers.ts';

/**
 * One thing the boundary must do, with the place it was learned from: mistakes that were made in the field (B),
 * behaviours of an earlier boundary (V, W), behaviours of checked agents (S), and the guarantees of this design (D).
 * A test shows a requirement by ending its title with the id in square brackets.
 */
export interface Requirement {
  readonly id: string;
  readonly source: 'field-cases' | 'boundary-behaviours' | 'agents-behaviours' | 'design';
  readonly statement: string;
  /** A failure that is known and lived with. */
  readonly known?: string;
  /** Why no test shows it: the later part of the boundary that covers it, or what makes it inapplicable. */
  readonly waived?: { readonly by: string };
}

/** The assurance case: everything that is claimed, as data. */
export const requirements: readonly Requirement[] = [
  ...from('field-cases', fieldCases),
  ...from('boundary-behaviours', boundaryBehaviours),
  ...from('agents-behaviours', agentsBehaviours),
  ...from('design', design),
];

function from(
  source: Requirement['source'],
  statements: Readonly<Record<string, string>>,
): readonly Requirement[] {
  return Object.entries(statements).map(([id, statement]) => ({
    id,
    source,
    statement,
    ...(known[id] === undefined ? {} : { known: known[id] }),
    ...(waivers[id] === undefined ? {} : { waived: { by: waivers[id] } }),
  }));
}
