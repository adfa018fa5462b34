import { z } from 'zod';
import { FORECAST_POINTS, TEST_EVENT, WEBHOOK_EVENTS, WEBHOOK_FILTER_MAX, WEBHOOKS_MAX } from '#domain/notifications/webhook-event.ts';
import { listOf, names, nothing, numericId, paging, sport, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const ids = z
  .array(z.number().int().min(1).max(2_147_483_647))
  .max(WEBHOOK_FILTER_MAX)
  .transform((all) => [...new Set(all)]);

/** Which matches a webhook is told of: at least one field must name some. */
const filtersInput = z
  .strictObject({
    match_ids: ids.default([]),
    team_ids: ids.default([]),
    league_ids: ids.default([]),
    sports: z.array(sport).max(4).default([]),
    /** Everything that the user follows, whenever that changes. */
    favorites: z.boolean().default(false),
  })
  .refine(
    ({ match_ids, team_ids, league_ids, sports, favorites }) =>
      favorites || match_ids.length + team_ids.length + league_ids.length + sports.length > 0,
  );

const settings = {
  /** https on port 443 or 8443, of a public host, without a user name. */
  url: z.string().trim().min(1).max(1024),
  description: z.string().trim().max(200),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .transform((all) => [...new Set(all)]),
  filters: filtersInput,
  /** By how many percentage points a probability must move before `forecast.moved` is told. */
  forecast_points: z.number().int().min(FORECAST_POINTS.min).max(FORECAST_POINTS.max),
};

const named = z.object({ id: numericId, name: z.string(), names });

export const webhook = z.object({
  id: uuid,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  filters: z.object({
    matches: z.array(z.object({ id: numericId, name: z.string() })),
    teams: z.array(named),
    leagues: z.array(named),
    sports: z.array(sport),
    favorites: z.boolean(),
  }),
  forecast_points: z.number().int(),
  /** `off`: by its owner. `disabled`: because nothing arrived for days, or the receiver answered 410. */
  state: z.enum(['on', 'off', 'disabled']),
  disabled_because: z.enum(['failing', 'gone']).nullable(),
  state_since: timestamp,
  /** Since when nothing has been delivered; null if the last delivery succeeded. */
  failing_since: timestamp.nullable(),
  /** Until when the secret before the last rotation also signs. */
  old_secret_until: timestamp.nullable(),
  created_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;

/** `whsec_` and 32 bytes in base64. It is told once. */
const secret = z.string();

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/account/webhooks',
  access: 'user',
  summary: "The caller's webhooks, oldest first, without their secrets",
  input: z.object({}),
  reply: z.object({
    items: z.array(webhook),
    /** Whether this site also sends to its own machine, by plain HTTP on any port: in the demo, and where a setting says so. */
    takes_loopback: z.boolean(),
  }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/account/webhooks',
  access: 'user',
  isArming: true,
  status: 201,
  summary: `Creates a webhook, at most ${WEBHOOKS_MAX} for each user; its secret is in this answer only`,
  input: z.strictObject({
    ...settings,
    description: settings.description.default(''),
    forecast_points: settings.forecast_points.default(FORECAST_POINTS.initially),
  }),
  reply: z.object({ webhook, secret }),
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/account/webhooks/:id',
  access: 'user',
  isArming: true,
  summary: 'Changes what is sent; turns a webhook off, or on again',
  input: z.strictObject({ id: uuid, ...z.object({ ...settings, state: z.enum(['on', 'off']) }).partial().shape }),
  reply: z.object({ webhook }),
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/account/webhooks/:id',
  access: 'user',
  summary: 'Deletes a webhook with its log',
  input: z.object({ id: uuid }),
  reply: nothing,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/account/webhooks/:id/secret',
  access: 'user',
  isArming: true,
  summary: 'Makes a new secret, which is in this answer only; the old one also signs for 24 hours',
  input: z.strictObject({ id: uuid }),
  reply: z.object({ webhook, secret }),
});

/** Why a delivery failed. */
export const WEBHOOK_PROBLEMS = [
  'status',
  'redirect',
  'timeout',
  'private_address',
  'unknown_host',
  'certificate',
  'connection',
  /** It waited for a day. */
  'expired',
  /** The webhook was turned off or disabled. */
  'turned_off',
] as const;
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number];

const attempt = {
  /** The HTTP status of the last answer; null without one. */
  status: z.number().int().nullable(),
  problem: z.enum(WEBHOOK_PROBLEMS).nullable(),
  duration_ms: z.number().int().nullable(),
};

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/account/webhooks/:id/test',
  access: 'user',
  isArming: true,
  summary: `Sends \`${TEST_EVENT}\` at once, also for a webhook that is off, and returns the outcome`,
  input: z.strictObject({ id: uuid }),
  reply: z.object({ state: z.enum(['delivered', 'failed']), ...attempt }),
});

export const webhookDelivery = z.object({
  id: z.number().int(),
  /** The id of the event: `webhook-id` of every attempt. */
  event_id: uuid,
  type: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  match_id: numericId.nullable(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  ...attempt,
  /** When it was last put into the queue. */
  queued_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Null if it is over, or waits for an earlier event of the same match. */
  next_try_at: timestamp.nullable(),
  /** The body of the request. */
  payload: z.string(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/account/webhooks/:id/deliveries',
  access: 'user',
  summary: 'What a webhook was told within a week, newest first',
  input: z.object({ id: uuid, state: z.enum(['waiting', 'delivered', 'failed']).optional(), ...paging }),
  reply: listOf(webhookDelivery),
});

/** The most deliveries that one replay puts back into the queue. */
export const REPLAY_MAX = 1_000;

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/account/webhooks/:id/replay',
  access: 'user',
  isArming: true,
  summary: `Sends one event of the log again, or all that failed since a time, at most ${REPLAY_MAX}, oldest first`,
  input: z
    .strictObject({
      id: uuid,
      delivery_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      failed_since: timestamp.optional(),
    })
    .refine(({ delivery_id, failed_since }) => (delivery_id === undefined) !== (failed_since === undefined)),
  reply: z.object({ queued: z.number().int() }),
});
