import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_SPORTS } from '#server/modules/match-data/providers/api-sports/protocol.ts';
import { API_TENNIS_PROTOCOL } from '#server/modules/match-data/providers/api-tennis/protocol.ts';
import { type ApiSportsServer, type Fault, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { askProvider, type Protocol, ProviderError } from './client.ts';

let server: ApiSportsServer;
beforeAll(async () => {
  server = await startApiSportsServer();
  return () => server.close();
});
beforeEach(() => {
  server.faults.length = 0;
  server.replies.clear();
});

const never = new AbortController().signal;
const ask = (query = '/fixtures?live=39', timeoutMs = 5000, signal = never) =>
  askProvider(
    API_SPORTS,
    { key: 'the key', keySetting: 'API_FOOTBALL_KEY', baseUrl: server.url },
    { fetch, timeoutMs, now: () => new Date() },
    query,
    signal,
  );

describe('asking the provider', () => {
  it('sends the key and the query, and reads rows and pages', async () => {
    server.replies.set('/odds', () => ({ rows: [{ a: 1 }], pages: 7 }));
    expect(await ask('/odds?league=39&page=3')).toMatchObject({ rows: [{ a: 1 }], pages: 7 });
    expect(server.asked.at(-1)).toEqual({ path: '/odds', query: { league: '39', page: '3' }, key: 'the key' });
  });

  it.each<[string, Fault, string, RegExp]>([
    ['an error', { kind: 'status', status: 500 }, 'failed', /status 500/],
    ['half a body', { kind: 'cut' }, 'failed', /terminated/],
    ['another page', { kind: 'text', text: '<html>' }, 'failed', /JSON/],
    ['another format', { kind: 'text', text: '{"response":{}}' }, 'failed', /no answer of API-Sports/],
    ['too many requests', { kind: 'status', status: 429 }, 'rate_limited', /429/],
    ['a refusal', { kind: 'status', status: 403 }, 'setting', /refuses API_FOOTBALL_KEY/],
    ['a redirect, which would take the key elsewhere', { kind: 'status', status: 302, headers: { location: '/x' } }, 'failed', /redirect/],
  ])('reports %s as a problem', async (_, fault, problem, message) => {
    server.faults.push(fault);
    const error = await ask().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ problem, message: expect.stringMatching(message) });
  });

  it.each([
    [{ rateLimit: 'Too many requests. Your rate limit is 10 requests per minute.' }, 'rate_limited', /rate limit is 10/],
    [{ requests: 'You have reached the request limit for the day' }, 'day_used_up', /for the day/],
    [{ token: 'Error/Missing application key.' }, 'setting', /refuses API_FOOTBALL_KEY: token: Error\/Missing application key/],
    [{ access: 'Your account is suspended' }, 'setting', /suspended/],
    [{ plan: 'Free plans do not have access to this season' }, 'request', /Free plans/],
    [{ league: 'The League field cannot be used with the Search field.' }, 'request', /Search field/],
  ])('reports the error %o of a reply with status 200', async (errors, problem, message) => {
    server.replies.set('/fixtures', () => ({ errors }));
    await expect(ask()).rejects.toMatchObject({ problem, message: expect.stringMatching(message) });
  });

  it('ends after the timeout and when aborted', async () => {
    server.faults.push({ kind: 'slow', ms: 400 }, { kind: 'slow', ms: 400 });
    await expect(ask('/fixtures', 50)).rejects.toMatchObject({ problem: 'failed', message: expect.stringMatching(/timeout/i) });
    const abort = new AbortController();
    const asked = ask('/fixtures', 5000, abort.signal);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ problem: 'failed', message: expect.stringMatching(/abort/i) });
  });

  it('keeps a key out of every message, even one that is part of the address', async () => {
    const inAddress: Protocol = { ...API_SPORTS, requestOf: (query, key) => ({ query: `${query}&APIkey=${key}`, headers: {} }) };
    const askWith = (baseUrl: string) =>
      askProvider(inAddress, { key: 'k3y', keySetting: 'SOME_KEY', baseUrl }, { fetch, now: () => new Date() }, '/fixtures?live=39', never);
    server.replies.set('/fixtures', () => ({ errors: { token: 'k3y is no key of ours' } }));
    await expect(askWith(server.url)).rejects.toMatchObject({
      problem: 'setting',
      message: 'the provider refuses SOME_KEY: token: ... is no key of ours',
    });
    // The address is part of what fetch reports when it cannot be read.
    const unreadable = await askWith('http://[').catch(({ message }) => message);
    expect(unreadable).toMatch(/URL/);
    expect(unreadable).not.toContain('k3y');
  });

  it.each(Array.from({ length: 13 }, (_, n) => 180 + n))(
    'leaves no part of a key where a long message is cut (after %i letters)',
    async (letters) => {
      server.faults.push({ kind: 'text', text: JSON.stringify({ error: '1', result: `${'x'.repeat(letters)} a-secret-key` }) });
      const settings = { key: 'a-secret-key', keySetting: 'API_TENNIS_KEY', baseUrl: server.url };
      const asked = askProvider(API_TENNIS_PROTOCOL, settings, { fetch, now: () => new Date() }, '/?method=get_events', never);
      await expect(asked).rejects.toMatchObject({ message: expect.not.stringContaining('a-secret') });
    },
  );

  it('quotes the sentence of an error in JSON, and no page of a proxy', async () => {
    server.faults.push({ kind: 'status', status: 403, text: '{"error":"Forbidden","message":"Not in your plan"}' });
    await expect(ask()).rejects.toMatchObject({
      message: 'the provider refuses API_FOOTBALL_KEY: status 403: Not in your plan; Forbidden',
    });
    server.faults.push({ kind: 'status', status: 502, text: '<html>Bad gateway</html>' });
    await expect(ask()).rejects.toMatchObject({ problem: 'failed', message: 'status 502' });
  });

  it('refuses an answer that is too long without reading it whole', async () => {
    server.faults.push({ kind: 'text', text: `{"errors":[],"response":["${'x'.repeat(17 * 1024 * 1024)}"]}` });
    await expect(ask(undefined, 60_000)).rejects.toMatchObject({
      problem: 'failed',
      message: expect.stringMatching(/longer than 16777216 bytes/),
    });
  });
});
