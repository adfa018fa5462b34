import { auth as enAuth } from '#web/i18n/en/auth.ts';
import { common as enCommon } from '#web/i18n/en/common.ts';
import { outbox as enOutbox } from '#web/i18n/en/outbox.ts';
import { security as enSecurity } from '#web/i18n/en/security.ts';
import { shell as enShell } from '#web/i18n/en/shell.ts';
import { auth as viAuth } from '#web/i18n/vi/auth.ts';
import { common as viCommon } from '#web/i18n/vi/common.ts';
import { outbox as viOutbox } from '#web/i18n/vi/outbox.ts';
import { security as viSecurity } from '#web/i18n/vi/security.ts';
import { shell as viShell } from '#web/i18n/vi/shell.ts';
import { auth as zhAuth } from '#web/i18n/zh-CN/auth.ts';
import { common as zhCommon } from '#web/i18n/zh-CN/common.ts';
import { outbox as zhOutbox } from '#web/i18n/zh-CN/outbox.ts';
import { security as zhSecurity } from '#web/i18n/zh-CN/security.ts';
import { shell as zhShell } from '#web/i18n/zh-CN/shell.ts';

/** The words by which a journey finds its way, in each language: those that the pages are made of. */
export const WORDS = {
  en: { auth: enAuth, common: enCommon, outbox: enOutbox, security: enSecurity, shell: enShell },
  'zh-CN': { auth: zhAuth, common: zhCommon, outbox: zhOutbox, security: zhSecurity, shell: zhShell },
  vi: { auth: viAuth, common: viCommon, outbox: viOutbox, security: viSecurity, shell: viShell },
};

export type Locale = keyof typeof WORDS;
export type Words = (typeof WORDS)[Locale];
