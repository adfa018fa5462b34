import type { ChatMessage } from '#contract/chat.ts';

export type ChatAuthor = NonNullable<ChatMessage['author']>;

/** Who has written in a room, the last one first, each once; without those in `except`. */
export function authorsOf(messages: readonly ChatMessage[], except: readonly string[]): ChatAuthor[] {
  const authors = new Map<string, ChatAuthor>();
  for (const { author } of messages.toReversed()) {
    if (author && !except.includes(author.handle) && !authors.has(author.handle)) authors.set(author.handle, author);
  }
  return [...authors.values()];
}
