import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { TippingRoundReply } from '#contract/tipping-tips.ts';
import { recall, remember } from '#web/lib/storage.ts';

/**
 * The round that a user last opened in a group, kept on the device: without a network, its matches can still be tipped after a reload. Only
 * matches that were open are kept, which have no result yet: nothing that the spoiler shield hides is stored.
 */
interface Kept {
  version: typeof VERSION;
  group: TippingGroup;
  round: TippingRoundReply;
}

/** Of the shape of what is kept; anything older is ignored. */
const VERSION = 1;
/** A browser keeps a few megabytes for the whole site. */
const MATCHES_MAX = 60;
const keyOf = (userId: string, groupId: string): string => `tipping-round:${userId}:${groupId}`;

/** Keeps a round's open matches; none replaces what was kept before. */
export function keepRound(userId: string, group: TippingGroup, round: TippingRoundReply): void {
  const items = round.items.filter(({ state }) => state === 'open').slice(0, MATCHES_MAX);
  // The code lets anyone in: it is not left on the device.
  const kept: Kept = { version: VERSION, group: { ...group, code: null }, round: { ...round, items, points: 0 } };
  remember(keyOf(userId, group.id), items.length > 0 ? JSON.stringify(kept) : null);
}

/** Returns what is kept of a group, or null. */
export function keptRound(userId: string, groupId: string): Omit<Kept, 'version'> | null {
  try {
    const kept = JSON.parse(recall(keyOf(userId, groupId)) ?? 'null') as Kept | null;
    return kept?.version === VERSION ? kept : null;
  } catch {
    return null;
  }
}
