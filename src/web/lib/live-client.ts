import { type ClientMessage, type LiveChange, type ServerMessage, serverMessage } from '#contract/live.ts';

export interface LiveListener {
  onChange: (change: LiveChange) => void;
  /** Changes were or may have been missed: fetch again. */
  onGap: () => void;
}

/** What the connection is worth: `polling` means that it cannot be had for now, and that pages ask by themselves. */
export type LiveStatus = 'connecting' | 'open' | 'polling';

export interface LiveOptions {
  url: string;
  /** '' for a guest. */
  token: () => string;
  onStatus: (status: LiveStatus) => void;
  /** The server does not take our token: time to renew it. */
  onTokenRefused: () => void;
  timing?: Partial<LiveTiming>;
}

export interface LiveTiming {
  /** The first wait before connecting again; it doubles to the last. */
  retryMsMin: number;
  retryMsMax: number;
  /** How often we ask whether anybody is there, and how long we wait for any sign of it. */
  pingMs: number;
  pongMsMax: number;
}

const TIMING: LiveTiming = { retryMsMin: 1_000, retryMsMax: 30_000, pingMs: 25_000, pongMsMax: 10_000 };

interface Topic {
  listeners: Set<LiveListener>;
  /** The last number heard; null until the first `joined`. */
  seq: number | null;
  /** It was asked for while no connection was open, or heard before: what happened until `joined` is unknown. */
  mayHaveMissed: boolean;
}

export type LiveClient = ReturnType<typeof createLiveClient>;

/** One socket for the whole page, kept alive; topics are joined while somebody listens (decisions.md section 7). */
export function createLiveClient({ url, token, onStatus, onTokenRefused, timing }: LiveOptions) {
  const { retryMsMin, retryMsMax, pingMs, pongMsMax } = { ...TIMING, ...timing };
  const topics = new Map<string, Topic>();
  let socket: WebSocket | null = null;
  let welcomed = false;
  let signedIn = false;
  let wanted = false;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(retryTimer);
    if (socket !== null || !wanted) return;
    const mine = new WebSocket(url);
    socket = mine;
    if (failures === 0) onStatus('connecting');
    mine.onopen = () => introduce();
    mine.onmessage = (event) => hear(String(event.data));
    mine.onclose = () => {
      if (socket === mine) lost();
    };
  }

  function lost(): void {
    hangUp();
    if (!wanted) return;
    failures += 1;
    onStatus('polling');
    // A little of chance, so that a server that comes back is not met by everybody at once.
    const wait = Math.min(retryMsMax, retryMsMin * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
    retryTimer = setTimeout(connect, wait);
  }

  /** Lets go of the socket; whatever it still has to say is not heard. */
  function hangUp(): void {
    const old = socket;
    socket = null;
    welcomed = false;
    signedIn = false;
    clearInterval(pingTimer);
    clearTimeout(pongTimer);
    for (const topic of topics.values()) topic.mayHaveMissed = true;
    old?.close();
  }

  const say = (message: ClientMessage): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const introduce = (): void => {
    const current = token();
    say(current === '' ? { t: 'hello' } : { t: 'auth', token: current });
  };

  function hear(data: string): void {
    clearTimeout(pongTimer);
    const message = readMessage(data);
    if (message?.t === 'welcome') greet(message.signed_in);
    else if (message?.t === 'joined') joined(message.topic, message.seq);
    else if (message?.t === 'change') changed(message.topic, message.seq, message.change);
    else if (message?.t === 'error' && message.code === 'unauthorized') onTokenRefused();
  }

  function greet(isSignedIn: boolean): void {
    const isFirst = !welcomed;
    const becameSignedIn = isSignedIn && !signedIn;
    welcomed = true;
    signedIn = isSignedIn;
    if (isFirst) {
      failures = 0;
      onStatus('open');
      pingTimer = setInterval(ping, pingMs);
    }
    for (const name of topics.keys()) if (isFirst ? mayJoin(name) : name === 'me' && becameSignedIn) say({ t: 'join', topic: name });
  }

  function ping(): void {
    say({ t: 'ping' });
    clearTimeout(pongTimer);
    pongTimer = setTimeout(lost, pongMsMax);
  }

  /** Nobody is told of `me` before the server knows who they are. */
  const mayJoin = (name: string): boolean => welcomed && (name !== 'me' || signedIn);

  function joined(name: string, seq: number): void {
    const topic = topics.get(name);
    if (!topic) return;
    const isElsewhere = topic.seq !== null && topic.seq !== seq;
    topic.seq = seq;
    if (topic.mayHaveMissed || isElsewhere) tellGap(topic);
  }

  function changed(name: string, seq: number, change: LiveChange): void {
    const topic = topics.get(name);
    if (!topic || (topic.seq !== null && seq <= topic.seq)) return;
    const isNext = topic.seq === null || seq === topic.seq + 1;
    topic.seq = seq;
    if (isNext) for (const listener of topic.listeners) listener.onChange(change);
    else tellGap(topic);
  }

  function tellGap(topic: Topic): void {
    topic.mayHaveMissed = false;
    for (const listener of topic.listeners) listener.onGap();
  }

  return {
    /** Connects, or connects at once where a wait was on. */
    open(): void {
      wanted = true;
      failures = 0;
      connect();
    },
    /** Disconnects until the next `open`. */
    close(): void {
      wanted = false;
      clearTimeout(retryTimer);
      hangUp();
    },
    /** Hears of a topic until the returned function is called. */
    listen(name: string, listener: LiveListener): () => void {
      const topic = topics.get(name) ?? { listeners: new Set(), seq: null, mayHaveMissed: !mayJoin(name) };
      topic.listeners.add(listener);
      if (!topics.has(name)) {
        topics.set(name, topic);
        if (mayJoin(name)) say({ t: 'join', topic: name });
      }
      return () => {
        topic.listeners.delete(listener);
        if (topic.listeners.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        if (welcomed) say({ t: 'leave', topic: name });
      };
    },
    /** Says who we are once more: before the token expires. */
    authenticate: introduce,
    /** Begins anew as somebody else, or as nobody. */
    restart(): void {
      if (!wanted) return;
      hangUp();
      connect();
    },
  };
}

/** Messages that we do not know are of a newer server: they are passed over. */
function readMessage(data: string): ServerMessage | null {
  try {
    return serverMessage.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
