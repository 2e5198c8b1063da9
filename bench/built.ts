import type * as action from '../src/action/index.ts';
import type * as asked from '../src/call/asked.ts';
import type * as claim from '../src/claim/index.ts';
import type * as registration from '../src/capability/index.ts';
import type * as directory from '../src/directory/index.ts';
import type * as history from '../src/history/index.ts';
import type * as pages from '../src/inbox/index.ts';
import type * as api from '../src/index.ts';
import type * as json from '../src/json/index.ts';
import type * as policy from '../src/policy/index.ts';
import type * as store from '../src/store/sqlite/index.ts';

/*
 * What is measured is the build, as it is installed: a loader that compiles on the fly wraps functions to keep their
 * names, and a decision would cost several microseconds more. The types are those of the source.
 */
async function built<M>(path: string): Promise<M> {
  return (await import(new URL(`.build/${path}`, import.meta.url).href)) as M;
}

export const { Action, capability, createBoundary, jsonSchema, randomIds, resource, systemClock } =
  await built<typeof api>('index.js');
export const { sqlite } = await built<typeof store>('store/sqlite/index.js');
export const { inboxApp, serveOnLoopback, SignIn } = await built<typeof pages>('inbox/index.js');

// The pure parts of a decision, which only the pipeline composes otherwise.
export const { bindContext } = await built<typeof action>('action/index.js');
export const { constantsOf } = await built<typeof asked>('call/asked.js');
export const { registerCatalogue } = await built<typeof registration>('capability/index.js');
export const { rightsOf } = await built<typeof directory>('directory/index.js');
export const { deriveKeys, strictCopy } = await built<typeof json>('json/index.js');
export const { authorize, within } = await built<typeof policy>('policy/index.js');

// What histories are made of, to write a long one at once.
export const { placeOf } = await built<typeof claim>('claim/index.js');
export const { chaining } = await built<typeof history>('history/index.js');
