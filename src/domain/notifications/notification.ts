/** What users are told by push, in Telegram or by mail of what they follow and of what is theirs. */
export const MATCH_NOTIFICATIONS = [
  'lineups',
  'kickoff',
  /** Goals, and goals that are taken back. */
  'goal',
  'red_card',
  'half_time',
  'full_time',
  /** The chances moved far without a goal. */
  'swing',
] as const;
export type MatchNotification = (typeof MATCH_NOTIFICATIONS)[number];

/** Of the user's own: bets that ended, withdrawals that were decided. */
export const OWN_NOTIFICATIONS = ['bet', 'withdrawal'] as const;
export const NOTIFICATION_KINDS = [...MATCH_NOTIFICATIONS, ...OWN_NOTIFICATIONS] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Cards with a sound, per match and per day: what users may choose, and what holds until they do. */
export const MATCH_BUDGET = { min: 1, max: 20, initially: 6 } as const;
export const DAY_BUDGET = { min: 1, max: 200, initially: 30 } as const;

/** Devices of one user that are told things; the oldest give way. */
export const DEVICES_MAX = 10;

/** A browser that could not be reached so many times in a row, and for so long, is told nothing any more. Not sooner: push services have bad evenings, too. */
export const DEVICE_FAILURES_MAX = 20;
export const DEVICE_FAILING_DAYS = 3;

/** Of a match: told now or never. What is a user's own is told for a day. */
export const NEWS_FRESH_MINUTES = 10;
export const OWN_NEWS_FRESH_MINUTES = 24 * 60;

const RESULTLESS: readonly NotificationKind[] = ['lineups', 'kickoff', 'withdrawal'];
/** Whether it tells how a match stands: nothing for who has results hidden. */
export const tellsResult = (kind: NotificationKind): boolean => !RESULTLESS.includes(kind);

export const isOwnKind = (kind: NotificationKind): kind is (typeof OWN_NOTIFICATIONS)[number] =>
  (OWN_NOTIFICATIONS as readonly string[]).includes(kind);
