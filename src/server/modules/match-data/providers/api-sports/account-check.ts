import { z } from 'zod';
import { HOUR_MS } from '#domain/time.ts';
import { allowedPerDay } from '#server/modules/match-data/providers/polled/allowance.ts';
import type { ProviderCheck } from '#server/modules/match-data/providers/polled/check.ts';
import { LIVE_MS_MIN } from '#server/modules/match-data/providers/polled/known-match.ts';
import type { PolledSettings } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { API_SPORTS } from './protocol.ts';

const Account = z.object({
  subscription: z.object({ plan: z.string().max(60), end: z.string().max(40).nullish(), active: z.boolean() }),
  requests: z.object({ current: z.number().int().min(0), limit_day: z.number().int().min(0) }),
});

/** Asks a service of API-Sports about the account, which costs no request of the allowance. */
export const accountCheck = (oddsMs: number): ProviderCheck => ({
  protocol: API_SPORTS,
  query: '/status',
  planIn,
  freshness: freshnessOf(oddsMs),
});

function planIn(rows: readonly unknown[]): string[] {
  const account = Account.safeParse(rows[0]);
  if (!account.success) return ['It says nothing about the plan.'];
  const { subscription, requests } = account.data;
  const until = subscription.end ? ` until ${subscription.end.slice(0, 10)}` : '';
  return [
    `The plan is ${subscription.plan}, ${subscription.active ? `active${until}` : 'which is not active'}.`,
    `It allows ${requests.limit_day} requests a day; ${requests.current} are used.`,
  ];
}

/** Hours of play of a usual match day. */
const LIVE_HOURS = 3;
/** Share of the allowance that live matches get on such a day, after catalogue, line-ups and odds. */
const LIVE_SHARE = 0.6;

const freshnessOf =
  (oddsMs: number) =>
  (settings: PolledSettings): string[] => {
    const everyMs = Math.max(LIVE_MS_MIN, (LIVE_HOURS * HOUR_MS) / (allowedPerDay(settings) * LIVE_SHARE));
    const live = everyMs < 60_000 ? `${Math.round(everyMs / 1000)} seconds` : `${Math.round(everyMs / 60_000)} minutes`;
    return [
      `On a day with ${LIVE_HOURS} hours of play, live scores come about every ${live}; results come as soon after the end.`,
      `Odds come every ${oddsMs / HOUR_MS} hours.`,
    ];
  };
