import type { Action, Capability, ContextInput, Directory } from '../../src/index.ts';

/** What declares capabilities: the package, compiled or not. */
type Declaring = Pick<typeof import('../../src/index.ts'), 'capability' | 'resource' | 'EffectNotPerformed'>;

export declare function tillCapabilities(
  api: Declaring,
  did: (what: string, invoice: string, execution: string) => void,
): readonly Capability[];
export declare const tillKey: string;
export declare const tillContext: ContextInput;
export declare const tillDirectory: Directory;
export declare const tillWire: (api: Pick<typeof import('../../src/index.ts'), 'Action'>) => Action;
