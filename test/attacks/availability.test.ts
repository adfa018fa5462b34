import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pointsHistoryFile } from '#contract/account.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { useTestApp } from '#test/support/app.ts';
import { createMatch, createUser } from '#test/support/factories.ts';

const test = useTestApp();
const PROXY = '127.0.0.1';
const logged: { level: number; msg: string }[] = [];
let server: Listening;
let open: Socket[] = [];
/** Addresses of visitors in the order in which the server received their requests, and `drawn` for each picture in between. */
const received: string[] = [];

beforeAll(async () => {
  const { trustProxy: _, ...config } = test.current.deps.config;
  const { http } = readConfig({ HEADERS_SECONDS: '1', REQUEST_SECONDS: '1', CONNECTIONS_PER_ADDRESS: '10', REQUESTS_PER_ADDRESS: '30' });
  const log = createLog('debug', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const deps = { ...test.current.deps, log, config: { ...config, http, trustProxy: [PROXY] } };
  const limit = createGeneralLimit(1_000_000);
  const listener = createListener(deps, createApp(deps, limit), limit);
  const noting: typeof listener = (incoming, outgoing) => {
    received.push(String(incoming.headers['x-forwarded-for']));
    return listener(incoming, outgoing);
  };
  server = await listen(noting, { host: '127.0.0.1', port: 0, http, trustProxy: [PROXY] });
});
afterEach(() => {
  for (const socket of open) socket.destroy();
  open = [];
});
afterAll(() => server.close());

const port = () => Number(new URL(server.url).port);

function dial(localAddress = PROXY): Socket {
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  open.push(socket);
  return socket;
}

/** Returns everything received on a connection until it is closed. */
async function heardOn(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await once(socket, 'close');
  return text;
}

interface Heard {
  status: number;
  headers: Record<string, unknown>;
  ms: number;
}

/** Requests a page as a visitor behind the proxy. */
const ask = (path: string, visitor: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Heard>((resolve, reject) => {
    const startedMs = performance.now();
    const sent = request(
      new URL(path, server.url),
      { method, agent: false, headers: { 'X-Forwarded-For': visitor, ...headers } },
      (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, ms: performance.now() - startedMs }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });

describe('an attack that tries to make share pictures slow for everybody', () => {
  it('sends requests from each /64 of a /48, and a visitor from elsewhere is still served', async () => {
    const { deps } = test.current;
    const ids: number[] = [];
    for (let n = 0; n < 81; n++) ids.push(await createMatch(deps.db, { kickoffAt: deps.now(), status: 'h1' }));
    // More than the queue holds, all for different pictures, because equal ones are rendered once.
    const crowd = ids.slice(0, 80).map((id, n) => ask(`/share/match/${id}.png`, `2001:db8:7:${n.toString(16)}::1`));
    await Promise.race(crowd);
    const visitor = await ask(`/share/match/${ids[80]}.png`, '198.51.100.2');
    const answers = await Promise.all(crowd);
    expect(visitor.status).toBe(200);
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });

  it('sends two hundred requests, and a visitor waits for only one of them', async () => {
    const { deps } = test.current;
    const ids: number[] = [];
    for (let n = 0; n < 42; n++) ids.push(await createMatch(deps.db, { kickoffAt: deps.now(), status: 'h1' }));
    const visitorIp = '198.51.100.1';
    received.length = 0;
    // 200 at once: thirty are accepted, of which twenty wait for their turn.
    const greedy = Array.from({ length: 200 }, (_, n) =>
      ask(`/share/match/${ids[n % 40]}.png?lang=${['en', 'vi', 'zh-CN'][n % 3]}`, '203.0.113.9').then((heard) => {
        if (heard.status === 200) received.push('drawn');
        return heard;
      }),
    );
    await Promise.race(greedy);
    const visitor = await ask(`/share/match/${ids[41]}.png`, visitorIp);
    const drawnMeanwhile = received.slice(received.indexOf(visitorIp)).filter((one) => one === 'drawn').length;
    const answers = await Promise.all(greedy);
    const drawn = answers.filter(({ status }) => status === 200).length;
    const longestMs = Math.max(...answers.filter(({ status }) => status === 200).map(({ ms }) => ms));
    console.info(
      `share pictures: a visitor waited ${Math.round(visitor.ms)} ms, for ${drawnMeanwhile} pictures, beside one address that asked for 200 (${drawn} drawn, the last after ${Math.round(longestMs)} ms)`,
    );
    expect(visitor.status).toBe(200);
    // Between the visitor's request and its answer come the picture being rendered, one more turn of the attacker, and the few that are
    // finished before the request has joined the queue; not the twenty that wait.
    expect(drawnMeanwhile).toBeLessThan(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length + drawn).toBe(200);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) >= 1)).toBe(true);
  });
});

describe('a client that sends slowly', () => {
  it('is disconnected in the middle of the headers', async () => {
    const socket = dial();
    socket.write('GET /api/meta HTTP/1.1\r\nHost: matchpoint\r\nX-Slow: ');
    expect(await heardOn(socket)).toContain('408 Request Timeout');
  });

  it('is disconnected in the middle of a body, without an error in the log', async () => {
    logged.length = 0;
    const socket = dial();
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: matchpoint\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":',
    );
    expect(await heardOn(socket)).not.toContain('500');
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('the client went away');
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  });
});

describe('a client that disconnects', () => {
  it('in the middle of an upload is logged, but not as an error', async () => {
    logged.length = 0;
    const socket = dial();
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: matchpoint\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":',
    );
    await once(socket, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('the client went away');
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('in the middle of downloads causes no error and frees its place for others', async () => {
    logged.length = 0;
    // The server limits requests per user and minute, so the requests come from one address but many users.
    const tokens: string[] = [];
    for (let n = 0; n < 14; n++) tokens.push((await createUser(test.current, 100)).token);
    const { path } = pointsHistoryFile;
    for (const token of tokens.slice(0, 8)) {
      const socket = dial();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: matchpoint\r\nX-Forwarded-For: 203.0.113.7\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      socket.once('data', () => socket.destroy());
      await once(socket, 'close');
    }
    const headers = (token: string) => ({ Authorization: `Bearer ${token}` });
    for (const token of tokens.slice(8, 12)) expect((await ask(path, '203.0.113.7', headers(token), 'HEAD')).status).toBe(200);
    const answers = await Promise.all(tokens.slice(8).map((token) => ask(path, '203.0.113.7', headers(token))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  });
});

describe('a client that opens all connections', () => {
  it('gets no more than its share, and others can still connect', async () => {
    // 127.0.0.2 is not a trusted proxy.
    const sockets = Array.from({ length: 14 }, () => dial('127.0.0.2'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(4);
    const other = dial('127.0.0.3');
    other.write('GET /api/alive HTTP/1.1\r\nHost: matchpoint\r\nConnection: close\r\n\r\n');
    expect(await heardOn(other)).toMatch(/^HTTP\/1\.1 200/);
    sockets.find(({ closed }) => !closed)?.destroy();
    const again = () => {
      const socket = dial('127.0.0.2');
      socket.write('GET /api/alive HTTP/1.1\r\nHost: matchpoint\r\nConnection: close\r\n\r\n');
      return heardOn(socket);
    };
    await expect.poll(again).toMatch(/^HTTP\/1\.1 200/);
  });

  it('behind the proxy is counted by its forwarded address and does not block others', async () => {
    const slow = Array.from({ length: 30 }, () => {
      const socket = dial();
      socket.write('POST /api/auth/login HTTP/1.1\r\nHost: matchpoint\r\nX-Forwarded-For: 203.0.113.5\r\nContent-Length: 1000\r\n\r\n{');
      return socket;
    });
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    await expect.poll(async () => (await ask('/api/register-meta', '203.0.113.5')).status).toBe(429);
    expect((await ask('/api/alive', '198.51.100.7')).status).toBe(200);
  });
});
