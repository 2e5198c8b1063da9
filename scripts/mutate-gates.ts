/*
 * Removes each gate of the pipeline in turn and runs the gate tests without it. A gate whose removal no test notices
 * is a gate that could be lost. Tests tagged `[well-formed]` must stay green: a gate only refuses, so a call that
 * deserves no refusal runs to its end without any one of them.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatesOf, pipelineFile } from './gate-mutation.ts';

const gateTests = 'test/gates.test.ts';
const wellFormed = '[well-formed]';

interface Result {
  readonly title: string;
  readonly passed: boolean;
}

async function runGateTests(without: string | undefined): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gates-'));
  const report = join(folder, 'report.json');
  try {
    const said = await vitest(
      ['run', gateTests, '--reporter=json', `--outputFile=${report}`],
      without === undefined ? {} : { COUNTERSIGN_MUTATE_GATE: without },
    );
    const results = existsSync(report) ? resultsIn(JSON.parse(readFileSync(report, 'utf8'))) : [];
    if (results.length === 0) throw new Error(`no test of ${gateTests} ran:\n${said}`);
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers with what vitest printed. That tests fail is what is asked for here, so its exit code says nothing. */
async function vitest(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', ...args],
      { env: { ...process.env, ...environment }, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`),
    );
  });
}

/** The part of vitest's JSON report that is needed; a file that could not be loaded has no results and is no kill. */
function resultsIn(report: unknown): readonly Result[] {
  const { testResults } = report as {
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
    }[];
  };
  return testResults
    .flatMap((file) => file.assertionResults)
    .map(({ fullName, status }) => ({ title: fullName.trim(), passed: status === 'passed' }));
}

function failing(results: readonly Result[]): readonly string[] {
  return results.filter(({ passed }) => !passed).map(({ title }) => title);
}

const whole = await runGateTests(undefined);
const broken = failing(whole);
if (broken.length > 0) {
  console.error(
    `the gate tests fail with every gate in place:\n${broken.map((title) => `  ${title}`).join('\n')}`,
  );
  process.exit(1);
}
if (!whole.some(({ title }) => title.includes(wellFormed))) {
  console.error(`${gateTests} has no test tagged ${wellFormed}`);
  process.exit(1);
}

const gates = gatesOf(readFileSync(pipelineFile, 'utf8')).map(({ name }) => name);
const width = Math.max(...gates.map((name) => name.length), 'without'.length);
let killed = 0;
let survived = 0;
let harmed = 0;

console.log(`${'without'.padEnd(width)}  result    noticed by`);
// Two at a time: each run mostly loads modules, and two cores are enough for two.
const runs = new Map<string, Promise<readonly Result[]>>();
const start = (gate: string | undefined): void => {
  if (gate !== undefined && !runs.has(gate)) runs.set(gate, runGateTests(gate));
};
for (const [place, gate] of gates.entries()) {
  start(gate);
  start(gates[place + 1]);
  const failed = failing(await runs.get(gate)!);
  const noticed = failed.filter((title) => !title.includes(wellFormed));
  const harm = failed.filter((title) => title.includes(wellFormed));
  if (noticed.length > 0) killed += 1;
  else survived += 1;
  if (harm.length > 0) harmed += 1;
  const result = harm.length > 0 ? 'harmed' : noticed.length > 0 ? 'killed' : 'SURVIVED';
  const [first = '-', ...more] = harm.length > 0 ? harm : noticed;
  console.log(
    `${gate.padEnd(width)}  ${result.padEnd(8)}  ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
  );
}
console.log(`${killed} killed, ${survived} survived`);
if (harmed > 0)
  console.error(`${harmed} removed a gate that a well-formed call needs: it is a step, not a gate`);
if (gates.length === 0) console.error(`${pipelineFile} has no gates`);
process.exitCode = survived > 0 || harmed > 0 || gates.length === 0 ? 1 : 0;
