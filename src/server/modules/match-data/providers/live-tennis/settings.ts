import { z } from 'zod';
import { MINUTE_MS } from '#domain/time.ts';
import { liveSentence, type ProviderCheck } from '#server/modules/match-data/providers/polled/check.ts';
import { listOf, providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';
import { LIVE_TENNIS_PROTOCOL } from './protocol.ts';

const tours = listOf(/^(atp|wta|challenger|itf|juniors)-(singles|doubles)$/, 10, 'tours, such as atp-singles or challenger-doubles');

/** The allowance is that of the free plan. */
export const LIVE_TENNIS_SETTINGS = providerSettings('LIVE_TENNIS', {
  url: 'https://api.livetennisapi.com/api/public/v1',
  followed: ['TOURS', tours.default(['atp-singles', 'wta-singles'])],
  perDay: 100,
  perMinute: 30,
});

const Usage = z.object({
  tier: z.string().max(40),
  limits: z.object({ per_minute: z.number().nullable(), per_day: z.number().nullable() }),
});

/** The live list is one for all tours; the allowance of the free plan makes this a quarter of an hour. */
export const LIVE_MS = MINUTE_MS;

/** Asks how much of the plan is used, which costs no request. */
export const LIVE_TENNIS_CHECK: ProviderCheck = {
  protocol: { ...LIVE_TENNIS_PROTOCOL, read: (body) => ({ rows: [body], pages: 1 }) },
  query: '/usage',
  planIn([usage]) {
    const known = Usage.safeParse(usage);
    if (!known.success) return ['It says nothing about the plan.'];
    const { tier, limits } = known.data;
    return [`The plan is ${tier}: ${limits.per_day ?? 'unlimited'} requests a day, ${limits.per_minute ?? 'unlimited'} a minute.`];
  },
  freshness: (settings) => [liveSentence(settings, LIVE_MS), 'It has no odds.'],
};
