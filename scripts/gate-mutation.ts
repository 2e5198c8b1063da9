import { parseSync, Visitor } from 'oxc-parser';
import type { Plugin } from 'vite';

/** One `.gate('name', …)` of the pipeline and the stretch of source text that adds it to the chain. */
export interface GateCall {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Where the chain of steps and gates is written. */
export const pipelineFile = 'src/pipeline.ts';

/** The gates of a pipeline, in the order of their text. Steps produce what later stages need, so they are no gates. */
export function gatesOf(source: string): readonly GateCall[] {
  const found: GateCall[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      if (call.callee.type !== 'MemberExpression' || call.callee.computed) return;
      if (call.callee.property.type !== 'Identifier' || call.callee.property.name !== 'gate') return;
      const [name, run] = call.arguments;
      if (run === undefined || name?.type !== 'Literal' || typeof name.value !== 'string') return;
      found.push({ name: name.value, start: call.callee.object.end, end: call.end });
    },
  });
  visitor.visit(parseSync(pipelineFile, source).program);
  return found.toSorted((a, b) => a.start - b.start);
}

/** The same pipeline with one gate left out. Throws where no gate has that name: a typo must not pass as a kill. */
export function removeGate(source: string, name: string): string {
  const gate = gatesOf(source).find((candidate) => candidate.name === name);
  if (gate === undefined) throw new Error(`${pipelineFile} has no gate named ${JSON.stringify(name)}`);
  return source.slice(0, gate.start) + source.slice(gate.end);
}

/** Lets tests run against a pipeline that lacks one gate; without a name it changes nothing. */
export function withoutGate(name: string | undefined): Plugin {
  return {
    name: 'without-gate',
    enforce: 'pre',
    transform(source, id) {
      return name !== undefined && id.endsWith(`/${pipelineFile}`) ? removeGate(source, name) : undefined;
    },
  };
}
