import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TippedMatch } from '#contract/tipping-tips.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import { useOffline } from '#web/data/offline.ts';
import { sendAllWaiting, sendSoon, useSending } from './send-tips.ts';
import { followOtherTabs, forgetRefused, putTip, type RefusedTip, useOutbox } from './tip-outbox.ts';
import { asTip } from './tip-words.ts';

/** The caller's tip of a match as it is shown: what was entered here, or else what the server has. */
export interface RowTip {
  tip: Tip | null;
  isJoker: boolean;
  /** `waiting`: on this device until there is a network. `failed`: the server refused the request as a whole. */
  state: 'none' | 'saved' | 'saving' | 'waiting' | 'failed';
  refused: RefusedTip | null;
}

/** Sends what waits on this device for any group, as soon as there is a network. */
export function useWaitingTips(userId: string): void {
  const client = useQueryClient();
  const isUnreachable = useOffline((offline) => offline.isUnreachable);
  useEffect(() => {
    if (!isUnreachable) sendAllWaiting(client, userId);
  }, [client, userId, isUnreachable]);
}

/** Returns the user's tips of a group by match, and how to change them. Changes are kept on the device and sent in bursts. */
export function useRoundTips(userId: string, groupId: string) {
  const client = useQueryClient();
  const { pending, refused } = useOutbox(userId, groupId);
  const isSending = useSending(({ sending }) => sending[groupId] === true);
  const error = useSending(({ error: errors }) => errors[groupId] ?? null);
  const isUnreachable = useOffline((offline) => offline.isUnreachable);
  useEffect(followOtherTabs, []);
  useWaitingTips(userId);

  const stateOf = (): RowTip['state'] => {
    if (error !== null) return 'failed';
    return isUnreachable && !isSending ? 'waiting' : 'saving';
  };
  return {
    error,
    rowOf: ({ match, mine }: TippedMatch): RowTip => {
      const own = pending[match.id];
      const note = refused[match.id] ?? null;
      if (own) return { tip: own.tip, isJoker: own.isJoker, state: stateOf(), refused: null };
      if (!mine) return { tip: null, isJoker: false, state: 'none', refused: note };
      return { tip: asTip(mine), isJoker: mine.is_joker, state: 'saved', refused: note };
    },
    /** What was refused of matches that are no longer open: nobody can tip them again. */
    refusedOf: (items: readonly TippedMatch[]) =>
      items.flatMap((item) => {
        const note = refused[item.match.id];
        return note ? [{ item, refused: note }] : [];
      }),
    change: (matchId: number, tip: Tip | null, isJoker: boolean) => {
      putTip(userId, groupId, matchId, tip, isJoker);
      sendSoon(client, userId, groupId);
    },
    retry: () => sendSoon(client, userId, groupId, 0),
    dismiss: (matchIds: readonly number[]) => forgetRefused(userId, groupId, matchIds),
  };
}
