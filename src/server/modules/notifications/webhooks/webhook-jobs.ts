import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { DAY_MS, SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { deliverWebhooks } from './deliver.ts';
import { purgeWebhookEvents, releaseHeldUp } from './delivery-queries.ts';
import { tellTips } from './tip-events.ts';
import { watchForecasts } from './watch-forecasts.ts';
import { watchForWebhooks } from './watch-matches.ts';
import { createWebhookClient, type WebhookClient } from './webhook-client.ts';
import { allowsLoopback } from './webhook-url.ts';

/** The jobs of webhooks: each may run late, twice, or in several processes at once. */
export const WEBHOOK_JOBS: readonly Job[] = [
  { name: 'webhook events of matches', everyMs: 2 * SECOND_MS, run: watchForWebhooks },
  { name: 'webhook events of forecasts', everyMs: 10 * SECOND_MS, run: watchForecasts },
  { name: 'webhook events of tips', everyMs: 10 * SECOND_MS, run: async (deps, mayGoOn) => void (await tellTips(deps, mayGoOn)) },
  { name: 'webhooks', everyMs: SECOND_MS / 2, run: async (deps, mayGoOn) => void (await deliverWebhooks(deps, clientOf(deps), mayGoOn)) },
  { name: 'webhooks held up', everyMs: 5 * SECOND_MS, run: async ({ db, now }) => void (await releaseHeldUp(db, now())) },
];

/** One client per process: it keeps connections to receivers alive, which do not keep the process from exiting. */
const clients = new WeakMap<Deps['config'], WebhookClient>();
export function clientOf({ config }: Pick<Deps, 'config'>): WebhookClient {
  const known = clients.get(config) ?? createWebhookClient({ allowsLoopback: allowsLoopback(config) });
  clients.set(config, known);
  return known;
}

/** Deletes events older than the log goes back; returns how many. */
export const purgeWebhooks = ({ db, now }: Deps): Promise<number> =>
  purgeWebhookEvents(db, new Date(now().getTime() - RETENTION_DAYS.webhookEvent * DAY_MS));
