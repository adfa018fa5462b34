import { type ClientMessage, clientMessage, type ServerMessage } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { verifyAccessToken } from '#server/http/access-token.ts';
import { type SendChat, takeChatMessage } from './chat-message.ts';
import { wire } from './frame.ts';
import { bytesOf, changeFrame, type Listener, type LiveHub } from './hub.ts';
import { isAbove, type MessageWindow, newWindow } from './message-window.ts';

/** What a conversation needs of a socket. */
export interface Line {
  send: (frame: Buffer) => void;
  /** Hangs up on somebody who does not keep to the rules. */
  refuse: (reason: string) => void;
  /** What came from this address lately, over all its sockets. */
  ofAddress: MessageWindow;
}

/** With how something is said in a room; null where nobody chats. */
export type ConversationDeps = Pick<Deps, 'serverKeys' | 'now' | 'endedSessions' | 'log'> & { sendChat: SendChat | null };

/** One socket's side of decisions.md section 7. A record: there are ten thousand of them, and most say nothing for hours. */
export interface Conversation extends Listener {
  deps: ConversationDeps;
  hub: LiveHub;
  line: Line;
  /** Topics by the name the client knows them under; null before the first one. */
  joined: Map<string, string> | null;
  userId: string | null;
  isGreeted: boolean;
  isOver: boolean;
  badMessages: number;
  window: MessageWindow;
  /** Ends the wait for a greeting, or the time of a token. */
  timer: NodeJS.Timeout | undefined;
  stopWatching: (() => void) | null;
  /** What is being done for a message that takes a moment; those that come meanwhile wait for it. */
  busy: Promise<void> | null;
}

const TOPICS_MAX = 20;
const BAD_MESSAGES_MAX = 5;
/** More than a page ever needs at once: it joins and leaves when one moves on. */
const MESSAGES_MAX = 100;
const MESSAGES_WINDOW_MS = 10_000;
/** Of all sockets of an address: an office of a hundred pages, each of which has just moved on. */
export const ADDRESS_MESSAGES_MAX = 1_000;
/** Whoever does not even say hello is no page of ours. */
const GREETING_MS_MAX = 10_000;

/** Begins to talk: hello or auth first, then join, leave and ping. */
export function converse(deps: ConversationDeps, hub: LiveHub, line: Line): Conversation {
  const talk: Conversation = {
    deps,
    hub,
    line,
    hear: line.send,
    joined: null,
    userId: null,
    isGreeted: false,
    isOver: false,
    badMessages: 0,
    window: newWindow(),
    timer: undefined,
    stopWatching: null,
    busy: null,
  };
  talk.timer = setTimeout(refuse, GREETING_MS_MAX, talk, 'no hello');
  return talk;
}

/** Takes a message; one after the other, though a token takes a moment to check. */
export function receive(talk: Conversation, data: Buffer, isBinary: boolean): void {
  if (talk.isOver) return;
  const nowMs = talk.deps.now().getTime();
  if (isAbove(talk.window, nowMs, MESSAGES_MAX, MESSAGES_WINDOW_MS)) refuse(talk, 'too many messages');
  else if (isAbove(talk.line.ofAddress, nowMs, ADDRESS_MESSAGES_MAX, MESSAGES_WINDOW_MS))
    say(talk, { t: 'error', code: 'rate_limited', seconds: MESSAGES_WINDOW_MS / 1_000 });
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
  else if (message.t === 'leave') leave(talk, message.topic);
  else if (message.t === 'ping') say(talk, { t: 'pong' });
  else if (talk.deps.sendChat) return takeChatMessage(talk, talk.deps.sendChat, message);
  else object(talk);
}

export const say = (talk: Conversation, message: ServerMessage): void => talk.line.send(wire(message));

function leave(talk: Conversation, topic: string): void {
  const room = talk.joined?.get(topic);
  if (room !== undefined) talk.hub.leave(room, talk);
  talk.joined?.delete(topic);
}

/** Signs in, or with null makes a guest of whoever was signed in. */
function become(talk: Conversation, id: string | null): void {
  if (id !== talk.userId) leave(talk, 'me');
  talk.userId = id;
  clearTimeout(talk.timer);
  talk.stopWatching?.();
  talk.stopWatching = null;
}

function welcome(talk: Conversation): void {
  if (!talk.isGreeted && talk.userId === null) clearTimeout(talk.timer);
  talk.isGreeted = true;
  say(talk, { t: 'welcome', signed_in: talk.userId !== null });
  if (talk.hub.isDegraded()) say(talk, { t: 'degraded', is_degraded: true });
}

async function authenticate(talk: Conversation, token: string): Promise<void> {
  const { serverKeys, endedSessions, now } = talk.deps;
  const at = now();
  const known = await verifyAccessToken(serverKeys, token, at).catch(() => null);
  if (talk.isOver) return;
  const user = known && !endedSessions.has(known.sessionId) ? known : null;
  become(talk, user?.id ?? null);
  if (user === null) say(talk, { t: 'error', code: 'unauthorized' });
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
  talk.joined ??= new Map();
  const { joined, userId } = talk;
  if (topic === 'me' && userId === null) say(talk, { t: 'error', code: 'unauthorized', topic });
  else if (!joined.has(topic) && joined.size >= TOPICS_MAX) say(talk, { t: 'error', code: 'too_many_topics', topic });
  else enter(talk, joined, topic);
}

function enter(talk: Conversation, joined: Map<string, string>, topic: string): void {
  const room = topic === 'me' ? `me:${talk.userId}` : topic;
  joined.set(topic, room);
  const seq = talk.hub.join(room, talk);
  const band = talk.hub.bandOf(room);
  // The others heard long ago how many are here: for whoever joins it is the first change.
  say(talk, { t: 'joined', topic, seq: band === null ? seq : seq - 1 });
  if (band !== null) talk.line.send(changeFrame(room, seq, bytesOf({ t: 'presence', band })));
}

function object(talk: Conversation): undefined {
  talk.badMessages += 1;
  say(talk, { t: 'error', code: 'invalid_payload' });
  if (talk.badMessages >= BAD_MESSAGES_MAX) refuse(talk, 'too many bad messages');
}

/** The socket is gone, or about to go. */
export function end(talk: Conversation): void {
  talk.isOver = true;
  clearTimeout(talk.timer);
  talk.stopWatching?.();
  talk.stopWatching = null;
  for (const room of talk.joined?.values() ?? []) talk.hub.leave(room, talk);
  talk.joined = null;
}

function refuse(talk: Conversation, reason: string): void {
  end(talk);
  talk.line.refuse(reason);
}

function parse(data: Buffer): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(data.toString('utf8')));
  } catch {
    return null;
  }
}
