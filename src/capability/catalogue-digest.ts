import { type Digest, digest } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { RegisteredLimit } from '../limit/limit.ts';
import { limitView } from '../limit/limit-view.ts';
import { askingView } from './asking-view.ts';
import { readsHistory } from '../history/sequence.ts';
import type { Agents, Registered } from './catalogue.ts';

/**
 * The version of a catalogue: a digest over everything that was declared and is data, so that a decision names the
 * configuration under which it was made. Texts for people (descriptions, the reason of a snapshot) and functions are
 * left out: they change without changing what is allowed, or are covered by a capability's `version`.
 */
export function catalogueDigest(
  capabilities: readonly Registered[],
  agents: Agents | null,
  assurance: readonly string[],
  limits: readonly RegisteredLimit[],
): Digest {
  return digest('countersign/catalogue-version/v1', {
    agents: agents === null ? null : reachOf(agents),
    assurance,
    limits: limitsOf(limits),
    capabilities: Object.fromEntries(
      capabilities.map((capability) => [capability.name, declared(capability)]),
    ),
  });
}

function reachOf(agents: Agents): JsonObject {
  return Object.fromEntries(
    Object.entries(agents).map(([agent, { capabilities }]) => [agent, [...new Set(capabilities)].toSorted()]),
  );
}

function limitsOf(limits: readonly RegisteredLimit[]): JsonObject {
  return Object.fromEntries(
    limits
      .map(limitView)
      .map(({ name, meter, shape, scale, key, units }) => [name, { meter, shape, scale, key, units }]),
  );
}

function declared(capability: Registered): Json {
  const { effect, version, schema, target, requires, limits, roles, freshness, replay } = capability;
  const { transactional, deadline, bounds, once } = capability;
  const { ask, confirm, review } = askingView(capability);
  return {
    effect,
    version,
    schema: schema.digest,
    target: target === null ? null : { kind: target.kind, type: target.type, argument: target.argument },
    requires: { grant: requires.grant.toSorted(), assurance: requires.assurance },
    limits: limitsOf(limits),
    roles: Object.fromEntries(roles.map(({ argument, role }) => [argument, role])),
    freshness: freshness === 'refresh' ? 'refresh' : 'snapshot',
    replay,
    transactional,
    deadline,
    bytes: bounds.bytes,
    once: once !== null,
    ask,
    confirm,
    review,
    ...orderOf(capability),
  };
}

/** What is said of order and undoing. What says nothing of it has the digest that it had before anything could be said. */
function orderOf({ sequence, undo, irreversible, retrySafe }: Registered): JsonObject {
  const { after, notAfter, atMost } = sequence;
  const rules = after.map(({ capability, bind }) => ({ capability, bind: bind.map((one) => ({ ...one })) }));
  return {
    ...(readsHistory(sequence) ? { sequence: { after: rules, notAfter, atMost } } : {}),
    ...(undo === null ? {} : { undo: undo.with }),
    ...(irreversible ? { irreversible } : {}),
    ...(retrySafe ? { retrySafe } : {}),
  };
}
