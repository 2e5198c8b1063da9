import { story } from './story.ts';

for (const { trouble, shipping, run, done } of await story()) {
  console.log(`${trouble.padEnd(14)} ${shipping.padEnd(28)} run ${run.padEnd(9)} ${done.join(', ')}`);
}
