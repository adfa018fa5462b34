import { leagueIds } from '#server/modules/match-data/providers/api-sports/league-ids.ts';
import { providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';

/** The NBA and the Euroleague. */
const LEAGUES = ['12', '120'];

export const API_BASKETBALL_SETTINGS = providerSettings('API_BASKETBALL', {
  url: 'https://v1.basketball.api-sports.io',
  followed: ['LEAGUES', leagueIds.default(LEAGUES)],
  perDay: 100,
  perMinute: 10,
});
