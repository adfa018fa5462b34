import { accountClosure as enLeaving } from '#web/i18n/en/account.ts';
import { auth as enAuth, oauth as enElsewhere, telegramBind as enTelegramBind, twoFactor as enTwoFactor } from '#web/i18n/en/auth.ts';
import { bets as enBets } from '#web/i18n/en/bets.ts';
import { forecastLeague as enForecastLeague } from '#web/i18n/en/forecast-league.ts';
import { glance as enGlance } from '#web/i18n/en/glance.ts';
import { notifications as enNotifications } from '#web/i18n/en/notifications.ts';
import { receipts as enReceipts } from '#web/i18n/en/receipts.ts';
import { security as enSecurity } from '#web/i18n/en/security.ts';
import { playLimits as enCare, settings as enSettings } from '#web/i18n/en/settings.ts';
import { common as enCommon, outbox as enOutbox, shell as enShell } from '#web/i18n/en/site.ts';
import { accountClosure as viLeaving } from '#web/i18n/vi/account.ts';
import { auth as viAuth, oauth as viElsewhere, telegramBind as viTelegramBind, twoFactor as viTwoFactor } from '#web/i18n/vi/auth.ts';
import { bets as viBets } from '#web/i18n/vi/bets.ts';
import { forecastLeague as viForecastLeague } from '#web/i18n/vi/forecast-league.ts';
import { glance as viGlance } from '#web/i18n/vi/glance.ts';
import { notifications as viNotifications } from '#web/i18n/vi/notifications.ts';
import { receipts as viReceipts } from '#web/i18n/vi/receipts.ts';
import { security as viSecurity } from '#web/i18n/vi/security.ts';
import { playLimits as viCare, settings as viSettings } from '#web/i18n/vi/settings.ts';
import { common as viCommon, outbox as viOutbox, shell as viShell } from '#web/i18n/vi/site.ts';
import { accountClosure as zhLeaving } from '#web/i18n/zh-CN/account.ts';
import { auth as zhAuth, oauth as zhElsewhere, telegramBind as zhTelegramBind, twoFactor as zhTwoFactor } from '#web/i18n/zh-CN/auth.ts';
import { bets as zhBets } from '#web/i18n/zh-CN/bets.ts';
import { forecastLeague as zhForecastLeague } from '#web/i18n/zh-CN/forecast-league.ts';
import { glance as zhGlance } from '#web/i18n/zh-CN/glance.ts';
import { notifications as zhNotifications } from '#web/i18n/zh-CN/notifications.ts';
import { receipts as zhReceipts } from '#web/i18n/zh-CN/receipts.ts';
import { security as zhSecurity } from '#web/i18n/zh-CN/security.ts';
import { playLimits as zhCare, settings as zhSettings } from '#web/i18n/zh-CN/settings.ts';
import { common as zhCommon, outbox as zhOutbox, shell as zhShell } from '#web/i18n/zh-CN/site.ts';

/** The texts by which journeys find elements, in each language: those the pages use. */
export const WORDS = {
  en: {
    bets: enBets,
    forecast_league: enForecastLeague,
    glance: enGlance,
    receipts: enReceipts,
    auth: enAuth,
    playLimits: enCare,
    common: enCommon,
    oauth: enElsewhere,
    accountClosure: enLeaving,
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
    glance: zhGlance,
    receipts: zhReceipts,
    auth: zhAuth,
    playLimits: zhCare,
    common: zhCommon,
    oauth: zhElsewhere,
    accountClosure: zhLeaving,
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
    glance: viGlance,
    receipts: viReceipts,
    auth: viAuth,
    playLimits: viCare,
    common: viCommon,
    oauth: viElsewhere,
    accountClosure: viLeaving,
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

/** Fills values into a text, as far as journeys need it. */
export const said = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
