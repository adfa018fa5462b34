import { leagueIds } from '#server/modules/match-data/providers/api-sports/league-ids.ts';
import { providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';

/** The big five, the Champions League and the Europa League, the World Cup. */
const LEAGUES = ['39', '140', '135', '78', '61', '2', '3', '1'];

export const API_FOOTBALL_SETTINGS = providerSettings('API_FOOTBALL', {
  url: 'https://v3.football.api-sports.io',
  followed: ['LEAGUES', leagueIds.default(LEAGUES)],
  perDay: 100,
  perMinute: 10,
});
