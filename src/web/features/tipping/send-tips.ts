import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { putTips, TIPS_MAX, type TipOutcome, type TippingRoundReply } from '#contract/tipping-tips.ts';
import { ApiError } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { useSession } from '#web/data/session.ts';
import { groupKey, myGroupsQuery } from './api.ts';
import { dropOutbox, groupsWaiting, type PendingTip, readOutbox, settleTips } from './tip-outbox.ts';

/** Edits come in bursts, as a thumb presses a stepper: they are sent together, this long after the last. */
export const BURST_MS = 600;
/** Until the next attempt after a failure; the network's return is an attempt too. */
const RETRY_MS = 15_000;

/** Whether tips are being sent, by group; and why the last attempt failed, unless the network was just away. */
export const useSending = create<{ sending: Readonly<Record<string, boolean>>; error: Readonly<Record<string, unknown>> }>(() => ({
  sending: {},
  error: {},
}));

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Sends a group's tips soon: after `waitMs`, counted anew with each call. */
export function sendSoon(client: QueryClient, userId: string, groupId: string, waitMs = BURST_MS): void {
  clearTimeout(timers.get(groupId));
  timers.set(
    groupId,
    setTimeout(() => {
      timers.delete(groupId);
      void sendTips(client, userId, groupId);
    }, waitMs),
  );
}

/** Sends all that waits for any group, such as what was entered before a reload. */
export function sendAllWaiting(client: QueryClient, userId: string): void {
  for (const groupId of groupsWaiting(userId)) sendSoon(client, userId, groupId, 0);
}

/** Tabs send one after the other: the second finds nothing left to send. */
async function sendTips(client: QueryClient, userId: string, groupId: string): Promise<void> {
  const send = () => sendPending(client, userId, groupId);
  // Locks need a secure context; without them a tip may be sent twice, which changes nothing.
  if (navigator.locks) await navigator.locks.request(`tips:${groupId}`, send);
  else await send();
}

async function sendPending(client: QueryClient, userId: string, groupId: string): Promise<void> {
  // Another user may have signed in meanwhile: tips are sent in the name of whoever entered them, or not at all.
  if (useSession.getState().user?.id !== userId) return;
  const batch = Object.fromEntries(Object.entries(readOutbox(userId, groupId).pending).slice(0, TIPS_MAX));
  const tips = Object.entries(batch).map(([id, { tip, isJoker }]) => ({
    match_id: Number(id),
    tip: tip === null ? null : { home: tip[0], away: tip[1] },
    is_joker: isJoker,
  }));
  if (tips.length === 0) return;
  note(groupId, true, null);
  try {
    const { items, judged_at } = await call(putTips, { group_id: groupId, tips });
    showSaved(client, groupId, batch, items, judged_at);
    settleTips(userId, groupId, batch, items);
    note(groupId, false, null);
    void client.invalidateQueries({ queryKey: [...groupKey(groupId), 'round'] });
    void client.invalidateQueries({ queryKey: myGroupsQuery.queryKey });
    if (Object.keys(readOutbox(userId, groupId).pending).length > 0) sendSoon(client, userId, groupId);
  } catch (error) {
    fail(client, userId, groupId, error);
  }
}

function fail(client: QueryClient, userId: string, groupId: string, error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  note(groupId, false, status === 0 ? null : error);
  // No member any more, or no such group: its tips have nowhere to go.
  if (status === 404) dropOutbox(userId, groupId);
  // Signed out, or refused as they are: another attempt would end the same way. Tips stay until the user does something.
  else if (status < 400 || status >= 500 || status === 429) sendSoon(client, userId, groupId, RETRY_MS);
}

const note = (groupId: string, isSending: boolean, error: unknown): void =>
  useSending.setState(({ sending, error: errors }) => ({
    sending: { ...sending, [groupId]: isSending },
    error: { ...errors, [groupId]: error },
  }));

/** Shows what was saved before the rounds are fetched again, so that no row goes back for a moment. */
function showSaved(
  client: QueryClient,
  groupId: string,
  batch: Readonly<Record<string, PendingTip>>,
  outcomes: readonly { match_id: number; outcome: TipOutcome }[],
  judgedAt: string,
): void {
  const saved = new Map(outcomes.filter(({ outcome }) => outcome === 'saved').map(({ match_id }) => [match_id, batch[match_id]]));
  client.setQueriesData({ queryKey: [...groupKey(groupId), 'round'] }, (round: TippingRoundReply | undefined) => {
    if (!round) return round;
    const items = round.items.map((item) => {
      const sent = saved.get(item.match.id);
      if (sent === undefined) return item;
      const { tip, isJoker } = sent;
      return { ...item, mine: tip && { home: tip[0], away: tip[1], is_joker: isJoker, entered_at: judgedAt } };
    });
    return { ...round, items, jokers: { ...round.jokers, set: items.filter(({ mine }) => mine?.is_joker).length } };
  });
}
