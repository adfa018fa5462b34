import { CHAT_REFUSALS, sendChat } from '#contract/chat.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { type ClientMessage, clientMessage, type ServerMessage } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { verifyAccessToken } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { bytesOf, changeFrame, type Listener, type LiveHub } from './hub.ts';
import { hangUp, isAbove, type Line, type MessageWindow, sendFrame, wire } from './line.ts';

/** With how something is said in a room; null where nobody chats. */
type ConversationDeps = Pick<Deps, 'serverKeys' | 'now' | 'endedSessions' | 'log'> & { sendChat: SendChat | null };

/**
 * One socket's side of docs/rules.md#live-updates. One record, and no functions of its own: there are ten thousand of them, and most say
 * nothing for hours.
 */
export interface Conversation extends Listener, Line, MessageWindow {
  deps: ConversationDeps;
  hub: LiveHub;
  /** Topics, by the names the client knows them under. */
  joined: readonly string[];
  userId: string | null;
  isGreeted: boolean;
  isOver: boolean;
  badMessages: number;
  /** Ends the wait for a greeting, or the time of a token. */
  timer: NodeJS.Timeout | null;
  stopWatching: (() => void) | null;
  /** What is being done for a message that takes a moment; those that come meanwhile wait for it. */
  busy: Promise<void> | null;
  /** What had come when it was last asked whether it is there. */
  bytesHeard: number;
}

const TOPICS_MAX = 20;
const BAD_MESSAGES_MAX = 5;
/** More than a page ever needs at once: it joins and leaves when one moves on. */
const MESSAGES_MAX = 100;
const MESSAGES_WINDOW_MS = 10_000;
/** Of all sockets of an address: an office of a hundred pages, each of which has just moved on. */
const ADDRESS_MESSAGES_MAX = 1_000;
/** Whoever does not even say hello is no page of ours. */
const GREETING_MS_MAX = 10_000;

/** Begins to talk: hello or auth first, then join, leave and ping. */
export function converse(deps: ConversationDeps, hub: LiveHub, { socket, connection, address }: Line): Conversation {
  const talk: Conversation = {
    deps,
    hub,
    socket,
    connection,
    address,
    hear,
    sinceMs: 0,
    count: 0,
    joined: NOTHING,
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

function hear(this: Conversation, frame: Buffer): void {
  sendFrame(this, frame);
}

/** Takes a message; one after the other, though a token takes a moment to check. */
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

/** Does what is asked, now, or returns what it takes. */
function handle(talk: Conversation, message: ClientMessage): Promise<void> | undefined {
  if (message.t === 'auth') return authenticate(talk, message.token);
  if (message.t === 'hello') welcome(talk);
  else if (!talk.isGreeted) object(talk);
  else if (message.t === 'join') join(talk, message.topic);
  else if (message.t === 'leave') unsubscribe(talk, message.topic);
  else if (message.t === 'ping') sendMessage(talk, { t: 'pong' });
  else if (talk.deps.sendChat) return takeChatMessage(talk, talk.deps.sendChat, message);
  else object(talk);
}

export const sendMessage = (talk: Conversation, message: ServerMessage): void => sendFrame(talk, wire(message));

function unsubscribe(talk: Conversation, topic: string): void {
  if (!talk.joined.includes(topic)) return;
  talk.hub.leave(roomOf(talk, topic), talk);
  talk.joined = talk.joined.filter((other) => other !== topic);
}

/** `me` is another one for everybody. */
const roomOf = ({ userId }: Conversation, topic: string): string => (topic === 'me' ? `me:${userId}` : topic);

/** Waits no more. */
function stopWaiting(talk: Conversation): void {
  if (talk.timer) clearTimeout(talk.timer);
  talk.timer = null;
}

/** Signs in, or with null makes a guest of whoever was signed in. */
function become(talk: Conversation, id: string | null): void {
  if (id !== talk.userId) unsubscribe(talk, 'me');
  talk.userId = id;
  stopWaiting(talk);
  talk.stopWatching?.();
  talk.stopWatching = null;
}

function welcome(talk: Conversation): void {
  if (!talk.isGreeted && talk.userId === null) stopWaiting(talk);
  talk.isGreeted = true;
  sendMessage(talk, { t: 'welcome', signed_in: talk.userId !== null });
  if (talk.hub.isDegraded()) sendMessage(talk, { t: 'degraded', is_degraded: true });
}

async function authenticate(talk: Conversation, token: string): Promise<void> {
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

function join(talk: Conversation, topic: string): void {
  const { joined, userId } = talk;
  if (topic === 'me' && userId === null) sendMessage(talk, { t: 'error', code: 'unauthorized', topic });
  else if (!joined.includes(topic) && joined.length >= TOPICS_MAX) sendMessage(talk, { t: 'error', code: 'too_many_topics', topic });
  else subscribe(talk, topic);
}

function subscribe(talk: Conversation, topic: string): void {
  const room = roomOf(talk, topic);
  if (!talk.joined.includes(topic)) talk.joined = [...talk.joined, topic];
  const seq = talk.hub.join(room, talk);
  const band = talk.hub.bandOf(room);
  // A new subscriber has not received the number of viewers yet: it is sent as the first change.
  sendMessage(talk, { t: 'joined', topic, seq: band === null ? seq : seq - 1 });
  if (band !== null) sendFrame(talk, changeFrame(room, seq, bytesOf({ t: 'presence', band })));
}

function object(talk: Conversation): undefined {
  talk.badMessages += 1;
  sendMessage(talk, { t: 'error', code: 'invalid_payload' });
  if (talk.badMessages >= BAD_MESSAGES_MAX) rejectConnection(talk, 'too many bad messages');
}

/** The socket is gone, or about to go. */
export function end(talk: Conversation): void {
  talk.isOver = true;
  stopWaiting(talk);
  talk.stopWatching?.();
  talk.stopWatching = null;
  for (const topic of talk.joined) talk.hub.leave(roomOf(talk, topic), talk);
  talk.joined = NOTHING;
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

/** Stores and tells what a user says in a room, and returns the id it has. Throws an AppError that says why not. */
export type SendChat = (userId: string, message: ParsedInputOf<typeof sendChat>) => Promise<{ id: string }>;

type Said = Extract<ClientMessage, { t: 'chat' }>;
type Refusal = Extract<ServerMessage, { t: 'error' }>;

/** Says something for whoever is signed in here, and answers `sent`, or an error of the same `cid`. */
async function takeChatMessage(talk: Conversation, send: SendChat, { topic, cid, text, reply_to }: Said): Promise<void> {
  const say = (answer: ServerMessage) => {
    if (!talk.isOver) sendFrame(talk, wire(answer));
  };
  const [, id, locale] = topic.split(':');
  // A number that no match can have names none.
  const message = sendChat.input.safeParse({ id, locale, cid, text, ...(reply_to !== undefined && { reply_to }) });
  const refuse = (code: Refusal['code'], seconds?: number) =>
    say({ t: 'error', code, topic, cid, ...(seconds !== undefined && { seconds }) });
  if (talk.userId === null) return refuse('login_required');
  if (!message.success) return refuse('not_found');
  try {
    const sent = await send(talk.userId, message.data);
    say({ t: 'sent', topic, cid, id: sent.id });
  } catch (error) {
    if (!(error instanceof AppError)) talk.deps.log.error({ err: error }, 'a message of a chat was not stored');
    refuse(codeOf(error), error instanceof AppError ? secondsOf(error) : undefined);
  }
}

const TOLD: ReadonlySet<string> = new Set<Refusal['code']>([...CHAT_REFUSALS, 'invalid_payload', 'unauthorized']);

/** What the closed set of the socket's errors has for an error: whatever else went wrong, the message was not kept. */
const codeOf = (error: unknown): Refusal['code'] =>
  error instanceof AppError && TOLD.has(error.code) ? (error.code as Refusal['code']) : 'store_failed';

const secondsOf = ({ params }: AppError): number | undefined => (typeof params?.seconds === 'number' ? params.seconds : undefined);
