import { v4 } from 'uuid';
import { create } from 'zustand';
import { TIP_OUTCOMES, type TipOutcome } from '#contract/tipping-tips.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import { recall, remember } from '#web/lib/storage.ts';

/**
 * Tips that were entered on this device and are not on the server yet. They are kept in the browser's storage until the server has said
 * what became of each, so that they survive a lost network, a reload and a closed tab; all tabs share them.
 */

/** A tip as it is to be; null takes it back. */
export interface PendingTip {
  tip: Tip | null;
  isJoker: boolean;
  /** Which edit this is: an answer to an earlier one does not settle it. */
  edit: string;
}

/** What the server refused, until the user has seen it or tips again. */
export interface RefusedTip {
  tip: Tip | null;
  outcome: Exclude<TipOutcome, 'saved'>;
}

export interface GroupOutbox {
  pending: Readonly<Record<string, PendingTip>>;
  refused: Readonly<Record<string, RefusedTip>>;
}

const PREFIX = 'tips:';
const EMPTY: GroupOutbox = { pending: {}, refused: {} };
/** More than a user can enter; a storage that somebody filled is cut. */
const KEPT_MAX = 500;

const keyOf = (userId: string, groupId: string): string => `${PREFIX}${userId}:${groupId}`;

/** The outboxes read so far, by their key. */
export const useOutboxes = create<Record<string, GroupOutbox>>(() => ({}));

/** Returns a group's outbox, and renders again when it changes, also in another tab. */
export function useOutbox(userId: string, groupId: string): GroupOutbox {
  const key = keyOf(userId, groupId);
  return useOutboxes((boxes) => boxes[key]) ?? readOutbox(userId, groupId);
}

/** Reads a group's outbox; the same object until it changes. */
export function readOutbox(userId: string, groupId: string): GroupOutbox {
  const key = keyOf(userId, groupId);
  const known = useOutboxes.getState()[key];
  if (known) return known;
  const read = parsed(recall(key));
  const text = JSON.stringify(read);
  const kept = unchanged.get(key);
  if (kept?.text === text) return kept.box;
  unchanged.set(key, { text, box: read });
  return read;
}
const unchanged = new Map<string, { text: string; box: GroupOutbox }>();

/** The ids of the groups for which tips of a user wait on this device. */
export function groupsWaiting(userId: string): string[] {
  const prefix = `${PREFIX}${userId}:`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix) && Object.keys(parsed(recall(key)).pending).length > 0)
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Changes an outbox. The change is applied to what is stored now: another tab may have written since. */
function changeOutbox(userId: string, groupId: string, change: (box: GroupOutbox) => GroupOutbox): void {
  const key = keyOf(userId, groupId);
  const stored = recall(key);
  const next = change(stored === null ? readOutbox(userId, groupId) : parsed(stored));
  const isEmpty = Object.keys(next.pending).length + Object.keys(next.refused).length === 0;
  remember(key, isEmpty ? null : JSON.stringify(next));
  useOutboxes.setState({ [key]: isEmpty ? EMPTY : next });
}

/** Puts a tip into the outbox, in place of an earlier one of the same match. */
export function putTip(userId: string, groupId: string, matchId: number, tip: Tip | null, isJoker: boolean): void {
  const edit = v4();
  changeOutbox(userId, groupId, ({ pending, refused }) => ({
    pending: { ...pending, [matchId]: { tip, isJoker, edit } },
    refused: without(refused, String(matchId)),
  }));
}

/** Notes what the server said of tips that were sent. A tip that was changed meanwhile stays, to be sent again. */
export function settleTips(
  userId: string,
  groupId: string,
  sent: Readonly<Record<string, PendingTip>>,
  outcomes: readonly { match_id: number; outcome: TipOutcome }[],
): void {
  changeOutbox(userId, groupId, (box) => {
    let { pending, refused } = box;
    for (const { match_id, outcome } of outcomes) {
      const id = String(match_id);
      if (sent[id] === undefined || pending[id]?.edit !== sent[id].edit) continue;
      pending = without(pending, id);
      if (outcome !== 'saved') refused = { ...refused, [id]: { tip: sent[id].tip, outcome } };
    }
    return { pending, refused };
  });
}

/** Removes the notes about refused tips of some matches. */
export const forgetRefused = (userId: string, groupId: string, matchIds: readonly number[]): void =>
  changeOutbox(userId, groupId, ({ pending, refused }) => ({
    pending,
    refused: matchIds.reduce((left, id) => without(left, String(id)), refused),
  }));

/** Removes everything of a group that the user is not in any more. */
export const dropOutbox = (userId: string, groupId: string): void => changeOutbox(userId, groupId, () => EMPTY);

/** Reads again what other tabs write, until the returned function is called. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    // What is stored now, not what the event tells: it may come late, after this tab has stored more.
    if (key?.startsWith(PREFIX)) useOutboxes.setState({ [key]: parsed(recall(key)) });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

const without = <T>(record: Readonly<Record<string, T>>, id: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== id));

/** Storage may contain anything: what is no tip is left out. */
function parsed(text: string | null): GroupOutbox {
  if (text === null) return EMPTY;
  try {
    const { pending, refused } = JSON.parse(text) as { pending?: unknown; refused?: unknown };
    return { pending: entriesOf(pending, isPending), refused: entriesOf(refused, isRefused) };
  } catch {
    return EMPTY;
  }
}

function entriesOf<T>(record: unknown, isOne: (value: unknown) => value is T): Record<string, T> {
  if (typeof record !== 'object' || record === null) return {};
  const entries = Object.entries(record).filter((entry): entry is [string, T] => /^[1-9]\d{0,9}$/.test(entry[0]) && isOne(entry[1]));
  return Object.fromEntries(entries.slice(0, KEPT_MAX));
}

const isTip = (value: unknown): value is Tip | null =>
  value === null || (Array.isArray(value) && value.length === 2 && value.every((count) => Number.isInteger(count) && count >= 0));

function isPending(value: unknown): value is PendingTip {
  const { tip, isJoker, edit } = (value ?? {}) as Partial<PendingTip>;
  return isTip(tip) && typeof isJoker === 'boolean' && typeof edit === 'string';
}

function isRefused(value: unknown): value is RefusedTip {
  const { tip, outcome } = (value ?? {}) as Partial<RefusedTip>;
  return isTip(tip) && outcome !== undefined && (outcome as TipOutcome) !== 'saved' && TIP_OUTCOMES.includes(outcome);
}
