import { z } from 'zod';
import { HOUR_MS } from '#domain/time.ts';
import { liveSentence, type ProviderCheck } from '#server/modules/match-data/providers/polled/check.ts';
import { LIVE_MS_MIN } from '#server/modules/match-data/providers/polled/known-match.ts';
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
  freshness: (settings) => [liveSentence(settings, LIVE_MS_MIN), `Odds come every ${oddsMs / HOUR_MS} hours.`],
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
