import { askingView, type Registered } from '../../capability/index.ts';
import type { Diagnosis } from './diagnosis.ts';

/** A diagnosis as one JSON document: data only, no function and no secret. */
export function diagnosisDocument(diagnosis: Diagnosis): Readonly<Record<string, unknown>> {
  const { config, mode, catalogue, agents, store, key, errors, advisories } = diagnosis;
  return {
    version: 'countersign.doctor.v1',
    config,
    mode,
    catalogue: catalogue === null ? null : { version: catalogue.version, assurance: catalogue.assurance },
    capabilities: (catalogue?.capabilities ?? []).map(capabilityDocument),
    agents,
    store:
      store === null
        ? null
        : {
            description: store.description,
            durable: store.durable,
            file: store.file,
            steps: store.steps,
          },
    key: key === null ? null : { source: key.source, id: key.id },
    errors,
    advisories,
  };
}

function capabilityDocument(capability: Registered): Readonly<Record<string, unknown>> {
  const { name, effect, description, version, target, once, freshness, replay, deadline } = capability;
  const { schema, requires, roles } = capability;
  return {
    name,
    effect,
    description,
    version,
    target: target === null ? null : { kind: target.kind, type: target.type, argument: target.argument },
    once: once !== null,
    ...askingView(capability),
    freshness,
    replay,
    deadline,
    requires,
    schema: { digest: schema.digest, partial: schema.partial },
    roles,
  };
}
