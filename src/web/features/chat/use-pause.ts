import { useTicking } from '#web/lib/clock.ts';
import { type RoomName, topicOf } from './api.ts';
import { useOwnMessages } from './own-messages.ts';

/** Whole seconds until something can be sent in a room again; 0 for now. */
export function usePauseSeconds(room: RoomName): number {
  const until = useOwnMessages(({ pausedUntil }) => pausedUntil[topicOf(room)] ?? 0);
  return useTicking(1_000, (now) => Math.max(0, Math.ceil((until - now.getTime()) / 1_000)));
}
