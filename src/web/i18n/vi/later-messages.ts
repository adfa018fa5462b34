import { account } from './account.ts';
import { auth } from './auth.ts';
import { bets } from './bets.ts';
import { care } from './care.ts';
import { chat, chatErrors } from './chat.ts';
import { elsewhere, elsewhereErrors } from './elsewhere.ts';
import { endings } from './endings.ts';
import { forecast } from './forecast.ts';
import { forecastLeague } from './forecast-league.ts';
import { leaguePages } from './league-pages.ts';
import { leaving } from './leaving.ts';
import { legal } from './legal.ts';
import { matchPage } from './match-page.ts';
import { notifications } from './notifications.ts';
import { outbox } from './outbox.ts';
import { receipts } from './receipts.ts';
import { redeem } from './redeem.ts';
import { security } from './security.ts';
import { settings } from './settings.ts';
import { shield } from './shield.ts';
import { telegram } from './telegram.ts';
import { telegramBind } from './telegram-bind.ts';
import { trackRecord } from './track-record.ts';
import { twoFactor } from './two-factor.ts';

/** What the first page does without. */
export const messages = {
  account,
  auth,
  bets,
  care,
  chat,
  elsewhere,
  endings,
  errors: { ...elsewhereErrors, ...chatErrors },
  forecast,
  forecast_league: forecastLeague,
  leagues: leaguePages,
  leaving,
  legal,
  match: matchPage,
  notifications,
  outbox,
  receipts,
  redeem,
  security,
  settings,
  shield,
  telegram,
  telegram_bind: telegramBind,
  track_record: trackRecord,
  two_factor: twoFactor,
};
