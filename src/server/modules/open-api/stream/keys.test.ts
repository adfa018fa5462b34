import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiKeyOf } from '#domain/identity/api-key.ts';
import { apiKeyTopic, hashOfApiKey } from '#server/platform/http/api-access.ts';
import { greetedSocket, joinTopic, openSocket } from '#test/support/live-socket.ts';
import { goalOf, until, useStreamSite } from '#test/support/stream-site.ts';

const { closeLater, joined, makeKey, now, refused, revoke, test } = useStreamSite();

describe('a key', () => {
  it('is needed, with the scope read, in a header', async () => {
    expect(await refused('match:7', { key: null })).toMatchObject({ status: 401, code: 'api_key_missing' });
    expect(await refused(`match:7&key=${now.key}`, { key: null })).toMatchObject({ code: 'api_key_missing' });
    expect(await refused('match:7', { key: apiKeyOf('x'.repeat(43)) })).toMatchObject({ status: 401, code: 'api_key_invalid' });
    const { key: other } = await makeKey({ scopes: ['me:read', 'me:tip'] });
    expect(await refused('match:7', { key: other })).toEqual({ status: 403, code: 'scope_missing', params: { scope: 'read' } });
    await joined('match:7', { key: null, headers: { 'X-API-Key': now.key } });
  });

  it('that is revoked ends its streams at once, and no others', async () => {
    const [one, other] = [await makeKey(), await makeKey()];
    const [first, second] = [await joined('match:7', { key: one.key }), await joined('match:7', { key: other.key })];
    await revoke(one.id);
    const topic = apiKeyTopic(hashOfApiKey(one.key));
    test.current.deps.publish(topic, { t: 'refetch' });
    now.site.hub.publish(topic, { t: 'refetch' });
    await first.ended;
    expect(await refused('match:7', { key: one.key })).toMatchObject({ code: 'api_key_invalid' });
    now.site.hub.publish('match:7', goalOf(7));
    expect((await second.next()).name).toBe('change');
  });

  it('of a user who is disabled ends its streams at once; a bet of theirs ends nothing', async () => {
    const { key: own, userId } = await makeKey();
    const stream = await joined('match:7', { key: own });
    now.site.hub.publish(`me:${userId}`, { t: 'balance', balance: 5 });
    now.site.streams.beat();
    expect((await stream.next()).name).toBe('');
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', userId).execute();
    now.site.hub.publish(`me:${userId}`, { t: 'account' });
    await stream.ended;
  });

  it('that ends unheard ends its streams at the next check', async () => {
    const { key: own, id } = await makeKey();
    const stream = await joined('match:7', { key: own });
    await now.site.streams.checkKeys();
    now.site.streams.beat();
    expect((await stream.next()).name).toBe('');
    await revoke(id);
    await now.site.streams.checkKeys();
    await stream.ended;
  });

  it('has five streams, and an address a hundred', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => joined('match:7')));
    expect(await refused('match:7')).toEqual({ status: 429, code: 'too_many_streams', params: { max: 5 } });
    open[0]!.socket.destroy();
    await until(() => now.site.streams.sizes().streams === 4);
    await joined('match:8');
    const others = await Promise.all(Array.from({ length: 20 }, () => makeKey()));
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (const { key: own } of others) for (let n = 0; n < 5; n++) await joined('match:7', { key: own, headers });
    expect(await refused('match:7', { headers })).toMatchObject({ code: 'too_many_streams' });
    const { key: last } = await makeKey();
    expect(await refused('match:7', { key: last, headers })).toEqual({ status: 429, code: 'too_many_streams', params: { max: 100 } });
    await joined('match:7', { key: last });
  });
});

describe('the socket of a key', () => {
  const enter = async (own: string, headers: Record<string, string> = {}) => {
    const client = await openSocket(now.site.server.url, { headers });
    closeLater(() => client.socket.terminate());
    client.say({ t: 'auth', key: own });
    return client;
  };

  it('has the changes of the stream with the same numbers, and no chat and nothing of its owner', async () => {
    const [client, stream] = [await enter(now.key), await joined('match:7')];
    expect(await client.next()).toEqual({ t: 'welcome', signed_in: false });
    expect(await joinTopic(client, 'match:7')).toBe(stream.seqs['match:7']);
    now.site.hub.publish('match:7', goalOf(7));
    const { data } = await stream.next();
    expect(await client.next()).toEqual({ t: 'change', ...data });
    for (const topic of ['me', 'site', 'chat:7:en', `chat:group:${randomUUID()}`]) {
      client.say({ t: 'join', topic });
      expect(await client.next()).toEqual({ t: 'error', code: 'unauthorized', topic });
    }
    client.say({ t: 'chat', topic: 'chat:7:en', cid: randomUUID(), text: 'hello' });
    expect(await client.next()).toMatchObject({ t: 'error' });
    client.say({ t: 'leave', topic: 'match:7' });
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
    now.site.hub.publish('match:7', goalOf(7));
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
  });

  it('leaves what was joined before the key was sent', async () => {
    const client = await greetedSocket(now.site.server.url);
    closeLater(() => client.socket.terminate());
    await joinTopic(client, 'match:7');
    client.say({ t: 'auth', key: now.key });
    await client.nextOf('welcome');
    now.site.hub.publish('match:7', goalOf(7));
    client.say({ t: 'ping' });
    expect(await client.next()).toEqual({ t: 'pong' });
  });

  const closed = (client: { socket: { once: (name: 'close', hear: (code: number) => void) => void } }) =>
    new Promise<number>((resolve) => client.socket.once('close', resolve));

  it('is closed when the key is not valid, lacks the scope, or has five streams', async () => {
    const { key: other } = await makeKey({ scopes: ['me:read'] });
    for (const bad of [apiKeyOf('y'.repeat(43)), 'mp_', '', other]) {
      const client = await enter(bad);
      const end = closed(client);
      expect(await client.next()).toEqual({ t: 'error', code: 'unauthorized' });
      expect(await end).toBe(1008);
    }
    for (let n = 0; n < 5; n++) await joined('match:7');
    const client = await enter(now.key);
    expect(await client.next()).toEqual({ t: 'error', code: 'rate_limited' });
  });

  it('is closed when the key is revoked, and cannot become that of a user', async () => {
    const own = await makeKey();
    const client = await enter(own.key);
    await client.nextOf('welcome');
    client.say({ t: 'auth', token: 'x' });
    expect(await client.next()).toEqual({ t: 'error', code: 'invalid_payload' });
    const end = closed(client);
    await revoke(own.id);
    now.site.hub.publish(apiKeyTopic(hashOfApiKey(own.key)), { t: 'refetch' });
    expect(await end).toBe(1008);
  });
});
