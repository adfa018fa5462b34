import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const SITE = 'https://score.example';
const test = useTestApp({ PUBLIC_URL: SITE });
let match: number;
let league: number;

beforeAll(async () => {
  const { db } = test.current.deps;
  league = await createLeague(db, { name: 'Premier League' });
  const [home, away] = [await createTeam(db, '"><script>alert(1)</script>'), await createTeam(db, 'Northgate')];
  match = await createMatch(db, { leagueId: league, homeTeamId: home, awayTeamId: away, kickoffAt: new Date('2026-11-21T15:00:00Z') });
  await db.insertInto('league_teams').values({ league_id: league, season: '2026/27', team_id: home }).execute();
});

const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  test.current.app.request(`/oembed?${new URLSearchParams(query)}`, { headers: { Host: 'evil.example', ...headers } });

describe('oEmbed', () => {
  it('describes a match for editors of other sites', async () => {
    const response = await ask({ url: `${SITE}/match/${match}?lang=vi`, format: 'json' });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const { html, title, ...rest } = (await response.json()) as Record<string, unknown>;
    expect(rest).toEqual({
      ...{ version: '1.0', type: 'rich', provider_name: 'Matchpoint', provider_url: `${SITE}/`, cache_age: 86_400 },
      ...{ width: 480, height: 180 },
      ...{ thumbnail_url: `${SITE}/share/match/${match}.png?lang=vi`, thumbnail_width: 1_200, thumbnail_height: 630 },
    });
    expect(title).toContain('"><script>');
    expect(html).toContain(`<iframe src="${SITE}/embed/match/${match}?lang=vi" title="&quot;&gt;&lt;script&gt;`);
    expect(html).toContain('sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"');
    expect(html).not.toContain('<script');
    expect(JSON.stringify(rest) + String(html)).not.toContain('evil');
  });

  it('describes a table, no larger than asked for, with no picture that would be larger', async () => {
    const reply = (await (await ask({ url: `${SITE}/leagues/${league}/standings`, maxwidth: '300', maxheight: '200' })).json()) as object;
    expect(reply).toMatchObject({ width: 300, height: 200, title: 'Premier League table, season 2026/27' });
    expect(reply).not.toHaveProperty('thumbnail_url');
  });

  it.each([
    ['another site', `https://evil.example/match/1`],
    ['another port', `${SITE}:8443/match/1`],
    ['another scheme', 'http://score.example/match/1'],
    ['a name that begins alike', 'https://score.example.evil.example/match/1'],
    ['a user in front of it', 'https://score.example@evil.example/match/1'],
    ['a user of ours', 'https://a:b@score.example/match/1'],
    ['a script', 'javascript:alert(1)//score.example/match/1'],
    ['no address', ''],
    ['a path', '/match/1'],
    ['a page without an embed', `${SITE}/account`],
    ['an unknown match', `${SITE}/match/999999`],
    ['an unknown group', `${SITE}/group/0b6f5f0e-5d2a-4a5c-9d7e-3a2f0c1d4e5f`],
    ['a very long address', `${SITE}/match/1?x=${'x'.repeat(1_000)}`],
  ])('says of %s that there is nothing', async (_, url) => {
    const response = await ask({ url });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  it('leaves out XML, and knows no other format', async () => {
    const url = `${SITE}/match/${match}`;
    expect((await ask({ url, format: 'xml' })).status).toBe(501);
    expect((await ask({ url, format: 'yaml' })).status).toBe(400);
  });

  it.each(['-1', '0', 'x', '1e9', 'Infinity'])('takes a width of %s for none', async (maxwidth) => {
    expect(await (await ask({ url: `${SITE}/match/${match}`, maxwidth })).json()).toMatchObject({ width: 480 });
  });

  it('is limited like everything', async () => {
    const app = createApp(test.current.deps, createGeneralLimit(1));
    const statuses = [];
    for (let n = 0; n < 2; n++) statuses.push((await app.request(`/oembed?url=${SITE}/match/${match}`)).status);
    expect(statuses).toEqual([200, 429]);
  });
});
