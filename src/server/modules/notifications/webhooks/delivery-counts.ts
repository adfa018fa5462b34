import type { Deps } from '#server/deps.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import type { Ended } from './delivery-queries.ts';

/** Attempts of this process by outcome: `delivered`, or the problem. */
const counts = new WeakMap<Metrics, Record<string, number>>();

/** Counts how attempts ended, for the metrics of this process. */
export function countOutcomes({ metrics }: Pick<Deps, 'metrics'>, ended: readonly Pick<Ended, 'problem'>[]): void {
  if (!metrics) return;
  const known = counts.get(metrics) ?? watch(metrics);
  for (const { problem } of ended) known[problem ?? 'delivered'] = (known[problem ?? 'delivered'] ?? 0) + 1;
}

function watch(metrics: Metrics): Record<string, number> {
  const fresh: Record<string, number> = {};
  counts.set(metrics, fresh);
  metrics.watch('webhook_attempts_total', 'Attempts to deliver events to webhooks, by outcome', 'outcome', () => fresh);
  return fresh;
}
