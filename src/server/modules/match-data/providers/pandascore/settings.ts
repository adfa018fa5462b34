import type { ProviderCheck } from '#server/modules/match-data/providers/polled/check.ts';
import { listOf, providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';
import { PANDASCORE } from './protocol.ts';

/** Slugs of the titles that are followed unless an operator names others. */
const GAMES = ['cs-go', 'dota-2', 'league-of-legends', 'valorant'];
/** Tiers of tournaments that are followed unless an operator names others: international and the strongest national ones. */
const TIERS = ['s', 'a', 'b'];

/** The free plan allows 1,000 requests an hour; three hundred are enough (full-day.test.ts), and leave the rest of the key to others. */
export const PANDASCORE_SETTINGS = providerSettings('PANDASCORE', {
  url: 'https://api.pandascore.co',
  followed: ['GAMES', listOf(/^[a-z0-9][a-z0-9-]{0,39}$/, 20, 'slugs of titles, such as cs-go').default(GAMES)],
  perHour: 300,
  perMinute: 60,
  extra: { tiers: listOf(/^([sabcd]|unranked)$/, 6, 'tiers of s, a, b, c, d and unranked').default(TIERS) },
});

/** Intervals while the allowance is no limit. */
export const RUNNING_MS = 30_000;

/** Asks what is played now, which every plan allows. The provider says nothing about the plan. */
export const PANDASCORE_CHECK: ProviderCheck = {
  protocol: PANDASCORE,
  query: '/matches/running?per_page=1',
  planIn: () => ['It does not say what the plan is. The free plan has fixtures and results of all titles, and no odds.'],
  freshness: () => [
    `While a series is played, scores come every ${RUNNING_MS / 1000} seconds, or less often if the allowance is below 240 requests an hour.`,
  ],
};
