import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { streamEvents } from '#contract/v1/stream.ts';
import { type ApiScope, apiKeyOf, hintOf } from '#domain/identity/api-key.ts';
import { createApp } from '#server/app.ts';
import { createOpenByKey, createStreams, type Streams } from '#server/modules/open-api/public.ts';
import { createApiAccess, hashOfApiKey } from '#server/platform/http/api-access.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { createLiveHub, type LiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive, type LiveEndpoint } from '#server/platform/realtime/socket.ts';
import { useTestApp } from './app.ts';
import { openEventStream } from './event-stream.ts';
import { createUser } from './factories.ts';

/** One process of the site. Heartbeats and checks of keys come when a test asks for them. */
interface StreamSite {
  hub: LiveHub;
  streams: Streams;
  server: Listening;
  live: LiveEndpoint;
}

interface Asked {
  /** The API key; null for none. */
  key?: string | null;
  lastEventId?: string;
  headers?: Record<string, string>;
  method?: string;
  at?: StreamSite;
}

/** Longer than any test. */
const NEVER_MS = 1e9;

/** Starts a site for the tests of one file, with a new key for each test. All clients have the address that a proxy reports. */
export function useStreamSite() {
  const test = useTestApp({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_ADDRESS: '8' });
  const now = {} as { site: StreamSite; key: string };
  const opened: { socket: { destroy: () => void } }[] = [];

  async function startSite(limits: { streamsMax?: number } = {}): Promise<StreamSite> {
    const { deps } = test.current;
    const hub = createLiveHub(deps);
    const streams = createStreams(hub, deps, { heartbeatMs: NEVER_MS, recheckMs: NEVER_MS, ...limits });
    const limit = createGeneralLimit(1e9);
    const access = createApiAccess(deps);
    const app = createApp(deps, limit, access, streams);
    const server = await listen(createListener(deps, app, limit), { host: '127.0.0.1', port: 0 });
    return { hub, streams, server, live: attachLive(server.server, hub, deps, { openByKey: createOpenByKey(access, streams) }) };
  }

  beforeAll(async () => {
    now.site = await startSite();
  });
  beforeEach(async () => {
    now.key = (await makeKey()).key;
  });
  afterEach(async () => {
    for (const { socket } of opened.splice(0)) socket.destroy();
    await until(() => now.site.streams.sizes().streams === 0);
  });
  afterAll(() => stopSite(now.site));

  async function makeKey({ scopes = ['read'] as ApiScope[], userId = '' } = {}) {
    const { deps } = test.current;
    const owner = userId || (await createUser(test.current)).id;
    const [id, made] = [randomUUID(), apiKeyOf(randomBytes(32).toString('base64url'))];
    const values = { id, user_id: owner, name: 'A key', hint: hintOf(made), key_hash: hashOfApiKey(made), scopes, created_at: deps.now() };
    await deps.db.insertInto('api_keys').values(values).execute();
    return { id, key: made, userId: owner };
  }

  const revoke = (id: string) =>
    test.current.deps.db.updateTable('api_keys').set({ revoked_at: test.current.deps.now() }).where('id', '=', id).execute();

  async function ask(topics: string | null, { lastEventId, at = now.site, headers = {}, ...asked }: Asked = {}) {
    const path = `/api/v1/stream${topics === null ? '' : `?topics=${topics}`}`;
    const sent = { ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }), ...headers };
    const stream = await openEventStream(at.server.url, path, { key: now.key, ...asked, headers: sent });
    opened.push(stream);
    return stream;
  }

  /** Opens a stream and reads up to `joined`: what came before it, where the topics stand, and the id. */
  async function joined(topics: string, asked: Asked = {}) {
    const stream = await ask(topics, asked);
    expect(stream.status).toBe(200);
    const before: { name: string; data: Record<string, unknown> }[] = [];
    for (;;) {
      const { name, data, id } = await stream.next();
      if (name !== 'joined') {
        expect(id).toBeNull();
        before.push({ name, data });
        continue;
      }
      const seqs = Object.fromEntries(streamEvents.joined.parse(data).topics.map(({ topic, seq }) => [topic, seq]));
      return { ...stream, before, seqs, id: id! };
    }
  }

  async function refused(topics: string | null, asked: Asked = {}) {
    const stream = await ask(topics, { ...asked, headers: { Connection: 'close', ...asked.headers } });
    const { code, params } = JSON.parse(/\{.*\}/s.exec(await stream.body())![0]) as { code: string; params?: object };
    return { status: stream.status, code, params };
  }

  /** Closes something at the end of the test. */
  const closeLater = (destroy: () => void) => void opened.push({ socket: { destroy } });

  return { test, now, startSite, makeKey, revoke, ask, joined, refused, closeLater };
}

export async function stopSite({ streams, server, live }: StreamSite): Promise<void> {
  streams.close(0);
  await live.close();
  await server.close();
}

/** Waits until something that other events of this process bring about is true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

/** A goal in a match: `home` goals of the home team. */
export const goalOf = (id: number, home = 1): LiveChange => ({
  t: 'match',
  match: {
    ...{ id, kickoff_at: '2026-11-20T11:30:00.000Z', status: 'h1', minute: 12, stoppage: null, period: null },
    ...{ seen_at: '2026-11-20T11:42:00.000Z', red_cards: { home: 0, away: 0 } },
    score: { home, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null },
  },
});
/** A change of about so many bytes. */
export const longEvents = (bytes: number): LiveChange => {
  const event = { id: '1', type: 'goal', side: 'home', period: 'H1', minute: 1, stoppage: null, other: null, detail: null } as const;
  return { t: 'events', match_id: 7, events: [{ ...event, player: 'x'.repeat(bytes) }] };
};
