import type { ChatMessage } from '#contract/chat.ts';

/** From so many messages a second on, a room's messages are told together (decisions of speed: docs/decisions/038). */
export const CROWDED_PER_SECOND = 20;
/** How often they are told then. */
export const CROWDED_EVERY_MS = 50;
/** Together at most: a page has to read them. */
const TOGETHER_MAX = 100;

/** How fast a room talks, and what waits to be told. */
export interface ChatPace {
  since: number;
  /** In the second that began at `since`, and in the one before. */
  count: number;
  countBefore: number;
  waiting: ChatMessage[];
  timer: NodeJS.Timeout | undefined;
}

export const newPace = (): ChatPace => ({ since: 0, count: 0, countBefore: 0, waiting: [], timer: undefined });

/**
 * Tells messages at once where little is said, and together with those of the next 50 ms where much is. `nowMs` in milliseconds; a clock
 * that jumps begins a second anew.
 */
export function sayPaced(pace: ChatPace, messages: readonly ChatMessage[], nowMs: number, tell: (messages: ChatMessage[]) => void): void {
  const elapsed = nowMs - pace.since;
  if (elapsed < 0 || elapsed >= 1_000) {
    pace.countBefore = elapsed >= 0 && elapsed < 2_000 ? pace.count : 0;
    pace.count = 0;
    pace.since = nowMs;
  }
  pace.count += messages.length;
  pace.waiting.push(...messages);
  const isCrowded = pace.count > CROWDED_PER_SECOND || pace.countBefore > CROWDED_PER_SECOND;
  if (!isCrowded || pace.waiting.length >= TOGETHER_MAX) flush(pace, tell);
  else pace.timer ??= setTimeout(() => flush(pace, tell), CROWDED_EVERY_MS);
}

/** Tells what waits, now. */
export function flush(pace: ChatPace, tell: (messages: ChatMessage[]) => void): void {
  clearTimeout(pace.timer);
  pace.timer = undefined;
  const { waiting } = pace;
  pace.waiting = [];
  if (waiting.length > 0) tell(waiting);
}
