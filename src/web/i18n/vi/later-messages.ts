import { account, accountClosure } from './account.ts';
import { auth, oauth, oauthErrors, telegramBind, twoFactor } from './auth.ts';
import { bets, endings } from './bets.ts';
import { calendars } from './calendars.ts';
import { chat, chatErrors } from './chat.ts';
import { forecastLeague } from './forecast-league.ts';
import { forecast, trackRecord } from './forecasts.ts';
import { glance } from './glance.ts';
import { helpLines } from './help-lines.ts';
import { leaguePages } from './leagues.ts';
import { matchCourse, players } from './match-course.ts';
import { matchPage } from './match-page.ts';
import { notifications } from './notifications.ts';
import { playerPage } from './player-page.ts';
import { receipts } from './receipts.ts';
import { security, telegram } from './security.ts';
import { playLimits, settings, shield } from './settings.ts';
import { laterCommon, outbox } from './site.ts';
import { teamPage } from './team-page.ts';
import { redeem } from './withdrawals.ts';

/** Messages that the first page does not need. */
export const messages = {
  account,
  auth,
  bets,
  calendars,
  play_limits: playLimits,
  players,
  player_page: playerPage,
  chat,
  common: laterCommon,
  oauth,
  course: matchCourse,
  endings,
  errors: { ...oauthErrors, ...chatErrors },
  forecast,
  forecast_league: forecastLeague,
  leagues: leaguePages,
  account_closure: accountClosure,
  glance,
  help_lines: helpLines,
  match: matchPage,
  notifications,
  outbox,
  receipts,
  redeem,
  security,
  settings,
  shield,
  telegram,
  team_page: teamPage,
  telegram_bind: telegramBind,
  track_record: trackRecord,
  two_factor: twoFactor,
};
