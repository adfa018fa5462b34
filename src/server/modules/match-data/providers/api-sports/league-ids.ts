import { listOf } from '#server/modules/match-data/providers/polled/provider-settings.ts';

/** Ids of leagues at API-Sports. */
export const leagueIds = listOf(/^[1-9]\d{0,6}$/, 50, 'numbers of leagues');
