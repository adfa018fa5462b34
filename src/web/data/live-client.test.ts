import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { createLiveClient, type LiveClient, type LiveStatus } from './live-client.ts';

let server: LiveServer;
let client: LiveClient;
let statuses: LiveStatus[];
let token: string;
let refusals: number;
let degraded: boolean[];

beforeEach(async () => {
  server = await startLiveServer();
  statuses = [];
  token = '';
  refusals = 0;
  degraded = [];
  client = createLiveClient({
    url: `ws://127.0.0.1:${server.port}/api/live`,
    token: () => token,
    onStatus: (status) => statuses.push(status),
    onTokenRefused: () => {
      refusals += 1;
    },
    onDegraded: (isDegraded) => degraded.push(isDegraded),
    timing: { retryMsMin: 20, retryMsMax: 60, pingMs: 50, pongMsMax: 500 },
  });
});
afterEach(async () => {
  client.close();
  await server.stop().catch(() => undefined);
});

const refetch: LiveChange = { t: 'refetch' };
const change = (topic: string, seq: number) => server.say({ t: 'change', topic, seq, change: refetch });

/** Listens, and counts what it receives. */
function listen(topic: string) {
  const heard = { changes: 0, gaps: 0 };
  const stop = client.listen(topic, {
    onChange: () => {
      heard.changes += 1;
    },
    onGap: () => {
      heard.gaps += 1;
    },
  });
  return { heard, stop };
}

const told = (t: string) => server.heard.filter((message) => message.t === t);
const open = async () => {
  client.open();
  await expect.poll(() => statuses.at(-1)).toBe('open');
};

describe('the introduction', () => {
  it('says hello as a guest before anything else', async () => {
    listen('match:1');
    await open();
    await expect.poll(() => told('join').length).toBe(1);
    expect(server.heard.slice(0, 2)).toEqual([{ t: 'hello' }, { t: 'join', topic: 'match:1' }]);
    expect(statuses).toEqual(['connecting', 'open']);
  });

  it('sends the token, and joins `me` only once it is accepted', async () => {
    token = 'good';
    listen('me');
    await open();
    await expect.poll(() => told('join')).toEqual([{ t: 'join', topic: 'me' }]);
    expect(server.heard[0]).toEqual({ t: 'auth', token: 'good' });
  });

  it.each(['me', 'chat:group:0195a000-0000-7000-8000-000000000001'])(
    'does not join `%s` as a guest, but does after signing in',
    async (topic) => {
      listen(topic);
      await open();
      expect(told('join')).toEqual([]);
      token = 'good';
      client.authenticate();
      await expect.poll(() => told('join')).toEqual([{ t: 'join', topic }]);
      // The server leaves it when the session ends.
      server.say({ t: 'welcome', signed_in: false });
      server.say({ t: 'welcome', signed_in: true });
      await expect.poll(() => told('join')).toHaveLength(2);
    },
  );

  it('requests another token if this one is refused, and continues as a guest', async () => {
    token = 'refused';
    listen('match:1');
    listen('me');
    await open();
    await expect.poll(() => told('join')).toEqual([{ t: 'join', topic: 'match:1' }]);
    expect(refusals).toBe(1);
  });
});

describe('a topic', () => {
  it('delivers changes in order, without fetching', async () => {
    await open();
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    change('match:1', 1);
    change('match:1', 2);
    change('match:2', 1);
    await expect.poll(() => heard.changes).toBe(2);
    expect(heard.gaps).toBe(0);
  });

  it('is fetched again after a gap, and continues from there', async () => {
    await open();
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    change('match:1', 1);
    change('match:1', 3);
    change('match:1', 4);
    await expect.poll(() => heard).toEqual({ changes: 2, gaps: 1 });
  });

  it('ignores changes that it has already delivered', async () => {
    await open();
    server.setSeq('match:1', 5);
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    change('match:1', 5);
    change('match:1', 6);
    await expect.poll(() => heard.changes).toBe(1);
    expect(heard.gaps).toBe(0);
  });

  it('is fetched again after a late join: earlier changes are unknown', async () => {
    const { heard } = listen('match:1');
    await open();
    await expect.poll(() => heard.gaps).toBe(1);
  });

  it('is joined once for all listeners, and left with the last one', async () => {
    await open();
    const first = listen('match:1');
    const second = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    first.stop();
    change('match:1', 1);
    await expect.poll(() => second.heard.changes).toBe(1);
    expect(first.heard.changes).toBe(0);
    expect(told('leave')).toEqual([]);
    second.stop();
    await expect.poll(() => told('leave')).toEqual([{ t: 'leave', topic: 'match:1' }]);
    expect(told('join')).toHaveLength(1);
  });

  it('survives unknown messages', async () => {
    await open();
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    for (const socket of server.sockets) {
      socket.send('no JSON');
      socket.send('{"t":"of a newer server"}');
    }
    change('match:1', 1);
    await expect.poll(() => heard.changes).toBe(1);
  });
});

describe('a lost connection', () => {
  it('means polling until it is back, and then fetching again', async () => {
    await open();
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    server.cut();
    await expect.poll(() => statuses.includes('polling')).toBe(true);
    await expect.poll(() => statuses.at(-1)).toBe('open');
    await expect.poll(() => heard.gaps).toBe(1);
    expect(told('join')).toHaveLength(2);
  });

  it('is retried until a server is there', async () => {
    await server.stop();
    client.open();
    await expect.poll(() => statuses.filter((status) => status === 'polling').length).toBeGreaterThan(2);
    server = await startLiveServer(server.port);
    await expect.poll(() => statuses.at(-1)).toBe('open');
  });

  it('is detected if pings stay unanswered', async () => {
    await open();
    await expect.poll(() => told('ping').length).toBeGreaterThan(2);
    expect(statuses).toEqual(['connecting', 'open']);
    server.manners.answersPings = false;
    await expect.poll(() => statuses.includes('polling')).toBe(true);
  });

  it('to a server with many pages is retried once, within the time that the server named, and then as always', async () => {
    await open();
    server.say({ t: 'welcome', signed_in: false, spread_ms: 8_000 });
    const { heard } = listen('match:1');
    change('match:1', 1);
    // The welcome has been received too.
    await expect.poll(() => heard.changes).toBe(1);
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    // `expect.poll` would move the timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tries = () => statuses.filter((status) => status === 'polling').length;
    const untilTried = async (times: number) => {
      while (tries() < times) await nextTurn();
    };
    try {
      await server.stop();
      await untilTried(1);
      vi.advanceTimersByTime(4_019);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await untilTried(2);
      vi.advanceTimersByTime(39);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await untilTried(3);
    } finally {
      chance.mockRestore();
      vi.useRealTimers();
    }
  });

  it('is not retried after closing', async () => {
    await open();
    // A retry would wait in a timer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    client.close();
    await expect.poll(() => server.sockets.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    await open();
    expect(told('hello')).toHaveLength(2);
    expect(server.sockets.size).toBe(1);
  });

  it('restarts as another user', async () => {
    await open();
    listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    token = 'good';
    client.restart();
    await expect.poll(() => told('auth')).toEqual([{ t: 'auth', token: 'good' }]);
    await expect.poll(() => told('join').length).toBe(2);
    expect(server.sockets.size).toBe(1);
  });
});

describe('a server that shuts down', () => {
  it('keeps its connection until the given time, then the page reconnects', async () => {
    await open();
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    const [old] = server.sockets;
    server.say({ t: 'reconnect', after_ms: 150 });
    change('match:1', 1);
    await expect.poll(() => heard.changes).toBe(1);
    await expect.poll(() => told('join').length).toBe(2);
    await expect.poll(() => server.sockets.has(old as never)).toBe(false);
    await expect.poll(() => heard.gaps).toBe(1);
    expect(statuses).not.toContain('polling');
  });

  it('does not cause an earlier reconnect if it disconnects before', async () => {
    await open();
    const heard: string[] = [];
    client.hear(({ t }) => heard.push(t));
    server.say({ t: 'reconnect', after_ms: 300 });
    await expect.poll(() => heard).toContain('reconnect');
    server.cut();
    await expect.poll(() => server.sockets.size).toBe(0);
    // A lost connection would have been polling, and back within 30 ms.
    await expect.poll(() => statuses).toEqual(['connecting', 'open', 'connecting', 'open']);
  });
});

describe('a server that misses other processes’ changes', () => {
  it('reports it, and missed changes are fetched once it receives them again', async () => {
    await open();
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    server.say({ t: 'degraded', is_degraded: false });
    server.say({ t: 'degraded', is_degraded: true });
    await expect.poll(() => degraded).toEqual([true]);
    expect(heard.gaps).toBe(0);
    server.say({ t: 'degraded', is_degraded: false });
    await expect.poll(() => heard.gaps).toBe(1);
    expect(degraded).toEqual([true, false]);
  });

  it('is no longer degraded after its connection ends', async () => {
    await open();
    server.say({ t: 'degraded', is_degraded: true });
    await expect.poll(() => degraded).toEqual([true]);
    server.cut();
    await expect.poll(() => degraded).toEqual([true, false]);
  });
});

describe('a sent message', () => {
  const message = { t: 'chat', topic: 'chat:1:en', cid: '01890a5d-ac96-774b-bcce-b302099a8057', text: 'Hello' } as const;

  it('is sent only as an authenticated user, and its answer is delivered', async () => {
    expect(client.sayAsUser(message)).toBe(false);
    await open();
    expect(client.sayAsUser(message)).toBe(false);
    const answers: string[] = [];
    const stop = client.hear(({ t }) => t !== 'pong' && answers.push(t));
    token = 'good';
    client.authenticate();
    await expect.poll(() => answers).toEqual(['welcome']);
    expect(client.sayAsUser(message)).toBe(true);
    await expect.poll(() => answers).toEqual(['welcome', 'sent']);
    expect(told('chat')).toEqual([message]);
    stop();
    const { heard } = listen('match:1');
    await expect.poll(() => told('join').length).toBe(1);
    change('match:1', 1);
    await expect.poll(() => heard.changes).toBe(1);
    expect(answers).toEqual(['welcome', 'sent']);
  });
});
