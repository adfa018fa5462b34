import type { Locale } from '#domain/identity/locale.ts';
import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { isInPlay, type MatchStatus } from '#domain/matches/match-status.ts';
import type { Refusal } from '#domain/play-limits/play-limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';

/** Maximum length of a message (docs/rules.md#chat), in characters as a reader counts them. */
export const CHAT_TEXT_MAX = 300;
/** Messages sent to a client that joins a room. */
export const CHAT_HISTORY = 50;
/** The listener count is published in these steps only: an exact number would change, and be sent, all the time. */
export const CHAT_PRESENCE = [0, 1, 10, 50, 100, 500, 1_000, 5_000, 10_000] as const;
export type ChatPresence = (typeof CHAT_PRESENCE)[number];

/** State of a room before, during and after its match. Messages are accepted only while it is open. */
export const CHAT_STATES = ['idle', 'open', 'read_only'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** Reasons that a user can give for reporting a message. */
export const CHAT_REPORT_REASONS = ['spam', 'abuse', 'threat', 'spoiler', 'other'] as const;
export type ChatReportReason = (typeof CHAT_REPORT_REASONS)[number];
/** Maximum length of an appeal against a mute, in characters. */
export const CHAT_APPEAL_MAX = 1_000;

/** Retention of messages, and of mutes after they end (docs/rules.md#retention). */
export const CHAT_RETENTION_MS = RETENTION_DAYS.chat * DAY_MS;
/** A room opens this long before the planned kick-off, when line-ups are out and people gather. */
export const CHAT_OPENS_BEFORE_MS = 10 * MINUTE_MS;
/** A match without a reported start by then is "suspected cancelled" (docs/rules.md#match-statuses), and its room goes back to idle. */
export const CHAT_WAITS_MS = 2 * HOUR_MS;
/** Maximum time a room stays open, so that a match abandoned by its feed does not keep it open for ever. */
const CHAT_OPEN_MS_MAX = DAY_MS;

/** The fields of a match that determine the state of its rooms. */
export interface ChatMatch {
  status: MatchStatus;
  /** Planned kick-off; null while it is not known. */
  kickoffAt: Date | null;
}

/** Returns the state of a match's rooms. A postponed match goes back to idle. */
export function chatState({ status, kickoffAt }: ChatMatch, now: Date): ChatState {
  const sinceMs = kickoffAt === null ? null : now.getTime() - kickoffAt.getTime();
  if (isInPlay(status) || status === 'susp') return sinceMs !== null && sinceMs >= CHAT_OPEN_MS_MAX ? 'read_only' : 'open';
  if (status === 'tbd' || status === 'pst') return 'idle';
  if (status !== 'ns') return 'read_only';
  return sinceMs !== null && sinceMs >= -CHAT_OPENS_BEFORE_MS && sinceMs < CHAT_WAITS_MS ? 'open' : 'idle';
}

/** Time window in which the messages of a room are counted. */
export const CHAT_MEASURED_MS = 10 * SECOND_MS;
/** From this many messages in that window on, the seconds a user waits between two messages. */
const SLOW_STEPS = [
  { messages: 400, seconds: 30 },
  { messages: 150, seconds: 20 },
  { messages: 60, seconds: 10 },
  { messages: 20, seconds: 5 },
] as const;
/** Seconds between two messages of a user in a quiet room (docs/rules.md#chat). */
export const CHAT_SECONDS_BETWEEN = 2;
/** Counting can stop here: more messages do not raise the wait any further. */
export const CHAT_MEASURED_MAX = SLOW_STEPS[0].messages;
export const CHAT_SECONDS_BETWEEN_MAX = SLOW_STEPS[0].seconds;

/** Returns the seconds between two messages of one user, by the number of messages in the room in the last ten seconds. */
export const slowSeconds = (messages: number): number =>
  SLOW_STEPS.find((step) => messages >= step.messages)?.seconds ?? CHAT_SECONDS_BETWEEN;

const WINDOW_MS = 30 * SECOND_MS;
const WINDOW_MAX = 10;

/** A user's messages of the last 30 seconds, the latest first. Times in the future come from a clock error and are ignored. */
export interface ChatPace {
  /** Times of messages in all rooms. */
  anywhere: readonly Date[];
  /** Time of the last message in this room; null without one. */
  here: Date | null;
  slowSeconds: number;
}

/** Returns the milliseconds until the user may post again; 0 for now. */
export function chatWaitMs({ anywhere, here, slowSeconds }: ChatPace, now: Date): number {
  const past = anywhere.filter((at) => at <= now);
  const until = (at: Date | null | undefined, ms: number) => (at && at <= now ? at.getTime() + ms - now.getTime() : 0);
  const waits = [
    until(past[0], CHAT_SECONDS_BETWEEN * SECOND_MS),
    until(past[WINDOW_MAX - 1], WINDOW_MS),
    until(here, slowSeconds * SECOND_MS),
  ];
  return Math.max(0, ...waits);
}

/** End of a mute: null without a mute, 'none' for a mute without an end. */
export type MutedUntil = Date | 'none' | null;

/** Facts that decide whether a user may post now. Being signed in and not disabled is checked before. */
export interface ChatFacts {
  /** Whether the user has confirmed an address, a phone or a Telegram account. */
  isConfirmed: boolean;
  mutedUntil: MutedUntil;
  /** In the group whose room it is: by its owner or a helper. */
  mutedInGroupUntil: MutedUntil;
  state: ChatState;
}

/** Returns why a user may not post now; null when they may. Reasons that do not go away by waiting come first. */
export function checkMessage({
  isConfirmed,
  mutedUntil,
  mutedInGroupUntil,
  state,
}: ChatFacts): Refusal<'contact_unconfirmed' | 'chat_muted' | 'group_muted' | 'chat_read_only'> | null {
  if (!isConfirmed) return { code: 'contact_unconfirmed' };
  if (mutedUntil !== null) return { code: 'chat_muted', params: { until: written(mutedUntil) } };
  if (mutedInGroupUntil !== null) return { code: 'group_muted', params: { until: written(mutedInGroupUntil) } };
  return state === 'open' ? null : { code: 'chat_read_only' };
}

const written = (until: Date | 'none'): string => (until === 'none' ? 'none' : until.toISOString());

/** Accounts younger than this may not post links, and their reports do not count towards hiding a message. */
const CHAT_YOUNG_MS = 7 * DAY_MS;
export const isYoungInChat = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() < CHAT_YOUNG_MS;

/** Reports by this many trusted reporters hide a message until a moderator has reviewed it. */
export const CHAT_REPORTS_HIDE = 3;

export interface Reporter {
  createdAt: Date;
  isConfirmed: boolean;
  /** Whether the reporter was muted at any time in the last 30 days. */
  wasMuted: boolean;
  /** The reporter's own reports of the last 30 days, by outcome. */
  upheld: number;
  dismissed: number;
}

/** Returns whether a user's report counts towards hiding a message. A first-time reporter is trusted. */
export const isTrustedReporter = ({ createdAt, isConfirmed, wasMuted, upheld, dismissed }: Reporter, now: Date): boolean =>
  isConfirmed && !wasMuted && !isYoungInChat(createdAt, now) && dismissed <= upheld;

/** A room: a match has one for each language, a tipping group has one. */
export type ChatRoomName = { matchId: number; locale: Locale } | { groupId: string };

/** Returns the live topic of a room: its changes go to everybody who joined. */
export const chatTopic = (room: ChatRoomName): string =>
  'groupId' in room ? `${GROUP_TOPICS}${room.groupId}` : `chat:${room.matchId}:${room.locale}`;

/** Topics that members of the group alone may join begin with it. */
const GROUP_TOPICS = 'chat:group:';

/** Returns the group of a topic; null if the topic is no group's room. */
export const groupOfTopic = (topic: string): string | null => (topic.startsWith(GROUP_TOPICS) ? topic.slice(GROUP_TOPICS.length) : null);

/** The largest id that a match can have. */
const MATCH_ID_MAX = 2 ** 31 - 1;

/** Returns the room of a well-formed topic of the chat; null if no match can have its id. */
export function chatRoomOf(topic: string): ChatRoomName | null {
  const groupId = groupOfTopic(topic);
  if (groupId !== null) return { groupId };
  const [, id, locale] = topic.split(':');
  const matchId = Number(id);
  return matchId >= 1 && matchId <= MATCH_ID_MAX ? { matchId, locale: locale as Locale } : null;
}

/** A mute in a group's room by its owner or a helper lasts this many hours, or for good. */
export const GROUP_MUTE_HOURS = 24;
