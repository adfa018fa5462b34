import { type ClientMessage, clientMessage, type ServerMessage } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { verifyAccessToken } from '#server/http/access-token.ts';
import { type Listener, type LiveHub, wire } from './hub.ts';

/** What a conversation needs of a socket. */
export interface Line {
  send: (message: Buffer) => void;
  /** Hangs up on somebody who does not keep to the rules. */
  refuse: (reason: string) => void;
}

export interface Conversation {
  /** Takes a message; one after the other, though a token takes a moment to check. */
  receive: (data: Buffer, isBinary: boolean) => void;
  end: () => void;
}

const TOPICS_MAX = 20;
const BAD_MESSAGES_MAX = 5;
/** More than a page ever needs at once: it joins and leaves when one moves on. */
const MESSAGES_MAX = 100;
const MESSAGES_WINDOW_MS = 10_000;
/** Whoever does not even say hello is no page of ours. */
const GREETING_MS_MAX = 10_000;

/** One socket's side of decisions.md section 7: hello or auth first, then join, leave and ping. */
export function converse(deps: Pick<Deps, 'serverKeys' | 'now' | 'endedSessions'>, hub: LiveHub, line: Line): Conversation {
  /** Topics by the name the client knows them under. */
  const joined = new Map<string, string>();
  let userId: string | null = null;
  let isGreeted = false;
  let isOver = false;
  let badMessages = 0;
  let tokenEnd: NodeJS.Timeout | undefined;
  let stopWatching = () => {};
  let queue = Promise.resolve();
  const recent = countPerWindow(MESSAGES_WINDOW_MS);
  const greetingEnd = setTimeout(() => refuse('no hello'), GREETING_MS_MAX);
  const hear: Listener = (message) => line.send(message);
  const say = (message: ServerMessage) => line.send(wire(message));

  const leave = (topic: string): void => {
    const room = joined.get(topic);
    if (room !== undefined) hub.leave(room, hear);
    joined.delete(topic);
  };

  /** Signs in, or with null makes a guest of whoever was signed in. */
  const become = (id: string | null): void => {
    if (id !== userId) leave('me');
    userId = id;
    clearTimeout(tokenEnd);
    stopWatching();
  };

  const welcome = (): void => {
    isGreeted = true;
    clearTimeout(greetingEnd);
    say({ t: 'welcome', signed_in: userId !== null });
  };

  const authenticate = async (token: string): Promise<void> => {
    const now = deps.now();
    const known = await verifyAccessToken(deps.serverKeys, token, now).catch(() => null);
    if (isOver) return;
    const user = known && !deps.endedSessions.has(known.sessionId) ? known : null;
    become(user?.id ?? null);
    if (user === null) say({ t: 'error', code: 'unauthorized' });
    else {
      tokenEnd = setTimeout(expire, user.expiresAt.getTime() - now.getTime());
      stopWatching = deps.endedSessions.watch(user.sessionId, expire);
    }
    welcome();
  };

  const expire = (): void => {
    become(null);
    welcome();
  };

  const join = (topic: string) => {
    if (topic === 'me' && userId === null) return say({ t: 'error', code: 'unauthorized', topic });
    if (!joined.has(topic) && joined.size >= TOPICS_MAX) return say({ t: 'error', code: 'too_many_topics', topic });
    const room = topic === 'me' ? `me:${userId}` : topic;
    joined.set(topic, room);
    say({ t: 'joined', topic, seq: hub.join(room, hear) });
  };

  const handle = async (message: ClientMessage): Promise<void> => {
    if (message.t === 'hello') return welcome();
    if (message.t === 'auth') return authenticate(message.token);
    if (!isGreeted) return object();
    if (message.t === 'join') return join(message.topic);
    if (message.t === 'leave') return leave(message.topic);
    say({ t: 'pong' });
  };

  const object = (): void => {
    badMessages += 1;
    say({ t: 'error', code: 'invalid_payload' });
    if (badMessages >= BAD_MESSAGES_MAX) refuse('too many bad messages');
  };

  const receive = (data: Buffer, isBinary: boolean) => {
    if (isOver) return;
    if (recent(deps.now()) > MESSAGES_MAX) return refuse('too many messages');
    const message = isBinary ? null : parse(data);
    queue = queue.then(() => (isOver ? undefined : message ? handle(message) : object()));
  };

  const end = (): void => {
    isOver = true;
    clearTimeout(greetingEnd);
    clearTimeout(tokenEnd);
    stopWatching();
    for (const room of joined.values()) hub.leave(room, hear);
    joined.clear();
  };

  const refuse = (reason: string): void => {
    end();
    line.refuse(reason);
  };

  return { receive, end };
}

function parse(data: Buffer): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(data.toString('utf8')));
  } catch {
    return null;
  }
}

/** Counts calls, and begins again when a window is over. */
function countPerWindow(windowMs: number): (now: Date) => number {
  let since = 0;
  let count = 0;
  return (now) => {
    if (now.getTime() - since >= windowMs) {
      since = now.getTime();
      count = 0;
    }
    count += 1;
    return count;
  };
}
