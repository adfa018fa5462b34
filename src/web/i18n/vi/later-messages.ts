import { account } from './account.ts';
import { auth } from './auth.ts';
import { bets } from './bets.ts';
import { forecast } from './forecast.ts';
import { leaguePages } from './league-pages.ts';
import { legal } from './legal.ts';
import { matchPage } from './match-page.ts';
import { settings } from './settings.ts';
import { trackRecord } from './track-record.ts';

/** What the first page does without. */
export const messages = {
  account,
  auth,
  bets,
  forecast,
  leagues: leaguePages,
  legal,
  match: matchPage,
  settings,
  track_record: trackRecord,
};
