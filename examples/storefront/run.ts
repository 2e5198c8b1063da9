import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreed } from './agreed.ts';
import { agreementStory } from './agreement-story.ts';
import { toldAgreement } from './agreement-told.ts';
import { captured } from './captured.ts';
import { story } from './story.ts';
import { told } from './told.ts';
import { tracked } from './tracked.ts';
import { trackingStory } from './tracking-story.ts';
import { toldTracking } from './tracking-told.ts';

const folder = await mkdtemp(join(tmpdir(), 'countersign-storefront-'));
try {
  const colour = process.stdout.isTTY && !process.env['NO_COLOR'];
  console.log(told(captured, await story(folder), colour));
  console.log(`\n${toldTracking(tracked, await trackingStory(folder), colour)}`);
  console.log(`\n${toldAgreement(agreed, await agreementStory(folder), colour)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
