import { createContext, use } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatMessage, CommentedTip } from '#contract/chat.ts';
import type { MatchDetail } from '#contract/matches.ts';
import type { GroupMuteHours } from './api.ts';

/** Actions on messages. The functions stay identical while the room is visible, so that a new message re-renders no other. */
export interface MessageActions {
  /** Null in a group's room. */
  match: Pick<MatchDetail, 'home' | 'away'> | null;
  /** Null if the user cannot write. */
  onReply: ((message: ChatMessage) => void) | null;
  onReport: (message: ChatMessage) => void;
  onDelete: (message: ChatMessage) => void;
  onIgnore: (message: ChatMessage) => void;
  /** Null except for the owner and helpers of a group. */
  moderate: { onRemove: (message: ChatMessage) => void; onMute: (message: ChatMessage, hours: GroupMuteHours) => void } | null;
  /** Returns the element to focus after a menu has closed; null for the menu's button. */
  focusAfterMenu: () => HTMLElement | null;
  /** Scrolls to a message. */
  onGoTo: (id: string) => void;
}

/** Writes a tip: "2–1", or "Avalon by 6–10". */
export type TipShown = (match: CommentedTip['match'], tip: [number, number]) => string;

/** How tips are written that messages comment on; null where they are not shown. */
export const TipContext = createContext<TipShown | null>(null);

export const ActionsContext = createContext<MessageActions | null>(null);

export function useMessageActions(): MessageActions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error('A message outside a chat');
  return actions;
}

/** Returns the name of authors who are not named: their account is deleted, or they are no longer in the group. */
export function useNobody(): string {
  const t = useTranslations('chat');
  return t(use(ActionsContext)?.match === null ? 'group.former' : 'nobody');
}

/** The message that a menu belongs to. */
export const MessageContext = createContext<ChatMessage | null>(null);

export function useMessage(): ChatMessage {
  const message = use(MessageContext);
  if (!message) throw new Error('A menu without a message');
  return message;
}
