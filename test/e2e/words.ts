import { auth as enAuth } from '#web/i18n/en/auth.ts';
import { bets as enBets } from '#web/i18n/en/bets.ts';
import { care as enCare } from '#web/i18n/en/care.ts';
import { common as enCommon } from '#web/i18n/en/common.ts';
import { elsewhere as enElsewhere } from '#web/i18n/en/elsewhere.ts';
import { forecastLeague as enForecastLeague } from '#web/i18n/en/forecast-league.ts';
import { leaving as enLeaving } from '#web/i18n/en/leaving.ts';
import { notifications as enNotifications } from '#web/i18n/en/notifications.ts';
import { outbox as enOutbox } from '#web/i18n/en/outbox.ts';
import { receipts as enReceipts } from '#web/i18n/en/receipts.ts';
import { security as enSecurity } from '#web/i18n/en/security.ts';
import { settings as enSettings } from '#web/i18n/en/settings.ts';
import { shell as enShell } from '#web/i18n/en/shell.ts';
import { telegramBind as enTelegramBind } from '#web/i18n/en/telegram-bind.ts';
import { twoFactor as enTwoFactor } from '#web/i18n/en/two-factor.ts';
import { auth as viAuth } from '#web/i18n/vi/auth.ts';
import { bets as viBets } from '#web/i18n/vi/bets.ts';
import { care as viCare } from '#web/i18n/vi/care.ts';
import { common as viCommon } from '#web/i18n/vi/common.ts';
import { elsewhere as viElsewhere } from '#web/i18n/vi/elsewhere.ts';
import { forecastLeague as viForecastLeague } from '#web/i18n/vi/forecast-league.ts';
import { leaving as viLeaving } from '#web/i18n/vi/leaving.ts';
import { notifications as viNotifications } from '#web/i18n/vi/notifications.ts';
import { outbox as viOutbox } from '#web/i18n/vi/outbox.ts';
import { receipts as viReceipts } from '#web/i18n/vi/receipts.ts';
import { security as viSecurity } from '#web/i18n/vi/security.ts';
import { settings as viSettings } from '#web/i18n/vi/settings.ts';
import { shell as viShell } from '#web/i18n/vi/shell.ts';
import { telegramBind as viTelegramBind } from '#web/i18n/vi/telegram-bind.ts';
import { twoFactor as viTwoFactor } from '#web/i18n/vi/two-factor.ts';
import { auth as zhAuth } from '#web/i18n/zh-CN/auth.ts';
import { bets as zhBets } from '#web/i18n/zh-CN/bets.ts';
import { care as zhCare } from '#web/i18n/zh-CN/care.ts';
import { common as zhCommon } from '#web/i18n/zh-CN/common.ts';
import { elsewhere as zhElsewhere } from '#web/i18n/zh-CN/elsewhere.ts';
import { forecastLeague as zhForecastLeague } from '#web/i18n/zh-CN/forecast-league.ts';
import { leaving as zhLeaving } from '#web/i18n/zh-CN/leaving.ts';
import { notifications as zhNotifications } from '#web/i18n/zh-CN/notifications.ts';
import { outbox as zhOutbox } from '#web/i18n/zh-CN/outbox.ts';
import { receipts as zhReceipts } from '#web/i18n/zh-CN/receipts.ts';
import { security as zhSecurity } from '#web/i18n/zh-CN/security.ts';
import { settings as zhSettings } from '#web/i18n/zh-CN/settings.ts';
import { shell as zhShell } from '#web/i18n/zh-CN/shell.ts';
import { telegramBind as zhTelegramBind } from '#web/i18n/zh-CN/telegram-bind.ts';
import { twoFactor as zhTwoFactor } from '#web/i18n/zh-CN/two-factor.ts';

/** The words by which a journey finds its way, in each language: those that the pages are made of. */
export const WORDS = {
  en: {
    bets: enBets,
    forecast_league: enForecastLeague,
    receipts: enReceipts,
    auth: enAuth,
    care: enCare,
    common: enCommon,
    elsewhere: enElsewhere,
    leaving: enLeaving,
    notifications: enNotifications,
    outbox: enOutbox,
    security: enSecurity,
    settings: enSettings,
    shell: enShell,
    telegram_bind: enTelegramBind,
    two_factor: enTwoFactor,
  },
  'zh-CN': {
    bets: zhBets,
    forecast_league: zhForecastLeague,
    receipts: zhReceipts,
    auth: zhAuth,
    care: zhCare,
    common: zhCommon,
    elsewhere: zhElsewhere,
    leaving: zhLeaving,
    notifications: zhNotifications,
    outbox: zhOutbox,
    security: zhSecurity,
    settings: zhSettings,
    shell: zhShell,
    telegram_bind: zhTelegramBind,
    two_factor: zhTwoFactor,
  },
  vi: {
    bets: viBets,
    forecast_league: viForecastLeague,
    receipts: viReceipts,
    auth: viAuth,
    care: viCare,
    common: viCommon,
    elsewhere: viElsewhere,
    leaving: viLeaving,
    notifications: viNotifications,
    outbox: viOutbox,
    security: viSecurity,
    settings: viSettings,
    shell: viShell,
    telegram_bind: viTelegramBind,
    two_factor: viTwoFactor,
  },
};

export type Locale = keyof typeof WORDS;
export type Words = (typeof WORDS)[Locale];

/** A text with its values put in, as far as journeys look for it. */
export const said = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
