import type { ChatMessage, getChat, getGroupChat } from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';

/** A page of a room, as returned by the server. `group_mute`: in a group's room, what keeps the user from writing there. */
export type RoomPage = ReplyOf<typeof getChat> & Partial<Pick<ReplyOf<typeof getGroupChat>, 'group_mute'>>;

/** The client's state of a room. */
export interface RoomView extends RoomPage {
  /** Whether the reader is further up: new messages must not move what they read. */
  is_reading: boolean;
  /** Whether newer messages were dropped while the reader was further up: the end has to be refetched. */
  is_cut: boolean;
  /** Number of messages received since the reader left the end. */
  unseen: number;
}

/** Maximum number of messages held: enough to read back, and few enough for any phone to scroll. */
export const HELD_MAX = 300;

const aboutRoom = ({ room, group_mute }: RoomPage) => ({ room, ...(group_mute !== undefined && { group_mute }) });

const beginning = (page: RoomPage): RoomView => ({ ...page, is_reading: false, is_cut: false, unseen: 0 });

/** Ids are decimal numbers that increase with time, and may grow in length. */
export const isBefore = (one: string, other: string): boolean => (one.length === other.length ? one < other : one.length < other.length);

/** Returns the room after its latest messages were fetched, for the first time or again. */
export function withLatest(known: RoomView | undefined, page: RoomPage): RoomView {
  if (!known || known.items.length === 0) return beginning(page);
  const ids = new Set(known.items.map(({ id }) => id));
  if (!known.is_cut && page.items.some(({ id }) => ids.has(id))) return withMessages({ ...known, ...aboutRoom(page) }, page.items);
  if (!known.is_reading) return beginning(page);
  // The gap is longer than a page: the messages being read stay, and the end can be loaded on request.
  return { ...known, ...aboutRoom(page), is_cut: true, unseen: Math.max(known.unseen, page.items.length) };
}

/** Returns the room with pushed messages: new ones, and changed ones. */
export function withMessages(view: RoomView, messages: readonly ChatMessage[]): RoomView {
  const told = new Map(messages.map((message) => [message.id, message]));
  const first = view.items[0]?.id;
  const items = view.items.map((item) => told.get(item.id) ?? item);
  for (const { id } of view.items) told.delete(id);
  // Messages before the first loaded one belong to an older page.
  const added = [...told.values()].filter(({ id }) => first === undefined || !isBefore(id, first));
  const unseen = view.is_reading ? view.unseen + added.length : 0;
  if (view.is_cut) return { ...view, items, unseen };
  return trimmed({ ...view, items: [...items, ...added].toSorted(byId), unseen });
}

const byId = (one: ChatMessage, other: ChatMessage): number => (isBefore(one.id, other.id) ? -1 : 1);

/** Returns the room with an older page added. */
export function withOlder(view: RoomView, page: RoomPage): RoomView {
  const ids = new Set(view.items.map(({ id }) => id));
  const items = [...page.items.filter(({ id }) => !ids.has(id)), ...view.items];
  return trimmed({ ...view, items, has_more: page.has_more, is_reading: true });
}

/** Drops the messages furthest from the reader's position. */
function trimmed(view: RoomView): RoomView {
  if (view.items.length <= HELD_MAX) return view;
  if (view.is_reading) return { ...view, items: view.items.slice(0, HELD_MAX), is_cut: true };
  return { ...view, items: view.items.slice(-HELD_MAX), has_more: true };
}

/** Returns the room after its reader left or reached the end. If messages were dropped, the list's end is not the room's. */
export function whileReading(view: RoomView, isReading: boolean): RoomView {
  if (view.is_reading === isReading || (!isReading && view.is_cut)) return view;
  return { ...view, is_reading: isReading, unseen: isReading ? view.unseen : 0 };
}
