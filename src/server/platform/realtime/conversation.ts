import { CHAT_REFUSALS, type TipRef } from '#contract/chat.ts';
import { type ClientMessage, clientMessage, type ServerMessage, SPREAD_MS_MAX } from '#contract/live.ts';
import { isStreamTopic } from '#contract/v1/stream.ts';
import { type ChatRoomName, chatRoomOf, groupOfTopic } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';
import { verifyAccessToken } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { bytesOf, encodeChange, type Listener, type LiveHub } from './hub.ts';
import { encode, hangUp, isAbove, type Line, type MessageWindow, sendEncoded } from './line.ts';

/** `sendChat` and `findPresent` are null where there is no chat, and `openByKey` where there are no API keys. */
type ConversationDeps = Pick<Deps, 'serverKeys' | 'now' | 'endedSessions' | 'log'> & {
  sendChat: SendChat | null;
  findPresent: FindPresent | null;
  openByKey: OpenByKey | null;
  /** The number of sockets of this process. */
  countSockets: () => number;
};

/** Where a socket joins topics. */
export type Rooms = Pick<LiveHub, 'join' | 'leave' | 'bandOf' | 'isDegraded'>;

/** What an API key opens: rooms with the changes of the open API, and what to call when the socket ends. */
export interface OpenedByKey {
  rooms: Rooms;
  leave: () => void;
}

/** Opens the rooms for an API key; `onEnd` is called when the key ends. Throws an AppError if the key may not. */
export type OpenByKey = (key: string, address: string, onEnd: () => void) => Promise<OpenedByKey>;

/**
 * The state of one socket (docs/rules.md#live-updates). It is one record without functions of its own: there are ten thousand of them, and
 * most are silent for hours.
 */
export interface Conversation extends Listener, Line, MessageWindow {
  deps: ConversationDeps;
  hub: Rooms;
  /** Null for the pages of the site. */
  byKey: OpenedByKey | null;
  /** Topics, by the names that the client uses. */
  joined: readonly string[];
  /** What watches the memberships of the groups whose rooms are joined, by topic; null while there are none. */
  watches: Map<string, MembershipWatch> | null;
  userId: string | null;
  isGreeted: boolean;
  isOver: boolean;
  badMessages: number;
  /** The timer of the greeting, or of the token's expiry. */
  timer: NodeJS.Timeout | null;
  stopWatching: (() => void) | null;
  /** The asynchronous handling of a message; later messages wait for it. */
  busy: Promise<void> | null;
  /** The bytes received when the socket was last probed. */
  bytesHeard: number;
}

const TOPICS_MAX = 20;
const BAD_MESSAGES_MAX = 5;
/** More than a page ever needs at once: it joins and leaves topics when the user navigates. */
const MESSAGES_MAX = 100;
const MESSAGES_WINDOW_MS = 10_000;
/** For all sockets of an address: an office of a hundred pages, each of which has just navigated. */
const ADDRESS_MESSAGES_MAX = 1_000;
/** Clients that send no greeting within this time are not our pages. */
const GREETING_MS_MAX = 10_000;

/** Starts the protocol: hello or auth first, then join, leave and ping. */
export function converse(deps: ConversationDeps, hub: LiveHub, { socket, connection, address }: Line): Conversation {
  const talk: Conversation = {
    deps,
    hub,
    byKey: null,
    socket,
    connection,
    address,
    hear,
    sinceMs: 0,
    count: 0,
    joined: NOTHING,
    watches: null,
    userId: null,
    isGreeted: false,
    isOver: false,
    badMessages: 0,
    timer: null,
    stopWatching: null,
    busy: null,
    bytesHeard: -1,
  };
  talk.timer = setTimeout(rejectConnection, GREETING_MS_MAX, talk, 'no hello');
  return talk;
}

const NOTHING: readonly string[] = [];

function hear(this: Conversation, message: Buffer): void {
  sendEncoded(this, message);
}

/** Receives a message. Messages are handled in order, although checking a token takes a moment. */
export function receive(talk: Conversation, data: Buffer, isBinary: boolean): void {
  if (talk.isOver) return;
  const nowMs = talk.deps.now().getTime();
  if (isAbove(talk, nowMs, MESSAGES_MAX, MESSAGES_WINDOW_MS)) rejectConnection(talk, 'too many messages');
  else if (isAbove(talk.address, nowMs, ADDRESS_MESSAGES_MAX, MESSAGES_WINDOW_MS))
    sendMessage(talk, { t: 'error', code: 'rate_limited', seconds: MESSAGES_WINDOW_MS / 1_000 });
  else take(talk, data, isBinary);
}

function take(talk: Conversation, data: Buffer, isBinary: boolean): void {
  const message = isBinary ? null : parse(data);
  const act = () => (talk.isOver ? undefined : message ? handle(talk, message) : object(talk));
  const done = talk.busy ? talk.busy.then(act) : act();
  if (!done) return;
  const busy: Promise<void> = done
    .catch((error) => talk.deps.log.error({ err: error }, 'a message of a socket was not answered'))
    .then(() => {
      if (talk.busy === busy) talk.busy = null;
    });
  talk.busy = busy;
}

/** Handles a message, at once or as the returned promise. */
function handle(talk: Conversation, message: ClientMessage): Promise<void> | undefined {
  if (message.t === 'auth')
    return message.key === undefined ? authenticate(talk, message.token ?? '') : authenticateByKey(talk, message.key);
  if (message.t === 'hello') welcome(talk);
  else if (!talk.isGreeted) object(talk);
  else if (message.t === 'join') return join(talk, message.topic);
  else if (message.t === 'leave') unsubscribe(talk, message.topic);
  else if (message.t === 'ping') sendMessage(talk, { t: 'pong' });
  else if (talk.deps.sendChat) return takeChatMessage(talk, talk.deps.sendChat, message);
  else object(talk);
}

export const sendMessage = (talk: Conversation, message: ServerMessage): void => sendEncoded(talk, encode(message));

function unsubscribe(talk: Conversation, topic: string): void {
  if (!talk.joined.includes(topic)) return;
  talk.hub.leave(roomOf(talk, topic), talk);
  unwatch(talk, topic);
  talk.joined = talk.joined.filter((other) => other !== topic);
}

/** Returns the topic in the hub: `me` differs for each user. */
const roomOf = ({ userId }: Conversation, topic: string): string => (topic === 'me' ? `me:${userId}` : topic);

/** Stops the timer. */
function stopWaiting(talk: Conversation): void {
  if (talk.timer) clearTimeout(talk.timer);
  talk.timer = null;
}

/** Signs in as a user, or with null becomes a guest. */
function become(talk: Conversation, id: string | null): void {
  if (id !== talk.userId) for (const topic of talk.joined) if (topic === 'me' || groupOfTopic(topic) !== null) unsubscribe(talk, topic);
  talk.userId = id;
  stopWaiting(talk);
  talk.stopWatching?.();
  talk.stopWatching = null;
}

function welcome(talk: Conversation): void {
  if (!talk.isGreeted && talk.userId === null) stopWaiting(talk);
  talk.isGreeted = true;
  const spreadMs = spreadOf(talk.deps.countSockets());
  sendMessage(talk, { t: 'welcome', signed_in: talk.userId !== null, ...(spreadMs > 0 && { spread_ms: spreadMs }) });
  if (talk.hub.isDegraded()) sendMessage(talk, { t: 'degraded', is_degraded: true });
}

/** How many pages of a process that died come back to the others each second; together they let in more. */
const RETURNING_PER_SECOND = 2_000;
/** So few come back without spreading. */
const SPREAD_SOCKETS_MIN = 500;

/**
 * Returns over how many milliseconds the sockets of a process spread their return if it dies: else all would come back within half a second,
 * and the processes that are left would answer nobody meanwhile.
 */
export const spreadOf = (sockets: number): number =>
  sockets < SPREAD_SOCKETS_MIN ? 0 : Math.min(SPREAD_MS_MAX, Math.round((sockets * 1_000) / RETURNING_PER_SECOND));

/** Lets a program in by its API key. A socket that is refused is closed: without its key it would get the messages of the site's own pages. */
async function authenticateByKey(talk: Conversation, key: string): Promise<void> {
  if (talk.byKey !== null || talk.deps.openByKey === null) return object(talk);
  try {
    const opened = await talk.deps.openByKey(key, talk.address.name, () => rejectConnection(talk, 'the key has ended'));
    if (talk.isOver) return opened.leave();
    for (const topic of talk.joined) unsubscribe(talk, topic);
    become(talk, null);
    talk.byKey = opened;
    talk.hub = opened.rooms;
    welcome(talk);
  } catch (error) {
    if (!(error instanceof AppError)) talk.deps.log.error({ err: error }, 'a key of a socket was not checked');
    sendMessage(talk, { t: 'error', code: error instanceof AppError && error.status === 429 ? 'rate_limited' : 'unauthorized' });
    rejectConnection(talk, 'the key is not admitted');
  }
}

async function authenticate(talk: Conversation, token: string): Promise<void> {
  if (talk.byKey !== null) return object(talk);
  const { serverKeys, endedSessions, now } = talk.deps;
  const at = now();
  const known = await verifyAccessToken(serverKeys, token, at).catch(() => null);
  if (talk.isOver) return;
  const user = known && !endedSessions.has(known.sessionId) ? known : null;
  become(talk, user?.id ?? null);
  if (user === null) sendMessage(talk, { t: 'error', code: 'unauthorized' });
  else {
    talk.timer = setTimeout(expire, user.expiresAt.getTime() - at.getTime(), talk);
    talk.stopWatching = endedSessions.watch(user.sessionId, () => expire(talk));
  }
  welcome(talk);
}

function expire(talk: Conversation): void {
  become(talk, null);
  welcome(talk);
}

function join(talk: Conversation, topic: string): Promise<void> | undefined {
  const { joined, userId } = talk;
  const groupId = groupOfTopic(topic);
  if ((topic === 'me' && userId === null) || (talk.byKey !== null && !isStreamTopic(topic)))
    sendMessage(talk, { t: 'error', code: 'unauthorized', topic });
  else if (!joined.includes(topic) && joined.length >= TOPICS_MAX) sendMessage(talk, { t: 'error', code: 'too_many_topics', topic });
  else if (groupId === null) subscribe(talk, topic);
  else if (userId === null) sendMessage(talk, { t: 'error', code: 'login_required', topic });
  else return watch(talk, topic, groupId, userId);
  return undefined;
}

/** Follows one membership while the room of its group is joined. */
interface MembershipWatch extends Listener {
  userId: string;
  groupId: string;
  /** Counts the checks: an answer counts only if no later check has begun. */
  checks: number;
}

/** The topic on which the end of a membership is published, to stop the member's sockets at once. */
export const leftTopic = (groupId: string, userId: string): string => `tipping-left:${groupId}:${userId}`;

/** Joins a group's room once the membership is checked. From before the check on, the end of the membership is heard. */
function watch(talk: Conversation, topic: string, groupId: string, userId: string): Promise<void> {
  if (!talk.joined.includes(topic)) talk.joined = [...talk.joined, topic];
  talk.watches ??= new Map();
  const known = talk.watches.get(topic);
  // The change may also be that some were missed: the room is left at once, and joined again by those who are still members.
  const hear = () => {
    talk.hub.leave(topic, talk);
    void admit(talk, topic);
  };
  if (!known) {
    const membership = { userId, groupId, checks: 0, hear };
    talk.watches.set(topic, membership);
    talk.hub.join(leftTopic(groupId, userId), membership);
  }
  return admit(talk, topic);
}

function unwatch(talk: Conversation, topic: string): void {
  const membership = talk.watches?.get(topic);
  if (!membership) return;
  talk.watches?.delete(topic);
  talk.hub.leave(leftTopic(membership.groupId, membership.userId), membership);
}

/** Lets the user hear a group's room if they are a member now; otherwise, and if that cannot be found out, the room is left. */
async function admit(talk: Conversation, topic: string): Promise<void> {
  const membership = talk.watches?.get(topic);
  if (!membership) return;
  membership.checks += 1;
  const { checks } = membership;
  const present = await talk.deps.findPresent?.([membership]).catch((error: unknown) => {
    talk.deps.log.warn({ err: error }, 'a membership could not be checked');
    return null;
  });
  if (talk.isOver || talk.watches?.get(topic) !== membership || membership.checks !== checks) return;
  if (present?.has(pairOf(membership))) subscribe(talk, topic);
  else dismiss(talk, topic);
}

/** Leaves a group's room for a user who is not, or no longer, a member. */
function dismiss(talk: Conversation, topic: string): void {
  unsubscribe(talk, topic);
  sendMessage(talk, { t: 'error', code: 'not_found', topic });
}

const pairOf = ({ groupId, userId }: MembershipWatch): string => `${groupId} ${userId}`;

/**
 * Dismisses users whose membership ended without being heard here, as without Redis of what other processes do. One query for all
 * conversations; a failed one is tried again the next time.
 */
export async function recheckMembers(talks: Iterable<Conversation>, { findPresent, log }: ConversationDeps): Promise<void> {
  const watched = [...talks].flatMap((talk) => [...(talk.watches ?? [])].map(([topic, membership]) => ({ talk, topic, membership })));
  if (watched.length === 0 || findPresent === null) return;
  try {
    const present = await findPresent(watched.map(({ membership }) => membership));
    for (const { talk, topic, membership } of watched) {
      if (talk.watches?.get(topic) === membership && !present.has(pairOf(membership))) dismiss(talk, topic);
    }
  } catch (error) {
    log.warn({ err: error }, 'memberships could not be checked');
  }
}

function subscribe(talk: Conversation, topic: string): void {
  const room = roomOf(talk, topic);
  if (!talk.joined.includes(topic)) talk.joined = [...talk.joined, topic];
  const seq = talk.hub.join(room, talk);
  const band = talk.hub.bandOf(room);
  // A new subscriber has not received the number of viewers yet: it is sent as the first change.
  sendMessage(talk, { t: 'joined', topic, seq: band === null ? seq : seq - 1 });
  if (band !== null) sendEncoded(talk, encodeChange(room, seq, bytesOf({ t: 'presence', band })));
}

function object(talk: Conversation): undefined {
  talk.badMessages += 1;
  sendMessage(talk, { t: 'error', code: 'invalid_payload' });
  if (talk.badMessages >= BAD_MESSAGES_MAX) rejectConnection(talk, 'too many bad messages');
}

/** Cleans up when the socket is closed or about to be. */
export function end(talk: Conversation): void {
  talk.isOver = true;
  stopWaiting(talk);
  talk.stopWatching?.();
  talk.stopWatching = null;
  for (const topic of talk.joined) unsubscribe(talk, topic);
  talk.joined = NOTHING;
  talk.byKey?.leave();
}

function rejectConnection(talk: Conversation, reason: string): void {
  end(talk);
  hangUp(talk, reason);
}

function parse(data: Buffer): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(data.toString('utf8')));
  } catch {
    return null;
  }
}

/** Stores and publishes a chat message of a user, and returns its id. Throws an AppError if it is refused. */
export type SendChat = (
  userId: string,
  message: { room: ChatRoomName; cid: string; text: string; reply_to?: string | undefined; about?: TipRef | undefined },
) => Promise<{ id: string }>;

/** Returns which of these users, each with a group, are members now, as `<group id> <user id>`. */
export type FindPresent = (asked: readonly { groupId: string; userId: string }[]) => Promise<ReadonlySet<string>>;

type Said = Extract<ClientMessage, { t: 'chat' }>;
type Refusal = Extract<ServerMessage, { t: 'error' }>;

/** Sends a chat message of the signed-in user, and answers `sent`, or an error with the same `cid`. */
async function takeChatMessage(talk: Conversation, send: SendChat, { topic, cid, text, reply_to, about }: Said): Promise<void> {
  const say = (answer: ServerMessage) => {
    if (!talk.isOver) sendMessage(talk, answer);
  };
  const room = chatRoomOf(topic);
  const refuse = (code: Refusal['code'], seconds?: number) =>
    say({ t: 'error', code, topic, cid, ...(seconds !== undefined && { seconds }) });
  if (talk.userId === null) return refuse('login_required');
  if (room === null) return refuse('not_found');
  try {
    const sent = await send(talk.userId, { room, cid, text, reply_to, about });
    say({ t: 'sent', topic, cid, id: sent.id });
  } catch (error) {
    if (!(error instanceof AppError)) talk.deps.log.error({ err: error }, 'a message of a chat was not stored');
    refuse(codeOf(error), error instanceof AppError ? secondsOf(error) : undefined);
  }
}

const TOLD: ReadonlySet<string> = new Set<Refusal['code']>([...CHAT_REFUSALS, 'invalid_payload', 'unauthorized']);

/** Maps an error to one of the socket's error codes; after any other error, the message was not stored. */
const codeOf = (error: unknown): Refusal['code'] =>
  error instanceof AppError && TOLD.has(error.code) ? (error.code as Refusal['code']) : 'store_failed';

const secondsOf = ({ params }: AppError): number | undefined => (typeof params?.seconds === 'number' ? params.seconds : undefined);
