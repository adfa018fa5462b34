import { describe, expect, it } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { streamEvents } from '#contract/v1/stream.ts';
import { greetedSocket, joinTopic } from '#test/support/live-socket.ts';
import { goalOf, longEvents, stopSite, until, useStreamSite } from '#test/support/stream-site.ts';

const { ask, joined, makeKey, now, refused, startSite } = useStreamSite();

describe('a stream', () => {
  it('says where its topics stand, and sends each change with the new data and an id', async () => {
    const stream = await joined('matches:2026-11-20,match:7');
    expect(stream.before).toEqual([]);
    expect(Object.keys(stream.seqs)).toEqual(['match:7', 'matches:2026-11-20']);
    expect(stream.retryMs()).toBe(2_000);
    now.site.hub.publish('match:7', goalOf(7));
    now.site.hub.publish('match:8', goalOf(8));
    now.site.hub.publish('matches:2026-11-20', goalOf(7));
    const [first, second] = [await stream.next(), await stream.next()];
    const seq = stream.seqs['match:7']! + 1;
    expect(first).toMatchObject({ name: 'change', data: { topic: 'match:7', seq } });
    expect(first.id).toContain(`match:7=${seq},matches:2026-11-20=${stream.seqs['matches:2026-11-20']}`);
    const { change } = streamEvents.change.parse(first.data);
    expect(change).toEqual(first.data.change);
    expect(change).toMatchObject({
      type: 'match',
      match: { id: 7, state: 'live', score: { home: 1, half_time: null, parts: [] }, winner: null },
    });
    expect(second).toMatchObject({ data: { topic: 'matches:2026-11-20', seq: stream.seqs['matches:2026-11-20']! + 1 } });
  });

  it('has the headers that keep it open, unpacked and readable by pages of other sites', async () => {
    const { headers } = await joined('match:7', { headers: { Origin: 'https://other.example', 'Accept-Encoding': 'gzip, br' } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'ratelimit-policy': expect.stringContaining('q='),
      connection: 'close',
    });
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-length')).toBeNull();
  });

  it('has the same numbers as the socket', async () => {
    const [stream, socket] = [await joined('match:7'), await greetedSocket(now.site.server.url)];
    try {
      expect(await joinTopic(socket, 'match:7')).toBe(stream.seqs['match:7']);
      for (const home of [1, 2]) now.site.hub.publish('match:7', goalOf(7, home));
      for (const home of [1, 2]) {
        const { seq } = await socket.nextOf('change');
        expect(await stream.next()).toMatchObject({ data: { seq, change: { match: { score: { home } } } } });
      }
    } finally {
      socket.socket.terminate();
    }
  });

  it.each<[string, LiveChange, object]>([
    ['events', longEvents(3), { type: 'events', match_id: 7, data: [{ player: 'xxx', other_player: null }] }],
    ['odds that are gone', { t: 'market', match_id: 7, market: null, offer: null }, { type: 'odds', match_id: 7, consensus: null }],
    ['statistics', { t: 'statistics', match_id: 7, statistics: [] }, { type: 'statistics', match_id: 7, data: [] }],
  ])('sends %s in the names of the API', async (_, change, expected) => {
    const stream = await joined('match:7');
    now.site.hub.publish('match:7', change);
    expect((await stream.next()).data.change).toMatchObject(expected);
  });

  it('says to read again what no message carries, and what cannot be read', async () => {
    const stream = await joined('match:7');
    const seq = stream.seqs['match:7']!;
    now.site.hub.publish('match:7', { t: 'refetch' });
    expect(await stream.next()).toMatchObject({ name: 'refetch', data: { topic: 'match:7', seq: seq + 1 } });
    // A process of another version may say what this one does not know.
    now.site.hub.tell('match:7', Buffer.from('{"t":"match","match":7}'));
    expect(await stream.next()).toMatchObject({ name: 'refetch', data: { seq: seq + 2 } });
    now.site.hub.missed();
    expect(await stream.next()).toMatchObject({ name: 'refetch', data: { seq: seq + 4 } });
  });

  it('sends nothing that is not of the API, such as what is said in a chat', async () => {
    const stream = await joined('match:7');
    now.site.hub.publish('match:7', { t: 'balance', balance: 1 });
    now.site.hub.publish('match:7', goalOf(7));
    expect(await stream.next()).toMatchObject({ name: 'change', data: { change: { type: 'match' } } });
  });

  it('gets a heartbeat', async () => {
    const stream = await joined('match:7');
    now.site.streams.beat();
    expect(await stream.next()).toEqual({ name: '', id: null, data: {} });
  });

  it('is told when changes of other processes are late', async () => {
    const stream = await joined('match:7');
    now.site.hub.degrade(true);
    try {
      expect(await stream.next()).toMatchObject({ name: 'degraded', data: { is_degraded: true } });
      expect((await joined('match:7')).before).toEqual([{ name: 'degraded', data: { is_degraded: true } }]);
    } finally {
      now.site.hub.degrade(false);
    }
    expect(await stream.next()).toMatchObject({ name: 'degraded', data: { is_degraded: false } });
  });

  it('sees no spoiler shield: cookies are not looked at', async () => {
    const stream = await joined('match:7', { headers: { Cookie: 'shield=hide' } });
    now.site.hub.publish('match:7', goalOf(7));
    expect((await stream.next()).name).toBe('change');
  });
});

describe('topics', () => {
  it.each([
    ['none', null],
    ['nothing', ''],
    ['an unknown one', 'match:7,scores'],
    ["the reader's own", 'me'],
    ['a chat', 'chat:7:en'],
    ['a day that does not exist', 'matches:2026-02-30'],
    ['an id that does not exist', 'match:0'],
    ['an id that is too high', 'match:2147483648'],
    ['a property of every object', '__proto__'],
    ['an empty one', 'match:7,,'],
    ['twenty-one', Array.from({ length: 21 }, (_, i) => `match:${i + 1}`).join()],
    ['a thousand', Array.from({ length: 1_000 }, (_, i) => `match:${i + 1}`).join()],
  ])('that are %s are refused', async (_, topics) => {
    expect(await refused(topics)).toMatchObject({ status: 400, code: 'invalid_query', params: { field: 'topics' } });
  });

  it('may be twenty, and one named often counts once', async () => {
    const twenty = Array.from({ length: 20 }, (_, i) => `match:${i + 1}`);
    expect(Object.keys((await joined(twenty.join())).seqs)).toHaveLength(20);
    expect(Object.keys((await joined(Array(25).fill('match:7').join())).seqs)).toEqual(['match:7']);
  });
});

describe('the server', () => {
  it('answers HEAD without a stream', async () => {
    const { status, headers, socket } = await ask('match:7', { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(now.site.streams.sizes().streams).toBe(0);
    socket.destroy();
    expect((await ask('match:7', { method: 'HEAD', key: null })).status).toBe(401);
  });

  it('counts streams apart from requests: an address that has many can still ask', async () => {
    const second = await makeKey();
    for (let n = 0; n < 5; n++) await joined('match:7');
    for (let n = 0; n < 5; n++) await joined('match:7', { key: second.key });
    expect((await fetch(new URL('/api/v1/sports', now.site.server.url))).status).toBe(200);
  });

  it('cuts a reader that does not read; the others hear everything', async () => {
    const [slow, quick] = [await joined('match:9'), await joined('match:9')];
    const before = now.site.streams.sizes().dropped;
    slow.socket.pause();
    for (let sent = 0; sent < 400 && now.site.streams.sizes().dropped === before; sent++) {
      now.site.hub.publish('match:9', longEvents(50_000));
      expect((await quick.next()).name).toBe('change');
    }
    expect(now.site.streams.sizes()).toMatchObject({ streams: 1, dropped: before + 1 });
    slow.socket.resume();
    await slow.ended;
  });

  it('has a limit of streams', async () => {
    const small = await startSite({ streamsMax: 1 });
    try {
      await joined('match:7', { at: small });
      expect(await refused('match:7', { at: small })).toMatchObject({ status: 503, code: 'unavailable' });
    } finally {
      await stopSite(small);
    }
  });

  it('that ends sends clients away, each after a time of its own, and opens nothing more', async () => {
    const ending = await startSite();
    const stream = await joined('match:7', { at: ending });
    ending.streams.close(10_000);
    const { name, data } = await stream.next();
    expect(name).toBe('reconnect');
    const { after_ms: afterMs } = streamEvents.reconnect.parse(data);
    expect(stream.retryMs()).toBe(afterMs);
    expect(afterMs).toBeLessThan(10_000);
    await stream.ended;
    expect(await refused('match:7', { at: ending })).toMatchObject({ status: 503, code: 'unavailable' });
    expect([...ending.hub.sizes()]).toEqual([]);
    await stopSite(ending);
  });

  it('forgets everything once nobody reads', async () => {
    const own = await startSite();
    const stream = await joined('match:7,match:8', { at: own });
    own.hub.publish('match:7', goalOf(7));
    await stream.next();
    expect(own.streams.sizes()).toMatchObject({ streams: 1, topics: 2, told: 1 });
    expect(own.streams.sizes().keptBytes).toBeGreaterThan(100);
    stream.socket.destroy();
    await until(() => own.streams.sizes().streams === 0);
    for (let beat = 0; beat < 10; beat++) own.streams.beat();
    expect(own.streams.sizes()).toMatchObject({ topics: 0, keptBytes: 0 });
    expect([...own.hub.sizes()]).toEqual([]);
    await stopSite(own);
  });
});
