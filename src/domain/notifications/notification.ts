/** Kinds of notifications about followed matches, sent by push, Telegram or mail. */
export const MATCH_NOTIFICATIONS = [
  'lineups',
  'kickoff',
  /** Goals, and goals that are disallowed. */
  'goal',
  'red_card',
  'half_time',
  'full_time',
  /** A large change of the probabilities without a goal. */
  'swing',
] as const;
export type MatchNotification = (typeof MATCH_NOTIFICATIONS)[number];

/** Kinds of notifications about the user's tipping groups: tips that are missing, and a round that is over. They have no stakes. */
export const TIPPING_NOTIFICATIONS = ['tip_reminder', 'round_digest'] as const;

/** Kinds of notifications about the user's own bets that ended and withdrawals that were decided. */
export const OWN_NOTIFICATIONS = ['bet', 'withdrawal'] as const;
export const NOTIFICATION_KINDS = [...MATCH_NOTIFICATIONS, ...TIPPING_NOTIFICATIONS, ...OWN_NOTIFICATIONS] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Notifications with a sound per match and per day: the range that users may choose from, and the default. */
export const MATCH_BUDGET = { min: 1, max: 20, initially: 6 } as const;
export const DAY_BUDGET = { min: 1, max: 200, initially: 30 } as const;

/** Maximum number of devices of one user that receive push messages; the oldest are removed first. */
export const DEVICES_MAX = 10;

/**
 * A browser that fails this many times in a row, over this long, no longer receives push messages. Not sooner, as push services have
 * outages, too.
 */
export const DEVICE_FAILURES_MAX = 20;
export const DEVICE_FAILING_DAYS = 3;

/** Match news is dropped when older than this; notifications about the user's own bets, withdrawals and rounds stay valid for a day. */
export const NEWS_FRESH_MINUTES = 10;
export const OWN_NEWS_FRESH_MINUTES = 24 * 60;

const RESULTLESS: readonly NotificationKind[] = ['lineups', 'kickoff', 'tip_reminder', 'withdrawal'];
/** Returns whether a kind reveals how a match stands; such kinds are not sent to users who hide results. */
export const revealsResult = (kind: NotificationKind): boolean => !RESULTLESS.includes(kind);

export const isMatchKind = (kind: NotificationKind): kind is MatchNotification => (MATCH_NOTIFICATIONS as readonly string[]).includes(kind);

export const isTippingKind = (kind: NotificationKind): kind is (typeof TIPPING_NOTIFICATIONS)[number] =>
  (TIPPING_NOTIFICATIONS as readonly string[]).includes(kind);
