import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatMessage } from '#contract/chat.ts';
import { announce } from '#web/lib/announcements.ts';
import { useUser } from '#web/lib/session.ts';
import { useIgnored } from './api.ts';
import { isBefore } from './room-view.ts';

/** So long after something was spoken nothing more is: who listens hears the match as well. */
const QUIET_MS = 5_000;

/**
 * Speaks what others say to whoever listens instead of looking: the first message at once, and what comes in the next seconds as a number.
 * Goals and cards are spoken by the match itself.
 */
export function useSpokenMessages(): (messages: readonly ChatMessage[]) => void {
  const t = useTranslations('chat');
  const ownHandle = useUser()?.public_handle;
  const ignored = useIgnored();
  const waiting = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastId = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const startQuiet = () => {
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (waiting.current === 0) return;
      announce(t('new_messages', { count: waiting.current }));
      waiting.current = 0;
      startQuiet();
    }, QUIET_MS);
  };

  return (messages) => {
    const news = messages.filter(
      ({ id, kind, removed, author }) =>
        kind === 'user' &&
        removed === null &&
        author !== null &&
        author.handle !== ownHandle &&
        !ignored.includes(author.handle) &&
        isBefore(lastId.current, id),
    );
    const last = news.at(-1);
    if (!last?.author) return;
    lastId.current = last.id;
    if (timer.current !== undefined) {
      waiting.current += news.length;
      return;
    }
    announce(news.length === 1 ? t('says', { name: last.author.name, text: last.text }) : t('new_messages', { count: news.length }));
    startQuiet();
  };
}
