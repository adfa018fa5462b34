import type { ChatState } from '#domain/chat/chat.ts';
import type { LiveStatus } from '#web/data/live-client.ts';

/** How a chat is, as docs/rules.md#chat names it. */
export type ChatStatus = 'open' | 'connecting' | 'closed' | 'error' | 'idle';

interface ChatFacts {
  /** Undefined while the room is not known. */
  room: ChatState | undefined;
  /** Whether operators have the chat open for everybody. */
  isOn: boolean;
  live: LiveStatus;
  /** The room could not be had. */
  hasFailed: boolean;
}

/** What the match and the operators say of a room goes before what the connection is worth: over is over without one, too. */
export function chatStatus({ room, isOn, live, hasFailed }: ChatFacts): ChatStatus {
  if (room === 'read_only' || !isOn) return 'closed';
  if (room === 'idle') return 'idle';
  if (live === 'polling' || hasFailed) return 'error';
  return room === undefined || live === 'connecting' ? 'connecting' : 'open';
}

/** Whether something can be said, as far as the room goes: without a connection it is sent by a request. */
export const isWritable = (status: ChatStatus): boolean => status !== 'idle' && status !== 'closed';
