import { z } from 'zod';
import { ADMIN_ROLES, EVERY_ADMIN } from '#domain/identity/admin-role.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { ALERT_WAYS, OPERATOR_ALERTS } from '#domain/notifications/operator-alert.ts';
import { captcha, secondFactor } from './auth.ts';
import { nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/admin/auth';

/** The signed-in admin, as every page of the console knows them. */
export const sessionAdmin = z.object({
  id: uuid,
  email: z.string(),
  role: z.enum(ADMIN_ROLES),
  totp_enabled: z.boolean(),
  /** Others have seen the password. Until the admin sets a new one, all endpoints outside `path` answer `password_change_required`. */
  must_change_password: z.boolean(),
});
export type SessionAdmin = z.infer<typeof sessionAdmin>;

const password = z.string().min(1).max(1024);

export const adminLogin = endpoint({
  method: 'POST',
  path: `${path}/login`,
  access: 'public',
  summary: "Signs an admin in; sets the console's refresh cookie",
  /**
   * Answers `totp_required` if the account has a second factor and this device is not remembered: repeat the call with the code. `remember`
   * skips the code on this device for 30 days; a session still ends after 12 hours.
   */
  input: z.strictObject({
    email: z.string().trim().min(1).max(254),
    password,
    totp: secondFactor.optional(),
    /** Required (`captcha_required`) after failures, for the action `admin_login`. */
    captcha,
    remember: z.boolean().default(false),
  }),
  reply: z.object({ admin: sessionAdmin, access: z.string() }),
});

export const adminRefresh = endpoint({
  method: 'POST',
  path: `${path}/refresh`,
  access: 'public',
  summary: 'Exchanges the refresh cookie of the console for a new access token',
  input: z.strictObject({}),
  reply: z.object({ admin: sessionAdmin, access: z.string() }),
});

export const adminLogout = endpoint({
  method: 'POST',
  path: `${path}/logout`,
  access: 'public',
  summary: "Ends the session of the console's refresh cookie; no effect without one",
  input: z.strictObject({}),
  reply: nothing,
});

export const adminMe = endpoint({
  method: 'GET',
  path: `${path}/me`,
  access: EVERY_ADMIN,
  summary: 'The signed-in admin',
  input: nothing,
  reply: z.object({ admin: sessionAdmin }),
});

export const adminStepUp = endpoint({
  method: 'POST',
  path: `${path}/step-up`,
  access: EVERY_ADMIN,
  summary: 'Confirms the admin by a code from the authenticator app: this session may download files for ten minutes',
  /** `totp_setup_required` without a second factor, `invalid_totp` for a wrong code. */
  input: z.strictObject({ totp: secondFactor }),
  reply: z.object({ until: timestamp }),
});

export const adminActive = endpoint({
  method: 'POST',
  path: `${path}/active`,
  access: EVERY_ADMIN,
  summary: 'Reports input by the admin, since requests alone keep no session alive. Once a minute is enough',
  input: z.strictObject({}),
  reply: z.object({
    /** When the session ends without further input. */
    idle_at: timestamp,
    /** When the session ends in any case. */
    ends_at: timestamp,
  }),
});

export const changeAdminPassword = endpoint({
  method: 'POST',
  path: `${path}/password`,
  access: EVERY_ADMIN,
  summary: "Changes the caller's password, ends their other sessions, and forgets trusted devices",
  input: z.strictObject({ current: password, password, password_confirm: z.string().max(1024) }),
  reply: z.object({ admin: sessionAdmin }),
});

export const getAdminTwoFactor = endpoint({
  method: 'GET',
  path: `${path}/two-factor`,
  access: EVERY_ADMIN,
  summary: 'Whether sign-in requires a code from an authenticator app',
  input: nothing,
  reply: z.object({ enabled_at: timestamp.nullable(), recovery_codes_left: z.number().int() }),
});

/** Proves that the owner is present: the password, and a code if there is a second factor (`totp_required` without). */
const proof = { password, totp: secondFactor.optional() };

export const beginAdminTwoFactor = endpoint({
  method: 'POST',
  path: `${path}/two-factor`,
  access: EVERY_ADMIN,
  summary: 'Generates a secret for an authenticator app; it takes effect with its first code',
  input: z.strictObject(proof),
  reply: z.object({
    /** In base32, for typing by hand. */
    secret: z.string(),
    /** otpauth://totp/..., for a QR code. */
    uri: z.string(),
  }),
});

export const confirmAdminTwoFactor = endpoint({
  method: 'POST',
  path: `${path}/two-factor/confirm`,
  access: EVERY_ADMIN,
  summary: 'Turns the second factor on with its first code; returns the recovery codes, once',
  input: z.strictObject({ totp: secondFactor }),
  reply: z.object({ admin: sessionAdmin, recovery_codes: z.array(z.string()) }),
});

export const renewAdminRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/two-factor/recovery-codes`,
  access: EVERY_ADMIN,
  summary: 'Replaces the recovery codes',
  input: z.strictObject(proof),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});

export const endAdminTwoFactor = endpoint({
  method: 'POST',
  path: `${path}/two-factor/disable`,
  access: EVERY_ADMIN,
  summary: 'Turns the second factor off, and forgets trusted devices',
  input: z.strictObject(proof),
  reply: z.object({ admin: sessionAdmin }),
});

/** Which alerts an admin gets, and how. The endpoints are about the caller alone: no admin reads or changes another's. */
const alertsPath = '/api/admin/account/alerts';

const alertSettings = z.object({
  /** The language of the alerts. */
  locale: z.enum(LOCALES),
  /** The alerts that concern the caller's role, empty if none do. `is_fixed`: cannot be switched off. */
  alerts: z.array(z.object({ kind: z.enum(OPERATOR_ALERTS), is_on: z.boolean(), is_fixed: z.boolean() })),
  /** How the caller gets them. Those that are fixed go by mail as well; without a chat that the bot may write to, all do. */
  by: z.array(z.enum(ALERT_WAYS)),
  /** Whether the site sends mails at all. */
  is_mail_set_up: z.boolean(),
  /** Whether the site has a Telegram bot. */
  is_bot_set_up: z.boolean(),
  /** The caller's chat with the bot; null if none is linked. Not `is_reachable`: the caller blocked the bot. */
  chat: z.object({ name: z.string(), linked_at: timestamp, is_reachable: z.boolean() }).nullable(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

export const getAlertSettings = endpoint({
  method: 'GET',
  path: alertsPath,
  access: EVERY_ADMIN,
  summary: 'The alerts that the caller gets, and how: by mail all that concern their role, until they choose otherwise',
  input: nothing,
  reply: alertSettings,
});

export const changeAlertSettings = endpoint({
  method: 'PUT',
  path: alertsPath,
  access: EVERY_ADMIN,
  isGrave: true,
  summary: 'Replaces the alerts that the caller does not want, their language and the ways they take; recorded in the audit log',
  /** `off`: `invalid_payload` for an alert that does not concern the caller's role, `forbidden` for one that cannot be switched off. */
  input: z.strictObject({
    locale: z.enum(LOCALES),
    off: z.array(z.enum(OPERATOR_ALERTS)).max(OPERATOR_ALERTS.length),
    by: z.array(z.enum(ALERT_WAYS)).min(1).max(ALERT_WAYS.length),
  }),
  reply: alertSettings,
});

const alertChatPath = `${alertsPath}/telegram`;

export const createAlertChatToken = endpoint({
  method: 'POST',
  path: alertChatPath,
  access: EVERY_ADMIN,
  isGrave: true,
  summary: "Returns a link and a command for our Telegram bot, valid for ten minutes, which link the sender's chat to the caller's alerts",
  /** `unavailable` without a bot, `telegram_already_bound` while a chat is linked that the bot may write to. */
  input: z.strictObject({}),
  reply: z.object({
    /** https://t.me/<bot>?start=<token> */
    url: z.string(),
    /** "/start <token>" */
    command: z.string(),
    bot: z.string(),
    expires_at: timestamp,
  }),
});

export const unlinkAlertChat = endpoint({
  method: 'DELETE',
  path: alertChatPath,
  access: EVERY_ADMIN,
  isGrave: true,
  summary: "Unlinks the caller's Telegram chat, so that alerts go by mail; `not_found` if there is none",
  input: nothing,
  reply: alertSettings,
});
