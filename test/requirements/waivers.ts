/**
 * Requirements that no test shows, and why: the later part of the boundary that brings what they are about, or the
 * sentence that makes them inapplicable. At most one requirement in ten.
 */
export const waivers: Readonly<Record<string, string>> = {
  'B-098': 'Inapplicable: the boundary opens no file on behalf of a model, on Windows or elsewhere.',
  'B-100': 'Inapplicable: whether a capability changes anything is declared and never read out of a command.',
  'B-101': 'Inapplicable: the boundary starts no shell and classes no text as harmless.',
  'B-103': 'Covered by origins and destinations.',
  'B-104': 'Covered by origins and destinations.',
  'V-119':
    'Inapplicable: each store knows its own conflicts, and an application brings a store, not a detector.',
  'V-134': 'Inapplicable: capabilities are passed to the boundary and never discovered in folders.',
  'V-143': 'Inapplicable: capabilities are passed to the boundary and never discovered in folders.',
};

/** Requirements that are shown and whose limits are known. */
export const known: Readonly<Record<string, string>> = {};
