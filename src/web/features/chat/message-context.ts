import { createContext, use } from 'react';
import type { ChatMessage } from '#contract/chat.ts';
import type { MatchDetail } from '#contract/matches.ts';

/** What can be done with a message, for as long as the room is on show: the same functions all the time, so that a new message draws no other anew. */
export interface MessageActions {
  match: Pick<MatchDetail, 'home' | 'away'>;
  /** Null where nothing can be written. */
  onReply: ((message: ChatMessage) => void) | null;
  onReport: (message: ChatMessage) => void;
  onDelete: (message: ChatMessage) => void;
  onIgnore: (message: ChatMessage) => void;
  /** What is focused when a menu has closed; null for the button that opened it. */
  focusAfterMenu: () => HTMLElement | null;
  /** Brings a message into sight. */
  onGoTo: (id: string) => void;
}

export const ActionsContext = createContext<MessageActions | null>(null);

export function useMessageActions(): MessageActions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error('A message outside a chat');
  return actions;
}

/** The message that a menu is about. */
export const MessageContext = createContext<ChatMessage | null>(null);

export function useMessage(): ChatMessage {
  const message = use(MessageContext);
  if (!message) throw new Error('A menu without a message');
  return message;
}
