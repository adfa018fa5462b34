import { z } from 'zod';
import { EVERY_ADMIN, SUPERS } from '#domain/identity/admin-role.ts';
import { reason } from './audit.ts';
import { nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Features that can be switched off while the site runs: stakes, payout requests, chat messages, new accounts. */
export const SWITCHES = ['staking', 'redeem', 'chat', 'sign_up'] as const;
export type Switch = (typeof SWITCHES)[number];

/** The state of each switch, for pages. */
export const switchStates = z.object({ staking: z.boolean(), redeem: z.boolean(), chat: z.boolean(), sign_up: z.boolean() });

export const NOTICE_TONES = ['info', 'warning'] as const;

/** Maximum length of a notice in one language, in characters. */
export const NOTICE_LENGTH_MAX = 300;
const noticeText = z.string().trim().max(NOTICE_LENGTH_MAX);

/** A banner above every page. A language without a text shows the English one; without that, there is no banner. */
export const notice = z.object({
  /** Changes with every edit: a closed notice stays closed until then. */
  id: z.number().int(),
  tone: z.enum(NOTICE_TONES),
  en: z.string(),
  zh_cn: z.string(),
  vi: z.string(),
  /** When the banner disappears; null: it stays until changed. */
  shown_until: timestamp.nullable(),
});
export type Notice = z.infer<typeof notice>;

/** The admin who made a change in the console, and when. */
const change = z.object({ admin_id: uuid, email: z.string(), at: timestamp });

const switchView = z.object({
  name: z.enum(SWITCHES),
  is_on: z.boolean(),
  /** Null if it was never changed: then it is on. */
  changed: change.nullable(),
});
export type SwitchView = z.infer<typeof switchView>;
/** All four, in the order of `SWITCHES`. */
const switchList = z.object({ items: z.array(switchView) });

const noticeView = z.object({
  /** The current notice, even if it has expired; null if there is none. */
  notice: notice.extend({ changed: change }).nullable(),
  /** Whether pages show it now. */
  is_shown: z.boolean(),
});
export type NoticeView = z.infer<typeof noticeView>;

export const listSwitches = endpoint({
  method: 'GET',
  path: '/api/admin/switches',
  access: EVERY_ADMIN,
  summary: 'All feature flags, with who last changed each and when',
  input: nothing,
  reply: switchList,
});

export const changeSwitch = endpoint({
  method: 'PUT',
  path: '/api/admin/switches',
  access: SUPERS,
  isGrave: true,
  summary: 'Turns a feature on or off for all users within two seconds; no effect if it is in that state already',
  input: z.strictObject({ name: z.enum(SWITCHES), is_on: z.boolean(), reason }),
  reply: switchList,
});

export const getNotice = endpoint({
  method: 'GET',
  path: '/api/admin/notice',
  access: EVERY_ADMIN,
  summary: 'The banner above every page, in all languages',
  input: nothing,
  reply: noticeView,
});

export const changeNotice = endpoint({
  method: 'PUT',
  path: '/api/admin/notice',
  access: SUPERS,
  isGrave: true,
  summary: 'Replaces the banner; removes it if all texts are empty',
  input: z.strictObject({
    tone: z.enum(NOTICE_TONES),
    en: noticeText,
    zh_cn: noticeText,
    vi: noticeText,
    /** In the future; null: it stays until changed. */
    shown_until: timestamp.nullable(),
    reason,
  }),
  reply: noticeView,
});
