import { z } from 'zod';
import { nothing, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { notice, switchStates } from './feature-flags.ts';
import { LEGAL_PAGES } from './legal.ts';

/** Settings that pages need. */
export const meta = z.object({
  name: z.string(),
  version: z.string(),
  /** Demo mode: an invented world, a banner, no payouts. */
  demo: z.boolean(),
  /** How many times faster than real time matches run (1 outside the demo). */
  match_speed: z.number(),
  now: timestamp,
  /** How long an ended match waits for a second data source that covers it; 0 if there is none. */
  confirm_wait_seconds: z.number().int(),
  stake_min: z.number().int(),
  stake_max: z.number().int(),
  stake_contest_max: z.number().int(),
  /** Fixed odds: the maximum payout of a bet and of a match. */
  bet_payout_max: z.number().int(),
  match_liability_max: z.number().int(),
  fee_percent: z.number(),
  points_per_usdt: z.number().int(),
  /** Whether given points must be played before they can be redeemed (`REDEEM_PLAYTHROUGH`). */
  play_through: z.boolean(),
  invite_bonus: z.number().int(),
  invitee_bonus: z.number().int(),
  /** Points for days 1 to 7 of a check-in streak. */
  check_in_rewards: z.array(z.number().int()),
  odds_refresh_seconds: z.number().int(),
  standings_top: z.number().int(),
  support_url: z.string().nullable(),
  telegram_channel_url: z.string().nullable(),
  /** The available sign-in providers. */
  sign_in: z.object({ google: z.boolean(), telegram: z.boolean() }),
  /** Whether text messages can be sent, and whether our Telegram bot is available. */
  contacts: z.object({ phone: z.boolean(), telegram: z.boolean() }),
  /** Pages with a text of the operator's (legal.ts). */
  own_texts: z.array(z.enum(LEGAL_PAGES)),
  /** Features that are switched on; the socket's `site` topic announces changes. */
  switches: switchStates,
  /** The banner above every page; null if there is none. Pages hide it when it expires. */
  notice: notice.nullable(),
  /** Asked in turn for the visitor's country, only while no language is stored. */
  geo_urls: z.array(z.string()),
});
export type Meta = z.infer<typeof meta>;

export const getMeta = endpoint({
  method: 'GET',
  path: '/api/meta',
  access: 'public',
  summary: 'Settings that pages need',
  input: nothing,
  reply: meta,
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary: 'Health: ok, or degraded if a feed is late, unauthorised or sends invalid data, or if a contest is unresolved',
  input: nothing,
  reply: z.object({ status: z.enum(['ok', 'degraded']) }),
});

export const getReady = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  summary: 'Readiness: whether this process accepts requests, as its database or a replica answers and it is not stopping. Otherwise 503',
  input: nothing,
  reply: z.object({ ready: z.literal(true) }),
});

export const getAlive = endpoint({
  method: 'GET',
  path: '/api/alive',
  access: 'public',
  summary: 'Liveness: whether this process answers, whatever the state of the database and the feeds. If it does not, restart it',
  input: nothing,
  reply: z.object({ alive: z.literal(true) }),
});
