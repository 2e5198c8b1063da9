import { _, Ajv, type KeywordCxt, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalText } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { spend } from './work-budget.ts';

/** The compiler class of a dialect. */
export type Dialect = typeof Ajv | typeof Ajv2020;

/** A compiler of either dialect. */
export type DocumentCompiler = InstanceType<Dialect>;

/** The dialect that a document names, draft 2020-12 where it names none, or null for any but that and draft-07. */
export function dialectOf(document: JsonObject): Dialect | null {
  const { $schema: dialect } = document as { readonly $schema?: Json };
  if (dialect === undefined) return Ajv2020;
  if (typeof dialect !== 'string') return null;
  const name = dialect.replace(/^https?:/, '').replace(/#$/, '');
  if (name === '//json-schema.org/draft/2020-12/schema') return Ajv2020;
  return name === '//json-schema.org/draft-07/schema' ? Ajv : null;
}

/**
 * A compiler for one document alone, so that two with one `$id` never meet. What it compiles counts its steps where the
 * document holds references: without them the work is at most the size of the document times that of the arguments.
 */
export function documentCompiler(
  Compiler: Dialect,
  document: JsonObject,
  patterns: (pattern: string) => (text: string) => boolean,
  options: Options,
): DocumentCompiler {
  const compiler = new Compiler({
    ...options,
    meta: false,
    validateSchema: false,
    addUsedSchema: true,
    messages: false,
    code: { regExp: regExpBy(patterns) },
  });
  // The compiler takes the whole document for a dynamic anchor that it has not passed yet: values would go unchecked.
  compiler.removeKeyword('$dynamicRef');
  compiler.removeKeyword('uniqueItems');
  compiler.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: unique });
  if (/"\$ref":/.test(JSON.stringify(document))) countSteps(compiler);
  return compiler;
}

/** The compiler keeps patterns by their text, so each must have its own: one without would stand for all of them. */
export function regExpBy(patterns: (pattern: string) => (text: string) => boolean) {
  const made = (pattern: string) => {
    const matches = patterns(pattern);
    return {
      test(text: string): boolean {
        spend(1 + (text.length >>> 4));
        return matches(text);
      },
      toString: () => pattern,
    };
  };
  return Object.assign(made, { code: 'patternFor' });
}

/** Equality by canonical text takes n log n; comparing every pair would let 10,000 items stall the process. */
function unique(wanted: boolean, items: readonly Json[]): boolean {
  if (!wanted) return true;
  const texts = items.map((item) => canonicalText(item));
  spend(texts.reduce((sum, text) => sum + 1 + (text.length >>> 4), 0));
  return new Set(texts).size === items.length;
}

/** Keywords whose work grows with the members of an object, whatever the schema names. */
const enumerating = new Set([
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
]);

/** Lets every keyword count before it does anything: one step, more for long texts, lists and objects. */
function countSteps({ RULES: rules }: DocumentCompiler): void {
  for (const { type, rules: group } of [...rules.rules, rules.post]) {
    for (const rule of group) {
      const { definition } = rule;
      if (!('code' in definition)) continue;
      const { code } = definition;
      const long = type === 'string' ? 8 : type === 'array' ? 2 : null;
      const many = enumerating.has(rule.keyword);
      rule.definition = {
        ...definition,
        code(context: KeywordCxt, ruleType?: string): void {
          const { gen, data } = context;
          const step = gen.scopeValue('func', { ref: many ? spendOnMembers : spend });
          const steps = many ? data : long === null ? _`1` : _`1 + (${data}.length >>> ${long})`;
          gen.code(_`${step}(${steps})`);
          code(context, ruleType);
        },
      };
    }
  }
}

function spendOnMembers(value: object): void {
  spend(1 + (Object.keys(value).length >>> 2));
}
