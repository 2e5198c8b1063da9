import { type Catalogue, type Registered, registerCatalogue } from '../../capability/index.ts';
import { RegistrationRefused } from '../../errors.ts';
import type { BoundaryOptions } from '../../options.ts';
import type { Config } from '../load-config.ts';
import { shownPath } from '../shown-path.ts';
import { capabilityAdvisories, wiringAdvisories } from './advisories.ts';
import type { Advice } from './advice.ts';
import { type KeyReport, keyReport } from './key-report.ts';
import { fromOtherCopy } from './other-copy.ts';
import { type StoreReport, storeReport } from './store-report.ts';

/** Everything that `doctor` learned. Plain data but for the catalogue. */
export interface Diagnosis {
  /** The file of the configuration, relative to the working directory where it lies inside. */
  readonly config: string;
  readonly mode: 'production' | 'development';
  /** null where registration was refused. */
  readonly catalogue: Catalogue | null;
  readonly agents: BoundaryOptions['agents'] | null;
  /** null where the options name no store. */
  readonly store: StoreReport | null;
  readonly key: KeyReport | null;
  readonly errors: readonly Advice[];
  readonly advisories: readonly Advice[];
}

/**
 * Looks at the wiring of an application and changes nothing: no database is made or migrated, no key is made, no
 * catalogue is registered in the database. What is wrong with options, capabilities, store and key is found in one
 * pass, each without needing the others to be right. Paths are shown to whoever works in `cwd`.
 */
export async function diagnose(
  config: Config,
  cwd: string,
  environment: string | undefined,
): Promise<Diagnosis> {
  const { options, problems } = config;
  const { mode = 'production' } = options;
  const registered = await registration(options);
  const usable = !problems.some(({ option }) => option === 'store');
  const store = usable ? await storeReport(options.store, (file) => shownPath(cwd, file)) : null;
  const key = store === null ? null : keyReport(options, environment, store.adopted);
  const { catalogue } = registered;
  const limited = catalogue !== null && catalogue.allLimits.length > 0;
  return {
    config: config.name,
    mode,
    catalogue,
    agents: options.agents ?? null,
    store,
    key,
    errors: [
      ...problems.map(({ sentence }) => ({ code: 'options_invalid', about: 'options', sentence })),
      ...registered.errors,
      ...(store?.errors ?? []),
      ...(key?.errors ?? []),
      ...(catalogue === null || store === null ? [] : superseded(catalogue, store)),
    ],
    advisories: [
      ...(catalogue?.capabilities ?? []).flatMap((one: Registered) => capabilityAdvisories(one, options)),
      ...(store === null
        ? []
        : wiringAdvisories({ mode, key: key?.source ?? null, store, limited, options })),
    ],
  };
}

async function registration(options: BoundaryOptions): Promise<{
  readonly catalogue: Catalogue | null;
  readonly errors: readonly Advice[];
}> {
  const { capabilities } = options;
  if (Array.isArray(capabilities) && fromOtherCopy(capabilities)) {
    return {
      catalogue: null,
      errors: [
        {
          code: 'registration_refused',
          about: 'catalogue',
          sentence:
            'The command line and the application loaded two copies of countersign, and neither knows what was declared through the other: run "npx countersign" in the project.',
        },
      ],
    };
  }
  try {
    return { catalogue: await registerCatalogue(capabilities, options), errors: [] };
  } catch (error) {
    if (!(error instanceof RegistrationRefused)) throw error;
    const { code, problems } = error;
    return {
      catalogue: null,
      errors: problems.map((problem) => ({ code, about: 'catalogue', sentence: `${problem}.` })),
    };
  }
}

function superseded({ version }: Catalogue, { catalogues }: StoreReport): readonly Advice[] {
  if (!catalogues.some((row) => row.version === version && row.state === 'superseded')) return [];
  return [
    {
      code: 'catalogue_stale',
      about: 'catalogue',
      sentence:
        'This catalogue was superseded by another one, so every call would be refused: deploy the newer one.',
    },
  ];
}
