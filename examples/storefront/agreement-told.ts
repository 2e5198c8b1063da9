import pc from 'picocolors';
import type { Step } from './agreed.ts';
import type { AgreementRun } from './agreement-story.ts';
import { money } from './told.ts';

const rule = '-'.repeat(100);
const indent = ' '.repeat(4);

/** The run about agreeing, for a person at a terminal, at most 100 columns wide. */
export function toldAgreement(
  steps: readonly Step[],
  { observed, evidence }: AgreementRun,
  colour: boolean,
): string {
  const c = pc.createColors(colour);
  const authentic = evidence.filter((record) => record.authentic).length;
  return [
    c.dim(rule),
    c.bold('What takes a person: a cancellation that ana confirms, a refund that two of the staff review'),
    '',
    "Amounts are what the shop's own books say was paid.",
    '',
    ...steps.flatMap((step, index) => {
      const { answer = '', effects = [] } = observed[index] ?? {};
      const paid = effects.map(({ cents }) => money(cents)).join(', ');
      return [
        `${String(index + 1).padStart(2)}  ${step.because}`,
        `${indent}${c.bold(sent(step).padEnd(56))}${answer.padEnd(26)}${paid || '-'}`,
      ];
    }),
    '',
    `${indent}${evidence.length} records, ${authentic} with a verified MAC, and no name or order in them`,
  ].join('\n');
}

function sent(step: Step): string {
  if (step.does === 'agree') return `${step.who} about ${step.callId}`;
  return `${step.callId}  ${step.name} ${step.argumentsText}`;
}
