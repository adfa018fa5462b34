import type { ChatMessage } from '#contract/chat.ts';
import { MINUTE_MS } from '#domain/time.ts';

const minuteOf = (at: string): number => Math.floor(Date.parse(at) / MINUTE_MS);

/** Whether a message goes on where the one above it ended: the same author in the same minute, with nothing in between. */
export const isContinued = (message: ChatMessage, above: ChatMessage | undefined): boolean =>
  message.kind === 'user' &&
  above?.kind === 'user' &&
  message.author !== null &&
  message.author.handle === above.author?.handle &&
  message.reply_to === null &&
  minuteOf(message.at) === minuteOf(above.at);
