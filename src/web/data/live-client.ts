import type { ClientMessage, LiveChange, ServerMessage } from '#contract/live.ts';
import { groupOfTopic } from '#domain/chat/chat.ts';

/** The state of the connection: `polling` means that it is unavailable for now, and that pages poll. */
export type LiveStatus = 'connecting' | 'open' | 'polling';

export interface LiveOptions {
  url: string;
  /** '' for a guest. */
  token: () => string;
  onStatus: (status: LiveStatus) => void;
  /** The server rejects this token: it should be renewed. */
  onTokenRefused: (token: string) => void;
  /** Whether the server misses changes of its other processes: if so, pages also poll. */
  onDegraded: (isDegraded: boolean) => void;
  timing?: Partial<LiveTiming>;
}

export interface LiveTiming {
  /** The first wait before reconnecting; it doubles up to the maximum. */
  retryMsMin: number;
  retryMsMax: number;
  /** The interval of pings, and the maximum wait for any message after one. */
  pingMs: number;
  pongMsMax: number;
}

/** A server that shuts down spreads its pages over some seconds. */
const MOVE_MS_MAX = 60_000;
/** The pages of a server that died come back within this time. */
const SPREAD_MS_MAX = 10_000;

const TIMING: LiveTiming = { retryMsMin: 1_000, retryMsMax: 30_000, pingMs: 25_000, pongMsMax: 10_000 };

export type LiveClient = ReturnType<typeof createLiveClient>;

/** One socket for the whole page, kept alive; topics are joined while they have listeners (docs/rules.md#live-updates). */
export function createLiveClient({ url, token, onStatus, onTokenRefused, onDegraded, timing }: LiveOptions) {
  const { retryMsMin, retryMsMax, pingMs, pongMsMax } = { ...TIMING, ...timing };
  const topics = createTopics();
  const hearers = new Set<(message: ServerMessage) => void>();
  let socket: WebSocket | null = null;
  let isWanted = false;
  let isWelcome = false;
  /** The token that was sent last. */
  let sent = '';
  let isSignedIn = false;
  let isDegraded = false;
  let failures = 0;
  /** Over how many milliseconds the pages of the last server spread their return. */
  let spreadMs = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let moveTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(retryTimer);
    stopMoving();
    if (socket !== null || !isWanted) return;
    const mine = new WebSocket(url);
    socket = mine;
    if (failures === 0) onStatus('connecting');
    mine.onopen = introduce;
    mine.onmessage = (event) => hear(String(event.data));
    mine.onclose = () => {
      if (socket !== mine) return;
      // If the server named a time for reconnecting, it applies even if the connection ends before.
      if (moveTimer === undefined) lost();
      else hangUp();
    };
  }

  function lost(): void {
    hangUp();
    failures += 1;
    onStatus('polling');
    // With jitter, so that a restarted server does not receive all pages at once, nor other servers those of one that died.
    const wait =
      Math.min(retryMsMax, retryMsMin * 2 ** (failures - 1)) * (0.75 + Math.random() / 2) + (failures === 1 ? Math.random() * spreadMs : 0);
    retryTimer = setTimeout(connect, wait);
  }

  /** Drops the socket; its later events are ignored. */
  function hangUp(): void {
    const old = socket;
    socket = null;
    isWelcome = false;
    isSignedIn = false;
    setDegraded(false);
    clearInterval(pingTimer);
    stopWaiting();
    topics.missAll();
    old?.close();
  }

  /** The server is shutting down: reconnects at the given time, and stays connected until then. */
  function moveIn(afterMs: number): void {
    stopMoving();
    moveTimer = setTimeout(restart, Math.min(afterMs, MOVE_MS_MAX));
  }

  function stopMoving(): void {
    clearTimeout(moveTimer);
    moveTimer = undefined;
  }

  function restart(): void {
    hangUp();
    connect();
  }

  function setDegraded(now: boolean): void {
    if (now === isDegraded) return;
    isDegraded = now;
    onDegraded(now);
  }

  function say(message: ClientMessage): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function introduce(): void {
    sent = token();
    say(sent === '' ? { t: 'hello' } : { t: 'auth', token: sent });
  }

  function hear(data: string): void {
    stopWaiting();
    const message = readMessage(data);
    if (message?.t === 'welcome') greet(message.signed_in, message.spread_ms ?? 0);
    else if (message?.t === 'joined') topics.joined(message.topic, message.seq);
    else if (message?.t === 'change') topics.changed(message.topic, message.seq, message.change);
    else if (message?.t === 'reconnect') moveIn(message.after_ms);
    else if (message?.t === 'degraded') resubscribe(message.is_degraded);
    else if (message?.t === 'error' && message.code === 'unauthorized') onTokenRefused(sent);
    if (message !== null) for (const tell of hearers) tell(message);
  }

  /** Changes of other processes were missed in between. */
  function resubscribe(nowDegraded: boolean): void {
    const hasMissed = isDegraded && !nowDegraded;
    setDegraded(nowDegraded);
    if (hasMissed) topics.tellGaps();
  }

  /** The first welcome of a connection joins all topics; a later one, after signing in, those of users. */
  function greet(nowSignedIn: boolean, nowSpreadMs: number): void {
    spreadMs = Math.min(nowSpreadMs, SPREAD_MS_MAX);
    const heardBefore = [...topics.names()].filter(isHeard);
    if (!isWelcome) begin();
    isSignedIn = nowSignedIn;
    for (const topic of topics.names()) if (isHeard(topic) && !heardBefore.includes(topic)) say({ t: 'join', topic });
  }

  function begin(): void {
    isWelcome = true;
    failures = 0;
    onStatus('open');
    pingTimer = setInterval(() => {
      say({ t: 'ping' });
      pongTimer ??= setTimeout(lost, pongMsMax);
    }, pingMs);
  }

  /** Any message shows that the connection is alive. */
  function stopWaiting(): void {
    clearTimeout(pongTimer);
    pongTimer = undefined;
  }

  /** Whether the server sends us a topic: `me` and the rooms of groups only once it knows the user. */
  const isHeard = (topic: string): boolean => isWelcome && (isSignedIn || (topic !== 'me' && groupOfTopic(topic) === null));

  return {
    /** Connects, without waiting for a pending retry. */
    open(): void {
      isWanted = true;
      failures = 0;
      connect();
    },
    /** Disconnects until the next `open`. */
    close(): void {
      isWanted = false;
      clearTimeout(retryTimer);
      stopMoving();
      hangUp();
    },
    /** Subscribes to a topic until the returned function is called. */
    listen(topic: string, listener: LiveListener): () => void {
      const isNew = topics.add(topic, listener, isHeard(topic));
      if (isNew && isHeard(topic)) say({ t: 'join', topic });
      return () => {
        if (topics.remove(topic, listener) && isHeard(topic)) say({ t: 'leave', topic });
      };
    },
    /** Authenticates again: before the token expires. */
    authenticate: introduce,
    /** Reconnects as another user, or as a guest. */
    restart,
    /** Sends a message as the authenticated user; false without such a connection. */
    sayAsUser: (message: ClientMessage): boolean => isSignedIn && say(message),
    /** Subscribes to all messages of the server until the returned function is called. */
    hear(listener: (message: ServerMessage) => void): () => void {
      hearers.add(listener);
      return () => void hearers.delete(listener);
    },
  };
}

/** Ignores malformed messages; callers ignore those of a newer server with an unknown `t`. */
function readMessage(data: string): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null && 't' in message ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}

interface LiveListener {
  onChange: (change: LiveChange) => void;
  /** Changes were or may have been missed: fetch again. */
  onGap: () => void;
}

interface Topic {
  listeners: Set<LiveListener>;
  /** The last sequence number received; null until the first `joined`. */
  seq: number | null;
  /** What happened before the next `joined` is unknown: the topic was requested, or last heard, without an open connection. */
  mayHaveMissed: boolean;
}

/** Listeners per topic, with the last sequence number of each: a missing number shows a gap. */
function createTopics() {
  const topics = new Map<string, Topic>();

  function reportGap(topic: Topic): void {
    topic.mayHaveMissed = false;
    for (const listener of topic.listeners) listener.onGap();
  }

  return {
    names: () => topics.keys(),
    /** True for a topic without listeners so far. `isHeard` says that its changes arrive from now on. */
    add(name: string, listener: LiveListener, isHeard: boolean): boolean {
      const known = topics.get(name);
      if (known) known.listeners.add(listener);
      else topics.set(name, { listeners: new Set([listener]), seq: null, mayHaveMissed: !isHeard });
      return known === undefined;
    },
    /** True if there are no listeners left. */
    remove(name: string, listener: LiveListener): boolean {
      const topic = topics.get(name);
      if (!topic?.listeners.delete(listener) || topic.listeners.size > 0) return false;
      return topics.delete(name);
    },
    joined(name: string, seq: number): void {
      const topic = topics.get(name);
      if (!topic) return;
      const isElsewhere = topic.seq !== null && topic.seq !== seq;
      topic.seq = seq;
      if (topic.mayHaveMissed || isElsewhere) reportGap(topic);
    },
    changed(name: string, seq: number, change: LiveChange): void {
      const topic = topics.get(name);
      if (!topic || (topic.seq !== null && seq <= topic.seq)) return;
      const isNext = topic.seq === null || seq === topic.seq + 1;
      topic.seq = seq;
      if (isNext) for (const listener of topic.listeners) listener.onChange(change);
      else reportGap(topic);
    },
    /** Changes may have been missed, and the connection is open. */
    tellGaps(): void {
      for (const topic of topics.values()) reportGap(topic);
    },
    /** The connection was lost. */
    missAll(): void {
      for (const topic of topics.values()) topic.mayHaveMissed = true;
    },
  };
}
