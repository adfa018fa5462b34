import { HOUR_MS } from '#domain/time.ts';
import { liveSentence, type ProviderCheck } from '#server/modules/match-data/providers/polled/check.ts';
import { listOf, providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';
import { API_TENNIS_PROTOCOL } from './protocol.ts';

const tours = listOf(/^[a-z0-9]+(-[a-z0-9]+)+$/, 30, 'tours, such as atp-singles or challenger-men-doubles');

export const API_TENNIS_SETTINGS = providerSettings('API_TENNIS', {
  url: 'https://api.api-tennis.com/tennis',
  followed: ['TOURS', tours.default(['atp-singles', 'wta-singles'])],
  perDay: 4500,
  perMinute: 30,
});

export const LIVE_MS = 20_000;
export const ODDS_MS = 6 * HOUR_MS;

/** Asks for the list of tours, which every plan has. The provider says nothing about the plan. */
export const API_TENNIS_CHECK: ProviderCheck = {
  protocol: API_TENNIS_PROTOCOL,
  query: '/?method=get_events',
  planIn: (rows) => [`It has matches of ${rows.length} tours; it does not say what the plan is.`],
  freshness: (settings) => [liveSentence(settings, LIVE_MS), `Odds come every ${ODDS_MS / HOUR_MS} hours.`],
};
