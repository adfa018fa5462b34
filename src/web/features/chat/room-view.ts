import type { ChatMessage, getChat } from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';

/** A page of a room, as the server tells it. */
export type RoomPage = ReplyOf<typeof getChat>;

/** A room as the page has it. */
export interface RoomView extends RoomPage {
  /** The reader is further up: what comes in must not move what they read. */
  is_reading: boolean;
  /** Newer messages than these were left out while somebody read further up: the end has to be fetched again. */
  is_cut: boolean;
  /** How many came in since the reader left the end. */
  unseen: number;
}

/** Messages that a page holds: enough to read back, and few enough for every phone to scroll. */
export const HELD_MAX = 300;

const beginning = (page: RoomPage): RoomView => ({ ...page, is_reading: false, is_cut: false, unseen: 0 });

/** Ids are decimal numbers that rise with time, and may have more and more digits. */
export const isBefore = (one: string, other: string): boolean => (one.length === other.length ? one < other : one.length < other.length);

/** A room after its last messages were asked for, once more or for the first time. */
export function withLatest(known: RoomView | undefined, page: RoomPage): RoomView {
  if (!known || known.items.length === 0) return beginning(page);
  const ids = new Set(known.items.map(({ id }) => id));
  if (!known.is_cut && page.items.some(({ id }) => ids.has(id))) return withMessages({ ...known, room: page.room }, page.items);
  if (!known.is_reading) return beginning(page);
  // More was said in between than a page holds: what is being read stays, and the end is a press away.
  return { ...known, room: page.room, is_cut: true, unseen: Math.max(known.unseen, page.items.length) };
}

/** A room with messages in it that were told just now: new ones, and known ones that have changed. */
export function withMessages(view: RoomView, messages: readonly ChatMessage[]): RoomView {
  const told = new Map(messages.map((message) => [message.id, message]));
  const first = view.items[0]?.id;
  const items = view.items.map((item) => told.get(item.id) ?? item);
  for (const { id } of view.items) told.delete(id);
  // What lies before all that is here belongs to a page further up.
  const added = [...told.values()].filter(({ id }) => first === undefined || !isBefore(id, first));
  const unseen = view.is_reading ? view.unseen + added.length : 0;
  if (view.is_cut) return { ...view, items, unseen };
  return trimmed({ ...view, items: [...items, ...added].toSorted(byId), unseen });
}

const byId = (one: ChatMessage, other: ChatMessage): number => (isBefore(one.id, other.id) ? -1 : 1);

/** A room with a page further up before what is here. */
export function withOlder(view: RoomView, page: RoomPage): RoomView {
  const ids = new Set(view.items.map(({ id }) => id));
  const items = [...page.items.filter(({ id }) => !ids.has(id)), ...view.items];
  return trimmed({ ...view, items, has_more: page.has_more, is_reading: true });
}

/** Leaves out what is furthest from where the reader is. */
function trimmed(view: RoomView): RoomView {
  if (view.items.length <= HELD_MAX) return view;
  if (view.is_reading) return { ...view, items: view.items.slice(0, HELD_MAX), is_cut: true };
  return { ...view, items: view.items.slice(-HELD_MAX), has_more: true };
}

/** A room whose reader has left the end, or come to it. The end of what is left is not the room's. */
export function whileReading(view: RoomView, isReading: boolean): RoomView {
  if (view.is_reading === isReading || (!isReading && view.is_cut)) return view;
  return { ...view, is_reading: isReading, unseen: isReading ? view.unseen : 0 };
}
