import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { plainName } from '#domain/matches/player-names.ts';
import { pageAt } from '#domain/matches/site-page.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { protectAnswers } from '#server/platform/http/security-headers.ts';
import { staticRoutes } from '#server/platform/http/static.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createContest, createLeague, createMatch, createTeam, createUser } from '#test/support/factories.ts';
import { pageDescriber, pagesRoutes } from './routes.ts';
import { formatMessage, TEXTS } from './words.ts';

const PAGE =
  '<!doctype html><html lang="__LANG__" data-theme="__THEME__"><head><!--HEAD--></head><body><div id="root"><!--FIRST--></div></body></html>';
const HOSTILE = `A</script><b> & "Q" 'q' $& $1 __NONCE__`;

let test: TestApp;
let folder: string;
let site: Hono;
let premier: number;
let match: number;
let team: number;

const siteOf = (deps: Deps, limit = async (_ip: string) => {}): Hono => {
  const app = new Hono();
  protectAnswers(app, deps.config);
  pagesRoutes(app, deps, limit);
  staticRoutes(app, pageDescriber(deps, limit), folder);
  app.notFound((c) => c.text('nothing', 404));
  return app;
};

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'matchpoint-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  site = siteOf(test.deps);
  const { db } = test.deps;
  premier = await createLeague(db, { name: 'Premier League' });
  await db
    .updateTable('leagues')
    .set({ names: JSON.stringify({ 'zh-CN': '英超', vi: 'Ngoại hạng Anh' }) })
    .where('id', '=', premier)
    .execute();
  const [home, away] = [await createTeam(db, 'Avalon Town'), await createTeam(db, 'Northgate')];
  team = home;
  await db
    .updateTable('teams')
    .set({ names: JSON.stringify({ 'zh-CN': '阿瓦隆' }) })
    .where('id', '=', home)
    .execute();
  match = await createMatch(db, { leagueId: premier, homeTeamId: home, awayTeamId: away, kickoffAt: new Date('2026-11-21T15:00:00Z') });
  await db.updateTable('matches').set({ venue: 'Avalon Park' }).where('id', '=', match).execute();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await test.database.drop();
});

const get = (path: string, headers: Record<string, string> = {}, app = site) =>
  app.request(path, { headers: { Host: 'score.example', ...headers } });

/** Reads a page's head as a crawler does, without running scripts. */
async function read(path: string, headers: Record<string, string> = {}, app = site) {
  const response = await get(path, headers, app);
  const html = await response.text();
  const decoded = (text: string) =>
    text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!);
  const attribute = (tag: string, name: string) => decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const tags = [...html.matchAll(/<(meta|link) [^>]*>/g)].map(([tag]) => tag);
  const meta = (name: string) => {
    const found = tags.find((tag) => attribute(tag, 'name') === name || attribute(tag, 'property') === name);
    return found === undefined ? null : attribute(found, 'content');
  };
  const links = (rel: string) => tags.filter((tag) => attribute(tag, 'rel') === rel);
  return {
    html,
    status: response.status,
    lang: /<html lang="([^"]*)"/.exec(html)?.[1],
    title: decoded(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''),
    meta,
    canonical: links('canonical').map((tag) => attribute(tag, 'href'))[0] ?? null,
    alternates: Object.fromEntries(
      links('alternate').flatMap((tag) => (attribute(tag, 'hreflang') ? [[attribute(tag, 'hreflang'), attribute(tag, 'href')]] : [])),
    ),
    oEmbed: links('alternate').flatMap((tag) => (attribute(tag, 'type') === 'application/json+oembed' ? [attribute(tag, 'href')] : [])),
    data: [...html.matchAll(/<script type="application\/ld\+json" data-page>(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json!)),
  };
}

describe('pages that other sites can embed say so', () => {
  const LISTED = '0b6f5f0e-5d2a-4a5c-9d7e-3a2f0c1d4e5f';
  const PRIVATE = '1b6f5f0e-5d2a-4a5c-9d7e-3a2f0c1d4e5f';
  beforeAll(async () => {
    const common = { round_kind: 'week', starts_at: new Date(), members: 1, created_at: new Date() };
    await test.deps.db
      .insertInto('tipping_groups')
      .values([
        { ...common, id: LISTED, name: 'Open', visibility: 'listed', code: 'AAAAAAAA' },
        { ...common, id: PRIVATE, name: 'Secret', visibility: 'private', code: 'BBBBBBBB' },
      ])
      .execute();
  });

  it('with the address of their description', async () => {
    const at = (path: string) => [`http://score.example/oembed?format=json&url=${encodeURIComponent(`http://score.example${path}`)}`];
    expect((await read(`/match/${match}`)).oEmbed).toEqual(at(`/match/${match}`));
    expect((await read(`/leagues/${premier}/standings?lang=vi`)).oEmbed).toEqual(at(`/leagues/${premier}/standings?lang=vi`));
    expect((await read(`/group/${LISTED}`)).oEmbed).toEqual(at(`/group/${LISTED}`));
  });

  it('others do not, least of all private groups', async () => {
    for (const path of ['/matches', '/match/999999', `/group/${PRIVATE}`, `/team/${team}`])
      expect((await read(path)).oEmbed, path).toEqual([]);
  });
});

describe('every page describes itself', () => {
  const DAYS = { en: '21 November 2026', 'zh-CN': '2026年11月21日', vi: '21/11/2026' };
  const describing = (lang: Locale): [path: string, lang: Locale, title: string, description: string][] => {
    const { titles, descriptions } = TEXTS[lang];
    const dated = formatMessage(lang, titles.matches_on, { date: DAYS[lang] });
    return [
      ['/matches', lang, titles.matches, descriptions.matches],
      ['/matches?date=2026-11-21', lang, dated, formatMessage(lang, descriptions.matches_filtered, { title: dated })],
      ['/best', lang, titles.best, descriptions.best],
      ['/best?date=2026-11-21', lang, formatMessage(lang, titles.best_on, { date: DAYS[lang] }), descriptions.best],
      ['/leagues', lang, titles.leagues, descriptions.leagues],
      ['/track-record?sport=tennis', lang, titles.track_record, descriptions.track_record],
      ['/track-record', lang, titles.track_record, descriptions.track_record],
      ['/forecast-league', lang, titles.forecast_league, descriptions.forecast_league],
      ['/groups', lang, titles.groups, descriptions.groups],
      ['/terms', lang, titles.terms, descriptions.site],
      ['/privacy', lang, titles.privacy, descriptions.site],
      ['/responsible-play', lang, titles.responsible_play, descriptions.site],
    ];
  };

  it.each(LOCALES.flatMap(describing))('%s in %s', async (path, lang, words, description) => {
    const page = await read(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
    const title = `${words} · Matchpoint`;
    expect(page).toMatchObject({ status: 200, lang, title });
    expect(page.meta('description')).toBe(description);
    if (path.includes('date')) expect(words).toContain(DAYS[lang]);
    expect(page.meta('og:title')).toBe(words);
    expect(page.meta('og:description')).toBe(page.meta('description'));
    expect(page.canonical).toBe(`http://score.example${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
    expect(page.meta('og:url')).toBe(page.canonical);
    expect(page.meta('robots')).toBeNull();
    expect(page.meta('og:image')).toBe(`http://score.example/share/default.png?lang=${lang}`);
  });

  it('a shared bet, with a picture of its own and for nobody to find', async () => {
    const { db } = test.deps;
    const user = await createUser(test);
    const contestId = await createContest(db, match, new Date(), '1x2');
    const betId = randomUUID();
    const bet = { id: betId, user_id: user.id, contest_id: contestId, pick: 'home', stake: 100, fixed_payout: 340, placed_at: new Date() };
    await db
      .insertInto('bets')
      .values({ ...bet, state: 'settled', hit: true, payout: 340, settled_at: new Date() })
      .execute();
    const id = randomUUID();
    const shown = { shows_name: false, shows_points: false, created_at: new Date() };
    await db
      .insertInto('shares')
      .values({ id, user_id: user.id, bet_id: betId, ...shown })
      .execute();
    for (const lang of LOCALES) {
      const { shared } = TEXTS[lang].sharing;
      const home = lang === 'zh-CN' ? '阿瓦隆' : 'Avalon Town';
      const odds = lang === 'vi' ? '3,40' : '3.40';
      const words = formatMessage(lang, shared.won, { pick: formatMessage(lang, shared.to_win, { team: home }), odds });
      const page = await read(`/shared/${id}?lang=${lang}&title=${encodeURIComponent('I won a million')}`);
      expect(page).toMatchObject({ status: 200, title: `${words} · Matchpoint`, canonical: null });
      expect([page.meta('og:title'), page.meta('robots')]).toEqual([words, 'noindex']);
      expect(page.html).not.toContain('million');
      expect(page.meta('og:image')).toBe(`http://score.example/share/shared/${id}.png?lang=${lang}`);
    }
    const picture = await get(`/share/shared/${id}.png?lang=vi`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    await db.deleteFrom('shares').where('id', '=', id).execute();
    expect(await read(`/shared/${id}?lang=en`)).toMatchObject({ status: 404, title: `${TEXTS.en.sharing.shared.missing} · Matchpoint` });
    for (const none of [id, randomUUID(), '-'.repeat(36)]) expect((await get(`/share/shared/${none}.png`)).status).toBe(404);
  });

  it.each([
    ['en', 'Avalon Town', 'Premier League · 21 November 2026, 15:00 UTC. '],
    ['zh-CN', '阿瓦隆', '英超 · 2026年11月21日 15:00 UTC。'],
    ['vi', 'Avalon Town', 'Ngoại hạng Anh · 21/11/2026, 15:00 UTC. '],
  ] as const)('a match in %s', async (lang, home, facts) => {
    const { titles, descriptions } = TEXTS[lang];
    const title = formatMessage(lang, titles.match, { home, away: 'Northgate' });
    const page = await read(`/match/${match}?tab=odds`, { Cookie: `lang=${lang}` });
    expect(page.title).toBe(`${title} · Matchpoint`);
    expect(title).toMatch(new RegExp(`^${home} .+ Northgate$`));
    expect(page.meta('description')).toBe(facts + formatMessage(lang, descriptions.match, { title }));
    expect(page.canonical).toBe(`http://score.example/match/${match}`);
    expect(page.meta('og:image')).toBe(`http://score.example/share/match/${match}.png?lang=${lang}`);
    expect([page.meta('og:image:width'), page.meta('og:image:height')]).toEqual(['1200', '630']);
    expect(page.meta('og:image:alt')).toContain(title);
    expect(page.meta('twitter:card')).toBe('summary_large_image');
    expect(page.meta('og:locale')).toBe({ en: 'en_GB', 'zh-CN': 'zh_CN', vi: 'vi_VN' }[lang]);
  });

  it.each([
    ['en', 'Premier League'],
    ['zh-CN', '英超'],
    ['vi', 'Ngoại hạng Anh'],
  ] as const)('a league table in %s', async (lang, league) => {
    const page = await read(`/leagues/${premier}/standings?lang=${lang}&view=home`);
    expect(page.title).toBe(`${formatMessage(lang, TEXTS[lang].titles.standings, { league })} · Matchpoint`);
    expect(page.title).toContain(league);
    expect(page.canonical).toBe(`http://score.example/leagues/${premier}/standings?lang=${lang}`);
    expect(page.data[0]).toMatchObject({ '@type': 'BreadcrumbList' });
    expect(page.data[0].itemListElement.map((item: { position: number; item: string }) => [item.position, item.item])).toEqual([
      [1, `http://score.example/leagues?lang=${lang}`],
      [2, `http://score.example/leagues/${premier}/standings?lang=${lang}`],
    ]);
  });

  const titleFor = (lang: Locale, name: string) => `${formatMessage(lang, TEXTS[lang].titles.matches_of, { name })} · Matchpoint`;

  it('a match list filtered by league has its name in the title', async () => {
    const { title } = await read(`/matches?league=${premier}&lang=vi`);
    expect(title).toBe(titleFor('vi', 'Ngoại hạng Anh'));
    expect(title).toContain('Ngoại hạng Anh');
  });

  it.each([
    ['en', 'Avalon Town', 'Premier League. '],
    ['zh-CN', '阿瓦隆', '英超。'],
    ['vi', 'Avalon Town', 'Ngoại hạng Anh. '],
  ] as const)('a team in %s', async (lang, name, facts) => {
    const page = await read(`/team/${team}?tab=squad`, { Cookie: `lang=${lang}` });
    expect(page).toMatchObject({ status: 200, title: titleFor(lang, name), canonical: `http://score.example/team/${team}` });
    const words = formatMessage(lang, TEXTS[lang].descriptions.team, { title: page.meta('og:title')! });
    expect(page.meta('description')).toBe(facts + words);
    expect(page.meta('og:image')).toBe(`http://score.example/share/team/${team}.png?lang=${lang}`);
    expect(page.alternates.vi).toBe(`http://score.example/team/${team}?lang=vi`);
    expect(page.data[0]).toMatchObject({
      ...{ '@type': 'SportsTeam', name, sport: 'Association football', url: `http://score.example/team/${team}` },
      memberOf: { '@type': 'SportsOrganization' },
    });
    expect(page.data[1].itemListElement.map((item: { item: string }) => item.item)).toEqual([
      'http://score.example/leagues',
      `http://score.example/leagues/${premier}/standings`,
      `http://score.example/team/${team}`,
    ]);
  });

  it('a team without matches, and a player of tennis, without what is unknown', async () => {
    const { db } = test.deps;
    const [fresh, player] = [await createTeam(db, 'Fresh'), await createTeam(db, 'S. Lob')];
    await db.updateTable('teams').set({ sport: 'tennis' }).where('id', '=', player).execute();
    const page = await read(`/team/${fresh}`);
    expect(page.data).toEqual([expect.not.objectContaining({ memberOf: expect.anything() })]);
    const tennis = await read(`/team/${player}`);
    expect(tennis.data[0]).toMatchObject({ '@type': 'Person', name: 'S. Lob' });
    expect(tennis.meta('description')).not.toMatch(/squad|scorer/);
  });

  it('a player, with the team; a shortened name has the canonical address of the player', async () => {
    const { db } = test.deps;
    const named = async (name: string) => {
      const row = { team_id: team, name, plain_name: plainName(name), seen_at: new Date(), match_id: null };
      return (await db.insertInto('players').values(row).returning('id').executeTakeFirstOrThrow()).id;
    };
    const [full, short] = [await named('Tobias Lind'), await named('T. Lind')];
    await db
      .insertInto('squads')
      .values({ team_id: team, coach: null, players: JSON.stringify([{ name: 'Tobias Lind', number: 9, position: 'FWD' }]) })
      .execute();
    for (const [id, lang, teamName] of [
      [full, 'en', 'Avalon Town'],
      [short, 'zh-CN', '阿瓦隆'],
    ] as const) {
      const page = await read(`/player/${id}?tab=x`, { Cookie: `lang=${lang}` });
      const title = formatMessage(lang, TEXTS[lang].titles.player, { name: 'Tobias Lind', team: teamName });
      expect(page).toMatchObject({ status: 200, title: `${title} · Matchpoint`, canonical: `http://score.example/player/${full}` });
      expect(page.meta('description')).toBe(formatMessage(lang, TEXTS[lang].descriptions.player, { title }));
      expect(page.meta('og:image')).toBe(`http://score.example/share/player/${full}.png?lang=${lang}`);
      expect(page.alternates.vi).toBe(`http://score.example/player/${full}?lang=vi`);
      expect(page.data[0]).toMatchObject({ '@type': 'Person', name: 'Tobias Lind', memberOf: { '@type': 'SportsTeam', name: teamName } });
      expect(page.data[1].itemListElement.at(-1)).toMatchObject({ name: 'Tobias Lind', item: `http://score.example/player/${full}` });
    }
    const hostile = await named(HOSTILE);
    const page = await read(`/player/${hostile}`);
    expect(page.data[0]).toMatchObject({ name: HOSTILE });
    expect((await get(`/share/player/${hostile}.png`)).status).toBe(200);
    expect((await get('/share/player/2147483647.png')).status).toBe(404);
  });

  it('a team’s former address leads to its page, and keeps the rest of the query', async () => {
    for (const [from, to] of [
      [`/matches?team=${team}`, `/team/${team}`],
      [`/Matches/?lang=vi&team=${team}&invite=ABC`, `/team/${team}?lang=vi&invite=ABC`],
    ] as const) {
      const response = await get(from);
      expect([response.status, response.headers.get('location')]).toEqual([302, to]);
    }
    for (const bad of ['x', '0', '-1', '9'.repeat(10), '7//evil.example']) expect((await get(`/matches?team=${bad}`)).status).toBe(200);
  });

  it('lists the other languages of the page', async () => {
    expect((await read(`/match/${match}?utm_source=x`)).alternates).toEqual({
      en: `http://score.example/match/${match}?lang=en`,
      'zh-Hans': `http://score.example/match/${match}?lang=zh-CN`,
      vi: `http://score.example/match/${match}?lang=vi`,
      'x-default': `http://score.example/match/${match}`,
    });
  });

  it('uses PUBLIC_URL if it is set, and never a forged host', async () => {
    const app = siteOf({ ...test.deps, config: { ...test.deps.config, publicUrl: 'https://matchpoint.example' } });
    expect((await read('/leagues', {}, app)).canonical).toBe('https://matchpoint.example/leagues');
    expect((await read('/leagues', { Host: 'evil.example/"><script>' })).canonical).toBe('http://localhost:3000/leagues');
  });
});

it('covers every route of the browser, including those that redirect', async () => {
  const router = await readFile('src/web/app/router.tsx', 'utf8');
  const paths = [...router.matchAll(/^ {2}'(\/[^']*)': page\(/gm)].map(([, path]) =>
    path!.replace(/:(\w+)/g, (_, name) => (['id', 'leagueId'].includes(name) ? '7' : name === 'year' ? '2025' : randomUUID())),
  );
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) expect([path, pageAt(path, () => null)?.path]).toEqual([path, path]);
});

describe('pages that search engines must not index', () => {
  it.each(['/account', '/bets', '/settings/profile', '/settings/security', '/not-me'])('%s', async (path) => {
    const page = await read(path);
    expect(page.status).toBe(200);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.canonical).toBeNull();
    expect(page.alternates).toEqual({});
  });

  it.each([
    ...[`/match/2147483647`, `/match/${'9'.repeat(50)}`, '/match/0', '/leagues/2147483647/standings', '/leagues/0/standings'],
    ...['/team/2147483647', `/team/${'9'.repeat(50)}`, '/team/0', '/player/2147483647', `/player/${'9'.repeat(50)}`, '/player/0'],
  ])('%s is not found', async (path) => {
    const page = await read(path);
    expect(page.status).toBe(404);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.html).toContain('<div id="root">');
  });

  it('a season that a league never had is not found', async () => {
    expect((await read(`/leagues/${premier}/standings?season=1066`)).status).toBe(404);
    expect((await read(`/leagues/${premier}/standings?season=2026/27`)).canonical).toBe(
      `http://score.example/leagues/${premier}/standings?season=2026%2F27`,
    );
  });

  it.each(['/matches?date=2031-01-01', '/matches?league=2147483647'])('%s, an empty list, is not indexed', async (path) => {
    const page = await read(path);
    expect(page.status).toBe(200);
    expect(page.meta('robots')).toBe('noindex');
  });
});

describe('the first paint before scripts load', () => {
  const shown = (html: string) => /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1];

  it("shows today's matches on the list, in the visitor's language and time zone", async () => {
    const [home, away] = [await createTeam(test.deps.db, HOSTILE), await createTeam(test.deps.db, 'Marlow')];
    const kickoffAt = new Date('2026-11-20T23:30:00Z');
    const id = await createMatch(test.deps.db, {
      leagueId: premier,
      homeTeamId: home,
      awayTeamId: away,
      kickoffAt,
      status: 'h2',
      score: [2, 1],
    });
    test.deps.replies.touch('matches:2026-11-20');
    const html = shown((await read('/matches?lang=zh-CN')).html);
    expect(html).toContain('英超');
    expect(html).toContain(`<a href="/match/${id}"`);
    expect(html).toContain('A&lt;/script&gt;&lt;b&gt; &amp; &quot;Q&quot; &#39;q&#39; $&amp; $1 __NONCE__');
    expect(html).toMatch(/Marlow.*<span>2<\/span><span>1<\/span>/s);
    // In Tokyo it is already the next day.
    expect(shown((await read('/matches', { Cookie: 'tz=Asia/Tokyo' })).html)).not.toContain('Marlow');
    expect(shown((await read('/matches', { Cookie: 'tz=No/Where' })).html)).toContain('Marlow');
  });

  it('shows as many matches in play as the page does, and its line for the others', async () => {
    const cup = await createLeague(test.deps.db, { name: 'Night & Day Cup' });
    const kickoffAt = new Date('2026-11-20T11:30:00Z');
    for (let match = 0; match < 11; match++) await createMatch(test.deps.db, { leagueId: cup, kickoffAt, status: 'h1', score: [0, 0] });
    test.deps.replies.touch('matches:2026-11-20');
    const html = shown((await read('/matches')).html) ?? '';
    const ofCup = html.slice(html.indexOf('>Night &amp; Day Cup</h2>'), html.indexOf('</section>'));
    const before = html.slice(0, html.indexOf('>Night &amp; Day Cup</h2>')).match(/<li /g)?.length ?? 0;
    expect(ofCup.match(/<li /g)).toHaveLength(8 - before);
    expect(ofCup.match(/<li class="max-md:hidden /g)).toHaveLength(3);
    expect(ofCup).toMatch(new RegExp(`<p class="[^"]* md:hidden"><span[^>]*>${6 + before} more in Night &amp; Day Cup</span>`));
    expect(ofCup).toMatch(new RegExp(`<p class="[^"]* max-md:hidden"><span[^>]*>${3 + before} more in Night &amp; Day Cup</span>`));
  });

  it.each(['/matches?date=2026-11-21', '/match/1', '/account', '/match/0'])('shows only the bar on %s', async (path) => {
    const { html } = await read(path);
    expect(html).toContain('matchpoint</span></header>');
    expect(shown(html)).toBe('');
  });
});

describe('addresses without a page of their own', () => {
  it.each([
    ['/', '/matches'],
    ['/?invite=ABCD2345&lang=vi', '/matches?invite=ABCD2345&lang=vi'],
    ['/rankings', '/matches'],
    ['/rankings/weekly/top?x=1', '/matches'],
    ['/nowhere', '/matches'],
    ['/match/abc', '/matches'],
    ['//evil.example', '/matches'],
  ])('%s redirects to %s', async (path, to) => {
    const response = await site.request(`http://score.example${path}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, to]);
  });

  it('include those of the demo when the demo is off', async () => {
    const real = siteOf({ ...test.deps, config: { ...test.deps.config, demo: false } });
    expect((await site.request('http://score.example/outbox')).status).toBe(200);
    expect((await real.request('http://score.example/outbox')).headers.get('location')).toBe('/matches');
  });
});

const matchWith = async (status: MatchStatus, values: { score?: [number, number]; kickoffAt?: Date | null } = {}) =>
  createMatch(test.deps.db, { leagueId: premier, kickoffAt: new Date('2026-11-20T10:30:00Z'), status, ...values });

describe('a match of another sport', () => {
  const matchOf = async (sport: Sport, status: MatchStatus, score?: [number, number]) => {
    const leagueId = await createLeague(test.deps.db, { name: 'Open', sport, drawPossible: false });
    const id = await createMatch(test.deps.db, { leagueId, kickoffAt: new Date('2026-11-20T10:30:00Z'), status, ...(score && { score }) });
    return { id, leagueId };
  };

  it.each([
    ['tennis', 'awd', 'en', 'retired', ''],
    ['tennis', 'awd', 'zh-CN', 'retired', ''],
    ['tennis', 'awd', 'vi', 'retired', ''],
    ['basketball', 'aet', 'en', 'after_overtime', ' · 103–99'],
    ['basketball', 'aet', 'zh-CN', 'after_overtime', ' · 103–99'],
    ['esports', 'wo', 'en', 'forfeit', ''],
    ['esports', 'wo', 'vi', 'forfeit', ''],
  ] as const)('%s, %s in %s: %s', async (sport, status, lang, word, score) => {
    const { id } = await matchOf(sport, status, [103, 99]);
    const description = (await read(`/match/${id}?lang=${lang}`)).meta('description');
    expect(description).toContain(` · ${TEXTS[lang].sharing.statuses[word]}${score}`);
    expect(description).not.toMatch(/line-up|timeline|首发|đội hình/);
  });

  it('has a table whose description does not mention goals', async () => {
    const { leagueId } = await matchOf('basketball', 'ns');
    expect((await read(`/leagues/${leagueId}/standings`)).meta('description')).not.toMatch(/goal|scorer/);
    expect((await read(`/leagues/${premier}/standings`)).meta('description')).toMatch(/goal/);
  });

  it.each(LOCALES)('describes a draw instead of a table, in %s', async (lang) => {
    const { db } = test.deps;
    const leagueId = await createLeague(db, { name: 'Grass Open', sport: 'tennis', form: 'cup', drawPossible: false });
    for (const round of ['Semi-finals', 'Final']) await createMatch(db, { leagueId, round, kickoffAt: null });
    const page = await read(`/leagues/${leagueId}/standings?lang=${lang}`);
    const { titles, otherDescriptions } = TEXTS[lang];
    const title = formatMessage(lang, titles.draw, { league: 'Grass Open' });
    expect(page.title).toBe(`${title} · Matchpoint`);
    expect(page.title).toContain('Grass Open');
    expect(page.meta('description')).toBe(formatMessage(lang, otherDescriptions.draw, { title }));
  });
});

describe('the structured data of a match', () => {
  it('states the teams, place, time and competition', async () => {
    const [event, path] = (await read(`/match/${match}`)).data;
    expect(event).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'SportsEvent',
      name: 'Avalon Town v Northgate',
      startDate: '2026-11-21T15:00:00.000Z',
      eventStatus: 'https://schema.org/EventScheduled',
      sport: 'Association football',
      location: { '@type': 'Place', name: 'Avalon Park' },
      homeTeam: { '@type': 'SportsTeam', name: 'Avalon Town' },
      awayTeam: { '@type': 'SportsTeam', name: 'Northgate' },
      competitor: [{ name: 'Avalon Town' }, { name: 'Northgate' }],
      url: `http://score.example/match/${match}`,
      image: [`http://score.example/share/match/${match}.png?lang=en`],
    });
    expect(path.itemListElement).toHaveLength(3);
  });

  it.each([
    ['ns', 'EventScheduled'],
    ['h2', 'EventScheduled'],
    ['ft', 'EventScheduled'],
    ['pst', 'EventPostponed'],
    ['susp', 'EventPostponed'],
    ['canc', 'EventCancelled'],
    ['abd', 'EventCancelled'],
    ['wo', 'EventCancelled'],
  ] as const)('gives the event status for %s as %s', async (status, word) => {
    expect((await read(`/match/${await matchWith(status)}`)).data[0].eventStatus).toBe(`https://schema.org/${word}`);
  });

  it('states that it was rescheduled, and from when', async () => {
    const id = await matchWith('ns', { kickoffAt: new Date('2026-11-25T19:00:00Z') });
    await createContest(test.deps.db, id, test.deps.now());
    await test.deps.db.updateTable('matches').set({ kickoff_at: '2026-11-26T19:00:00Z' }).where('id', '=', id).execute();
    expect((await read(`/match/${id}`)).data[0]).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      startDate: '2026-11-26T19:00:00.000Z',
      previousStartDate: '2026-11-25T19:00:00.000Z',
    });
  });

  it('leaves out unknown facts', async () => {
    const [event] = (await read(`/match/${await matchWith('tbd', { kickoffAt: null })}`)).data;
    expect(event).not.toHaveProperty('startDate');
    expect(event).not.toHaveProperty('location');
  });

  it.each<[MatchStatus, [number, number] | undefined, (words: typeof TEXTS.en.sharing.statuses) => string]>([
    ['ns', undefined, (words) => `League · 20 November 2026, 10:30 UTC · ${words.suspected_cancelled}.`],
    ['h2', [2, 1], (words) => `League · 20 November 2026 · ${words.h2} · 2–1.`],
    ['ft', [0, 3], (words) => `${words.ft} · 0–3.`],
    ['pst', undefined, (words) => `20 November 2026 · ${words.pst}.`],
    ['awd', [3, 0], (words) => `${words.awd}.`],
  ])('describes the state in words: %s', async (status, score, facts) => {
    const id = await matchWith(status, score ? { score } : {});
    expect((await read(`/match/${id}`)).meta('description')).toContain(facts(TEXTS.en.sharing.statuses));
  });
});

it('escapes special characters in names', async () => {
  const { db } = test.deps;
  const id = await createMatch(db, {
    leagueId: await createLeague(db, { name: `${HOSTILE} L` }),
    homeTeamId: await createTeam(db, HOSTILE),
    awayTeamId: await createTeam(db, '<!--\u2028--> \n<script>alert(1)</script>'),
    kickoffAt: new Date('2026-11-22T15:00:00Z'),
  });
  const page = await read(`/match/${id}`);
  expect(page.title).toBe(`${HOSTILE} v <!-- --> <script>alert(1)</script> · Matchpoint`);
  expect(page.meta('og:title')).toContain(HOSTILE);
  expect(page.data[0].homeTeam.name).toBe(HOSTILE);
  // Every script and comment on the page is ours.
  expect([...page.html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(
    Array(2).fill('<script type="application/ld+json" data-page>'),
  );
  expect(page.html).not.toMatch(/<b>|<!--/);
  expect((await get(`/share/match/${id}.png`)).status).toBe(200);
});

describe('a page is served with its default head', () => {
  it('without a database', async () => {
    const pool = createPool('postgres://nobody@127.0.0.1:9/none');
    const db = createDb(pool);
    const page = await read(`/match/${match}?lang=vi`, {}, siteOf({ ...test.deps, db, replies: createCachedReplies() }));
    expect(page).toMatchObject({ status: 200, title: 'Matchpoint', lang: 'vi' });
    expect(page.meta('description')).toBe(TEXTS.vi.descriptions.site);
    await db.destroy();
  });

  it('with a database that does not respond', async () => {
    const never = { get: () => new Promise<never>(() => {}) } as unknown as Deps['replies'];
    const page = await read(`/match/${match}`, {}, siteOf({ ...test.deps, replies: never }));
    expect(page).toMatchObject({ status: 200, title: 'Matchpoint' });
  });

  it('to visitors over the rate limit', async () => {
    const app = siteOf(test.deps, async () => {
      throw new AppError('rate_limited', { seconds: 9, minutes: 1 });
    });
    expect(await read(`/match/${match}`, {}, app)).toMatchObject({ status: 200, title: 'Matchpoint' });
  });
});

it('queries the database once for concurrent visitors of a page, and again after the match changes', async () => {
  const id = await matchWith('h1', { score: [0, 0] });
  const words = async () => (await read(`/match/${id}`)).meta('description');
  expect(await words()).toContain('0–0');
  await test.deps.db.updateTable('matches').set({ home_score: 1 }).where('id', '=', id).execute();
  expect(await words()).toContain('0–0');
  test.deps.publish(`match:${id}`, { t: 'refetch' });
  expect(await words()).toContain('1–0');
});

describe('robots.txt', () => {
  it('disallows private paths and names the sitemap', async () => {
    const text = await (await get('/robots.txt')).text();
    for (const path of ['/api', '/admin', '/account', '/bets', '/settings', '/outbox']) expect(text).toContain(`Disallow: ${path}\n`);
    for (const open of ['/api/forecasts', '/api/best']) expect(text).toContain(`Allow: ${open}\n`);
    expect(text).toContain('Sitemap: http://score.example/sitemap.xml');
  });
});

describe('the sitemap', () => {
  const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!);

  it('lists its parts, with one for each day of matches over three weeks', async () => {
    await matchWith('ns', { kickoffAt: new Date('2026-12-04T23:59:59Z') });
    await matchWith('ns', { kickoffAt: new Date('2026-12-05T00:00:00Z') });
    await matchWith('ft', { kickoffAt: new Date('2026-11-12T23:59:59Z') });
    const response = await get('/sitemap.xml', { Host: 'fresh.example' });
    expect(response.headers.get('content-type')).toMatch(/xml/);
    const xml = await response.text();
    const parts = locations(xml);
    expect(parts.slice(0, 4)).toEqual(['pages', 'leagues', 'teams', 'players'].map((part) => `http://fresh.example/sitemaps/${part}.xml`));
    expect(parts).toContain('http://fresh.example/sitemaps/matches-2026-12-04.xml');
    expect(parts).not.toContain('http://fresh.example/sitemaps/matches-2026-12-05.xml');
    expect(parts).not.toContain('http://fresh.example/sitemaps/matches-2026-11-12.xml');
    expect(xml).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
  });

  it('lists every language version of a page with all the others', async () => {
    const xml = await (await get('/sitemaps/matches-2026-11-21.xml')).text();
    expect(locations(xml).filter((url) => url.includes(`/match/${match}`))).toEqual([
      `http://score.example/match/${match}`,
      `http://score.example/match/${match}?lang=en`,
      `http://score.example/match/${match}?lang=zh-CN`,
      `http://score.example/match/${match}?lang=vi`,
    ]);
    const [entry] = xml.split('\n').filter((line) => line.includes(`/match/${match}?lang=vi</loc>`));
    expect([...entry!.matchAll(/hreflang="([^"]+)"/g)].map(([, lang]) => lang)).toEqual(['en', 'zh-Hans', 'vi', 'x-default']);
    const leagues = locations(await (await get('/sitemaps/leagues.xml')).text());
    expect(leagues).toContain(`http://score.example/leagues/${premier}/standings?lang=vi`);
    const pages = locations(await (await get('/sitemaps/pages.xml')).text());
    await test.deps.db.insertInto('league_teams').values({ league_id: premier, season: '2026/27', team_id: team }).execute();
    const teams = locations(await (await get('/sitemaps/teams.xml')).text());
    expect(teams).toEqual(['', '?lang=en', '?lang=zh-CN', '?lang=vi'].map((query) => `http://score.example/team/${team}${query}`));
    const players = locations(await (await get('/sitemaps/players.xml')).text());
    expect(players.filter((url) => !url.includes('?'))).toHaveLength(2);
    expect(pages).toContain('http://score.example/terms');
    expect(pages).toContain('http://score.example/track-record');
    expect(pages).toContain('http://score.example/forecast-league');
  });

  it.each(['matches-2026-11-12', 'matches-2026-12-05', 'matches-2026-99-99', 'matches-', 'nothing'])(
    'has no part called %s',
    async (name) => {
      expect((await get(`/sitemaps/${name}.xml`)).status).toBe(404);
    },
  );
});

describe('the share picture of a match', () => {
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
  const picture = async (path: string, headers: Record<string, string> = {}) => {
    const response = await get(path, headers);
    return { response, png: Buffer.from(await response.arrayBuffer()) };
  };

  it.each(['en', 'zh-CN', 'vi'])('is a PNG of the declared size, in %s', async (lang) => {
    const { response, png } = await picture(`/share/match/${match}.png?lang=${lang}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect(sizeOf(png)).toEqual([1200, 630]);
  });

  it('changes when the score changes, and is the same until then', async () => {
    const id = await matchWith('h1', { score: [0, 0] });
    const first = await picture(`/share/match/${id}.png`);
    const etag = first.response.headers.get('etag')!;
    expect((await get(`/share/match/${id}.png`, { 'If-None-Match': etag })).status).toBe(304);
    await test.deps.db.updateTable('matches').set({ status: 'ft', home_score: 2 }).where('id', '=', id).execute();
    test.deps.publish(`match:${id}`, { t: 'refetch' });
    const second = await picture(`/share/match/${id}.png`, { 'If-None-Match': etag });
    expect(second.response.status).toBe(200);
    expect(second.response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(second.png.equals(first.png)).toBe(false);
  });

  it('of a team is a picture of its own, which changes once a day at most', async () => {
    const { response, png } = await picture(`/share/team/${team}.png?lang=zh-CN`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(sizeOf(png)).toEqual([1200, 630]);
    const hostile = await createTeam(test.deps.db, HOSTILE);
    expect((await picture(`/share/team/${hostile}.png`)).response.status).toBe(200);
    expect((await get('/share/team/2147483647.png')).status).toBe(404);
  });

  it.each(['/share/match/2147483647.png', `/share/match/${'9'.repeat(40)}.png`, '/share/match/abc.png', '/share/nothing.png'])(
    'is not found for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('is a general picture for all other pages', async () => {
    expect(sizeOf((await picture('/share/default.png?lang=vi')).png)).toEqual([1200, 630]);
  });
});
