import { z } from 'zod';
import { DAY_BUDGET, DEVICES_MAX, MATCH_BUDGET, NOTIFICATION_KINDS } from '#domain/notifications/notification.ts';
import { SHIELD_MODES } from '#domain/notifications/shield.ts';
import { nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/**
 * Notifications while the page is closed (docs/notifications.md): on matches, teams and leagues that the user follows, on matches with a
 * bet of theirs, on their tipping groups, and on their own account. Mail only carries a digest of ended bets; a decided withdrawal is announced by mail or Telegram
 * anyway.
 */
const pushOrTelegram = z.strictObject({ push: z.boolean(), telegram: z.boolean() });

export const notificationKinds = z.strictObject({
  lineups: pushOrTelegram,
  kickoff: pushOrTelegram,
  goal: pushOrTelegram,
  red_card: pushOrTelegram,
  half_time: pushOrTelegram,
  full_time: pushOrTelegram,
  swing: pushOrTelegram,
  /** Tips that are missing shortly before they close, in all of the user's groups. */
  tip_reminder: pushOrTelegram,
  /** The end of a round of a tipping group. */
  round_digest: pushOrTelegram,
  /** `mail`: once a day, the bets that ended since the last one. */
  bet: z.strictObject({ push: z.boolean(), telegram: z.boolean(), mail: z.boolean() }),
  withdrawal: z.strictObject({ push: z.boolean() }),
});
export type NotificationKinds = z.infer<typeof notificationKinds>;

/** HH:MM in the profile's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const notificationChoices = z.strictObject({
  kinds: notificationKinds,
  /** Whether the bot sends more than codes and warnings: the same switch as its /notices. */
  telegram_on: z.boolean(),
  /** Cards with a sound for one match; further events update the card silently. */
  match_max: z.number().int().min(MATCH_BUDGET.min).max(MATCH_BUDGET.max),
  /** Cards with a sound in 24 hours. */
  day_max: z.number().int().min(DAY_BUDGET.min).max(DAY_BUDGET.max),
  /**
   * Hours in which only `kinds` are sent, over midnight if `from` is later than `to`; one card at their end covers what ended meanwhile.
   * Null: none.
   */
  quiet: z
    .strictObject({ from: timeOfDay, to: timeOfDay, kinds: z.array(z.enum(NOTIFICATION_KINDS)).max(NOTIFICATION_KINDS.length) })
    .refine(({ from, to }) => from !== to)
    .nullable(),
});
export type NotificationChoices = z.infer<typeof notificationChoices>;

export const pushDevice = z.object({
  id: uuid,
  /** The browser's name for itself; null if it does not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** True for the device that makes the request. */
  is_this: z.boolean(),
  created_at: timestamp,
  /** When a message last reached its push service. */
  reached_at: timestamp.nullable(),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const notificationSettings = z.object({
  choices: notificationChoices,
  /** The zone of the quiet hours. */
  time_zone: z.string(),
  /** `applicationServerKey` of a subscription, base64url. A device with another key receives nothing until it subscribes again. */
  vapid_public_key: z.string(),
  /** Newest first. */
  devices: z.array(pushDevice),
  /** `unavailable`: this site has no bot; `blocked`: the user stopped it. */
  telegram: z.enum(['unavailable', 'unbound', 'blocked', 'ready']),
  mail: z.enum(['unconfirmed', 'ready']),
  /** How many matches the user has muted. */
  muted: z.number().int(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'user',
  summary: "The caller's notification settings",
  input: z.object({}),
  reply: notificationSettings,
});

export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings',
  access: 'user',
  summary: "Changes the caller's notification settings",
  input: notificationChoices,
  reply: notificationSettings,
});

export const putShield = endpoint({
  method: 'PUT',
  path: '/api/notifications/shield',
  access: 'user',
  summary: "Applies this browser's spoiler shield to the notifications of this device and of the Telegram chat",
  input: z.strictObject({
    /** Delay in seconds, or `reveal` for hidden results (domain/notifications/shield.ts); null for none. */
    shield: z.union([z.enum(SHIELD_MODES), z.null()]),
  }),
  reply: nothing,
});

/** Binary data as browsers write it in a subscription: base64url without padding. */
const base64Url = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`));

/** A device, a match, and a keyed hash of both. */
const MUTE_PROOF_LENGTH_MAX = 120;

/** A subscription as `PushSubscription.toJSON()` gives it, without `expirationTime`. */
export const addPushDevice = endpoint({
  method: 'POST',
  path: '/api/notifications/push',
  access: 'user',
  isArming: true,
  status: 201,
  summary: `Registers this device for notifications: one per session, ${DEVICES_MAX} per user; the oldest are replaced`,
  input: z.strictObject({
    /** https, without a port, of a public host. */
    endpoint: z.string().max(1024),
    keys: z.strictObject({ p256dh: base64Url(65), auth: base64Url(16) }),
    /** The `applicationServerKey` it was made with. */
    vapid_public_key: base64Url(65),
  }),
  reply: z.object({ device: pushDevice }),
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/notifications/push',
  access: 'user',
  summary: 'Unregisters a device, by default the requesting one, as signing out does; no error if it was not registered',
  input: z.object({ id: uuid.optional() }),
  reply: nothing,
});

export const testPushDevice = endpoint({
  method: 'POST',
  path: '/api/notifications/push/test',
  access: 'user',
  summary: 'Sends a test notification to the requesting device; returns whether its push service accepted it',
  input: z.strictObject({}),
  reply: z.object({ state: z.enum(['sent', 'not_sent', 'gone', 'no_device']) }),
});

/**
 * The button of a match's card. It works without a session, as no page need be open: the card carries a proof that only our server can make,
 * and only the device that was sent the card can read. Sending it again changes nothing.
 */
export const putMute = endpoint({
  method: 'PUT',
  path: '/api/notifications/mute',
  access: 'public',
  summary: "Mutes a match for the user of a push device, or ends that, by the proof that the match's card carries",
  input: z.strictObject({ proof: z.string().max(MUTE_PROOF_LENGTH_MAX), is_muted: z.boolean() }),
  reply: nothing,
});

/** The target of a digest's link. It works without a session: the link carries a proof that only our server can make. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  access: 'public',
  summary: "Turns off the digest by mail of a link's user",
  input: z.strictObject({ token: z.string().min(1).max(200) }),
  reply: nothing,
});

export const removeMutes = endpoint({
  method: 'DELETE',
  path: '/api/notifications/mutes',
  access: 'user',
  summary: 'Ends the muting of all matches',
  input: z.object({}),
  reply: nothing,
});

/** The payload for a service worker: one card. Under 4 KB including its encryption. */
export const pushPayload = z.object({
  kind: z.enum([...NOTIFICATION_KINDS, 'summary', 'test']),
  title: z.string().max(200),
  body: z.string().max(600),
  /** The language of title and text. */
  lang: z.string().max(10),
  /**
   * A card replaces an earlier one with the same tag: one for each match (`match:12`), `bet:<contest>`, `withdrawal:<id>`, `bets`, `tips`,
   * `round:<news>`, `test`.
   */
  tag: z.string().max(60),
  /** Where a click leads: a path of this site. */
  url: z
    .string()
    .regex(/^\/(?![/\\])/)
    .max(200),
  /** Whether it sounds again when it replaces another card. */
  renotify: z.boolean(),
  silent: z.boolean(),
  /** When it happened: an older card of the same tag that arrives later is not shown. */
  at: timestamp,
  /** For a match's card: the proof for `putMute`. */
  mute: z.string().max(MUTE_PROOF_LENGTH_MAX).nullable(),
});
export type PushPayload = z.infer<typeof pushPayload>;
