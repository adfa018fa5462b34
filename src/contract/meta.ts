import { z } from 'zod';
import { nothing, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { notice, switchStates } from './feature-flags.ts';
import { LEGAL_PAGES } from './legal.ts';

/** Settings that pages need, and what kind of place this is. */
export const meta = z.object({
  name: z.string(),
  version: z.string(),
  /** Demo mode: an invented world, a banner, no payouts. */
  demo: z.boolean(),
  /** How many times faster than real time matches run (1 outside the demo). */
  match_speed: z.number(),
  now: timestamp,
  stake_min: z.number().int(),
  stake_max: z.number().int(),
  stake_contest_max: z.number().int(),
  /** Fixed odds: what one bet and what one match may pay. */
  bet_payout_max: z.number().int(),
  match_liability_max: z.number().int(),
  fee_percent: z.number(),
  points_per_usdt: z.number().int(),
  /** Whether given points have to be played before they can be redeemed (`REDEEM_PLAYTHROUGH`). */
  play_through: z.boolean(),
  invite_bonus: z.number().int(),
  invitee_bonus: z.number().int(),
  /** Points for days 1 to 7 of a check-in streak. */
  check_in_rewards: z.array(z.number().int()),
  odds_refresh_seconds: z.number().int(),
  standings_top: z.number().int(),
  support_url: z.string().nullable(),
  telegram_channel_url: z.string().nullable(),
  /** Where else one can sign in. */
  sign_in: z.object({ google: z.boolean(), telegram: z.boolean() }),
  /** Whether texts can be sent to phones, and whether our Telegram bot is there to be written to. */
  contacts: z.object({ phone: z.boolean(), telegram: z.boolean() }),
  /** Pages for which the operator has a text of their own (legal.ts). */
  own_texts: z.array(z.enum(LEGAL_PAGES)),
  /** What operators have not switched off; `site` of the socket tells when it changes. */
  switches: switchStates,
  /** The banner above every page; null while there is none. It is to go when its time is over. */
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
  summary: 'Whether all is well: ok, or degraded when the feed is late, refused or tells nonsense, or a contest is unresolved',
  input: nothing,
  reply: z.object({ status: z.enum(['ok', 'degraded']) }),
});

export const getReady = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  summary: 'Whether this process is to be asked things: its database answers, and it is not about to end. Otherwise 503: ask another one',
  input: nothing,
  reply: z.object({ ready: z.literal(true) }),
});

export const getAlive = endpoint({
  method: 'GET',
  path: '/api/alive',
  access: 'public',
  summary: 'That this process answers, whatever the database, the feeds and others do: where it does not, start it anew',
  input: nothing,
  reply: z.object({ alive: z.literal(true) }),
});
