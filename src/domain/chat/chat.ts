import { isInPlay, type MatchStatus } from '#domain/matches/match-status.ts';
import type { Refusal } from '#domain/play-limits/play-limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';

/** Characters that a message may have (docs/rules.md#chat), counted as a reader counts them. */
export const CHAT_TEXT_MAX = 300;
/** Messages that are told on joining. */
export const CHAT_HISTORY = 50;
/** How many listen is told in these steps alone: a number that changes with everybody would be told all the time. */
export const CHAT_PRESENCE = [0, 1, 10, 50, 100, 500, 1_000, 5_000, 10_000] as const;
export type ChatPresence = (typeof CHAT_PRESENCE)[number];

/** A room before its match, during it, and after it: only while it is open anything is said. */
export const CHAT_STATES = ['idle', 'open', 'read_only'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** What can be wrong with a message, to whoever reports it. */
export const CHAT_REPORT_REASONS = ['spam', 'abuse', 'threat', 'spoiler', 'other'] as const;
export type ChatReportReason = (typeof CHAT_REPORT_REASONS)[number];
/** Characters of what a user says against a mute. */
export const CHAT_APPEAL_MAX = 1_000;

/** What is said is kept so long, and who was muted is remembered so long after it (docs/rules.md#retention). */
export const CHAT_KEPT_MS = 30 * DAY_MS;
/** Line-ups are out and people gather: a room opens so long before the planned kick-off. */
export const CHAT_OPENS_BEFORE_MS = 10 * MINUTE_MS;
/** A match of which no start was told by then is "suspected cancelled" (docs/rules.md#match-statuses), and its room goes back to sleep. */
export const CHAT_WAITS_MS = 2 * HOUR_MS;
/** A match that a feed has forgotten does not keep its room open for ever. */
export const CHAT_OPEN_MS_MAX = DAY_MS;

/** What of a match decides on its rooms. */
export interface ChatMatch {
  status: MatchStatus;
  /** Planned; null while it is not known. */
  kickoffAt: Date | null;
}

/** How the rooms of a match are: before, during and after it. A match that is put off goes back to "before". */
export function chatState({ status, kickoffAt }: ChatMatch, now: Date): ChatState {
  const sinceMs = kickoffAt === null ? null : now.getTime() - kickoffAt.getTime();
  if (isInPlay(status) || status === 'susp') return sinceMs !== null && sinceMs >= CHAT_OPEN_MS_MAX ? 'read_only' : 'open';
  if (status === 'tbd' || status === 'pst') return 'idle';
  if (status !== 'ns') return 'read_only';
  return sinceMs !== null && sinceMs >= -CHAT_OPENS_BEFORE_MS && sinceMs < CHAT_WAITS_MS ? 'open' : 'idle';
}

/** A room is measured by what was said in it in this time. */
export const CHAT_MEASURED_MS = 10 * SECOND_MS;
/** From so many messages in that time on, so many seconds between two of one user: the more is said, the slower each says it. */
const SLOW_STEPS = [
  { messages: 400, seconds: 30 },
  { messages: 150, seconds: 20 },
  { messages: 60, seconds: 10 },
  { messages: 20, seconds: 5 },
] as const;
/** In a room where little is said (docs/rules.md#chat). */
export const CHAT_SECONDS_BETWEEN = 2;
/** More than this need not be counted, and longer than this nobody waits. */
export const CHAT_MEASURED_MAX = SLOW_STEPS[0].messages;
export const CHAT_SECONDS_BETWEEN_MAX = SLOW_STEPS[0].seconds;

/** Seconds between two messages of one user in a room in which so many were said in the last ten. */
export const slowSeconds = (messages: number): number =>
  SLOW_STEPS.find((step) => messages >= step.messages)?.seconds ?? CHAT_SECONDS_BETWEEN;

const WINDOW_MS = 30 * SECOND_MS;
const WINDOW_MAX = 10;

/** When somebody last said something, all of it at most 30 seconds ago; the latest first. What is later than now is a clock's mistake. */
export interface ChatPace {
  /** In any room. */
  anywhere: readonly Date[];
  /** In this room; null for nothing. */
  here: Date | null;
  slowSeconds: number;
}

/** Milliseconds until somebody may say something again; 0 for now. */
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

/** Until when somebody is muted: null for no mute, 'none' for one without an end. */
export type MutedUntil = Date | 'none' | null;

/** What decides on whether somebody may say something now; that they are signed in and not disabled is known. */
export interface ChatFacts {
  /** Whether they have shown that they can be reached: an address, a phone or a Telegram account of theirs. */
  isConfirmed: boolean;
  mutedUntil: MutedUntil;
  state: ChatState;
}

/** Why somebody may not say something now; null when they may. What does not pass by itself comes first. */
export function checkMessage({
  isConfirmed,
  mutedUntil,
  state,
}: ChatFacts): Refusal<'contact_unconfirmed' | 'chat_muted' | 'chat_read_only'> | null {
  if (!isConfirmed) return { code: 'contact_unconfirmed' };
  if (mutedUntil !== null) return { code: 'chat_muted', params: { until: mutedUntil === 'none' ? 'none' : mutedUntil.toISOString() } };
  return state === 'open' ? null : { code: 'chat_read_only' };
}

/** Accounts as young as that post no links, and their reports hide nothing. */
export const CHAT_YOUNG_MS = 7 * DAY_MS;
export const isYoungInChat = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() < CHAT_YOUNG_MS;

/** So many reporters whom we trust hide a message until a moderator has looked at it. */
export const CHAT_REPORTS_HIDE = 3;

export interface Reporter {
  createdAt: Date;
  isConfirmed: boolean;
  /** Whether they were muted themselves at any time in the last 30 days. */
  wasMuted: boolean;
  /** What became of their own reports in these days. */
  upheld: number;
  dismissed: number;
}

/** Whether somebody's report counts towards hiding a message. Whoever reports for the first time is believed. */
export const isTrustedReporter = ({ createdAt, isConfirmed, wasMuted, upheld, dismissed }: Reporter, now: Date): boolean =>
  isConfirmed && !wasMuted && !isYoungInChat(createdAt, now) && dismissed <= upheld;
