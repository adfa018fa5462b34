import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_FOOTBALL } from '#server/modules/match-data/providers/api-football/api-football-feed.ts';
import { type ApiSportsServer, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { checkProvider } from './check.ts';

const KEY = 'a-secret-key';
const ACCOUNT = {
  subscription: { plan: 'Pro', end: '2027-01-31T00:00:00+00:00', active: true },
  requests: { current: 12, limit_day: 7500 },
};

let server: ApiSportsServer;
beforeAll(async () => {
  server = await startApiSportsServer();
  return () => server.close();
});
beforeEach(() => {
  server.faults.length = 0;
  server.replies.set('/status', () => ({ rows: [ACCOUNT] }));
  for (const name of Object.keys(server.headers)) delete server.headers[name];
});

const check = (settings: { key?: string; baseUrl?: string; perDay?: number } = {}) =>
  checkProvider(
    API_FOOTBALL.check,
    API_FOOTBALL.keySetting,
    { key: KEY, baseUrl: server.url, followed: [], perDay: 7500, perMinute: 300, ...settings },
    { fetch, now: () => new Date('2026-11-21T12:00:00Z'), timeoutMs: 500 },
  );

describe('checking a provider', () => {
  it('says what the plan allows and how fresh things will be, with one request', async () => {
    const before = server.asked.length;
    expect(await check()).toEqual({
      works: true,
      lines: [
        'API-Sports accepts the key.',
        'The plan is Pro, active until 2027-01-31.',
        'It allows 7500 requests a day; 12 are used.',
        'It does not say how many requests are left. With these settings the site makes at most 7500 today.',
        'On a day with 3 hours of play, live scores come about every 15 seconds; results come as soon after the end.',
        'Odds come every 3 hours.',
      ],
    });
    expect(server.asked.slice(before)).toEqual([{ path: '/status', query: {}, key: KEY }]);
  });

  it('says that a small plan is slow, and that the provider counts fewer requests than the settings', async () => {
    server.headers['X-RateLimit-Requests-Remaining'] = '40';
    const { lines } = await check({ perDay: 100 });
    expect(lines).toContain('Requests left today: 40. With these settings the site makes at most 40 today.');
    expect(lines).toContain('On a day with 3 hours of play, live scores come about every 3 minutes; results come as soon after the end.');
  });

  it.each([
    [{ kind: 'status', status: 401 }, /did not answer: the provider refuses API_FOOTBALL_KEY: status 401/, /Check the key/],
    [{ kind: 'status', status: 429 }, /status 429/, /used up for now/],
    [{ kind: 'status', status: 500 }, /status 500/, /Check the URL/],
    [{ kind: 'cut' }, /terminated/, /Check the URL/],
    [{ kind: 'text', text: `{"errors":{"token":"${KEY} is wrong"},"response":[]}` }, /token: \.\.\. is wrong/, /Check the key/],
  ] as const)('explains %o, without the key', async (fault, problem, hint) => {
    server.faults.push(fault);
    const { works, lines } = await check();
    expect(works).toBe(false);
    expect(lines).toEqual([expect.stringMatching(problem), expect.stringMatching(hint)]);
    expect(lines.join()).not.toContain(KEY);
  });

  it('asks nobody without a key', async () => {
    const before = server.asked.length;
    expect(await check({ key: '' })).toMatchObject({ works: false, lines: [expect.stringMatching(/^API_FOOTBALL_KEY is not set/)] });
    expect(server.asked).toHaveLength(before);
  });

  it('survives an account without the usual fields, and says that a plan has ended', async () => {
    server.replies.set('/status', () => ({ rows: [{ subscription: [] }] }));
    expect((await check()).lines).toContain('It says nothing about the plan.');
    server.replies.set('/status', () => ({ rows: [{ ...ACCOUNT, subscription: { plan: 'Free', end: null, active: false } }] }));
    expect((await check()).lines).toContain('The plan is Free, which is not active.');
  });
});
