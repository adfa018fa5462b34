import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#domain/identity/locale.ts';
import { createApp } from '#server/app.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';
import { EMBED_TEXTS } from './words.ts';

const HOSTILE = `<img src=x onerror=alert(1)> & "Q" 'q' $& javascript:alert(1)`;
const UNKNOWN_GROUP = '0b6f5f0e-5d2a-4a5c-9d7e-3a2f0c1d4e5f';

const test = useTestApp();
let league: number;
let match: number;
let hostile: number;

beforeAll(async () => {
  const { db } = test.current.deps;
  league = await createLeague(db, { name: 'Premier League' });
  const [home, away] = [await createTeam(db, 'Avalon Town'), await createTeam(db, 'Northgate')];
  match = await createMatch(db, { leagueId: league, homeTeamId: home, awayTeamId: away, kickoffAt: new Date('2026-11-20T11:30:00Z') });
  await db
    .insertInto('league_teams')
    .values([home, away].map((team_id) => ({ league_id: league, season: '2026/27', team_id })))
    .execute();
  const other = await createLeague(db, { name: HOSTILE });
  const [one, two] = [await createTeam(db, HOSTILE), await createTeam(db, 'x'.repeat(120))];
  hostile = await createMatch(db, { leagueId: other, homeTeamId: one, awayTeamId: two, kickoffAt: null });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  test.current.app.request(path, { headers: { Host: 'score.example', ...headers } });
const bodyOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
/** What a reader sees, in one line. */
const wordsOf = (page: string) =>
  (/<body>(.*)<\/body>/s.exec(page)?.[1] ?? '')
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Sets the state of the match, as an import would, and says so. */
async function become(values: Record<string, unknown>, id = match): Promise<void> {
  const { deps } = test.current;
  await deps.db.updateTable('matches').set(values).where('id', '=', id).execute();
  deps.replies.touch(`match:${id}`);
  deps.replies.touch(`league:${league}`);
}

const PLAYING = { status: 'h2', minute: 63, home_score: 2, away_score: 1, seen_at: new Date('2026-11-20T12:00:00Z') };

describe('every embed', () => {
  it.each([
    [`/embed/match/1?lang=en`, 200],
    [`/embed/probability/1?lang=en`, 200],
    [`/embed/table/1?lang=en`, 200],
    [`/embed/group/${UNKNOWN_GROUP}`, 404],
    ['/embed/match/999999', 404],
    ['/embed/nothing/1', 404],
    ['/embed', 404],
  ])('%s can be framed, sets no cookie, and runs nothing but its own script', async (path, status) => {
    const response = await get(path.replace('/1?', `/${path.includes('table') ? league : match}?`), { Cookie: 'theme=dark; lang=vi' });
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-frame-options')).toBeNull();
    const policy = headers.get('content-security-policy');
    for (const part of ["default-src 'none'", "script-src 'self'", 'frame-ancestors *', 'sandbox allow-scripts'])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|allow-same-origin|allow-forms|allow-top/);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    const page = await response.text();
    expect(page).not.toMatch(/ style=| on\w+=|<script(?! src="\/embed\/page\.js)|<form|https?:|score\.example/);
    expect(page).toContain('<html lang="en" data-theme="auto">');
    expect(page).toMatch(/<a href="\/[^"]+lang=en" target="_blank" rel="noopener">/);
  });

  it.each(LOCALES)('speaks %s, by its address or else by the browser', async (locale) => {
    const asked = await get(`/embed/match/${match}?lang=${locale}`);
    const accepted = await get(`/embed/match/${match}`, { 'Accept-Language': locale });
    for (const response of [asked, accepted]) expect(wordsOf(await response.text())).toContain(EMBED_TEXTS[locale].open.match);
    expect(asked.headers.get('vary')).toBe('Accept-Encoding');
    expect(accepted.headers.get('vary')).toBe('Accept-Encoding, Accept-Language');
  });

  it.each(['light', 'dark'])('has the theme %s', async (theme) => {
    expect(await bodyOf(`/embed/match/${match}?theme=${theme}`)).toContain(`data-theme="${theme}"`);
  });

  it.each(['theme=javascript:alert(1)', 'lang=en%0d%0aSet-Cookie:a=b', 'theme="><script>', 'hide=all', 'lang='])(
    'ignores %s',
    async (query) => {
      const response = await get(`/embed/match/${match}?${query}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toContain('<html lang="en" data-theme="auto">');
    },
  );

  it.each([
    'match/0',
    'match/-1',
    'match/1.5',
    'match/1e3',
    'match/2147483648',
    'match/%00',
    "match/1'--",
    'group/7',
    'table/x',
    'Match/1',
    'match/../1',
  ])('says of %s that there is nothing', async (path) => {
    const response = await get(`/embed/${path}?lang=vi`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(wordsOf(await response.text())).toContain(EMBED_TEXTS.vi.problem.not_found);
  });
});

describe('the card of a match', () => {
  it('shows what is on, and asks again soon', async () => {
    await become(PLAYING);
    const page = await bodyOf(`/embed/match/${match}?lang=en`);
    expect(wordsOf(page)).toBe(
      'Avalon Town v Northgate Premier League 2nd half · 63′ Team Score Avalon Town 2 Northgate 1 Match on Matchpoint (opens in a new tab)',
    );
    expect(page).toContain('data-poll="15" data-news="Avalon Town 2, Northgate 1. 2nd half"');
  });

  it('shows the score only after a press if asked to, and says it nowhere else', async () => {
    await become({ ...PLAYING, home_score: 77, away_score: 88 });
    const event = { match_id: match, feed_event_id: 'r', position: 1, type: 'red', side: 'home', period: 'H2', minute: 60 };
    await test.current.deps.db.insertInto('match_events').values(event).execute();
    expect(wordsOf(await bodyOf(`/embed/match/${match}?lang=en`))).toContain('Avalon Town 1 1 red card 77');
    const page = await bodyOf(`/embed/match/${match}?lang=en&hide=score`);
    expect(page).toContain('<details><summary>Show score</summary><p><strong>77–88</strong> </p></details>');
    expect(page.replace(/<details>.*<\/details>/, '')).not.toMatch(/\b(77|88)\b|red card/);
  });

  it.each([
    [{ status: 'canc', home_score: null, away_score: null, minute: null }, 'Cancelled', '0'],
    [{ status: 'pst', home_score: null, away_score: null, minute: null }, 'Postponed', '1800'],
    [
      { status: 'ns', home_score: null, away_score: null, minute: null, kickoff_at: new Date('2026-11-20T12:05:00Z') },
      '20 Nov, 12:05 UTC',
      '30',
    ],
    [
      { status: 'ns', home_score: null, away_score: null, minute: null, kickoff_at: new Date('2026-11-28T12:00:00Z') },
      '28 Nov, 12:00 UTC',
      '1800',
    ],
    [
      { status: 'ft', home_score: 3, away_score: 0, minute: null, kickoff_at: new Date('2026-11-20T10:00:00Z') },
      'Full time 20 Nov, 10:00 UTC',
      '300',
    ],
    [{ status: 'ft', home_score: 3, away_score: 0, minute: null, kickoff_at: new Date('2026-11-18T10:00:00Z') }, 'Full time', '0'],
    [{ status: 'pen', home_score: 1, away_score: 1, penalty: [4, 3], minute: null }, 'After penalties · Penalties 4–3', '0'],
  ])('of %j', async (values, words, poll) => {
    await become({
      penalty: null,
      kickoff_at: new Date('2026-11-18T10:00:00Z'),
      ...values,
      ...('penalty' in values && { penalty: values.penalty }),
    });
    const page = await bodyOf(`/embed/match/${match}?lang=en`);
    expect(wordsOf(page)).toContain(words);
    expect(page).toContain(`data-poll="${poll}"`);
    expect(page.includes('class="score"')).toBe(values.home_score !== null);
    await become({ penalty: null, kickoff_at: new Date('2026-11-20T11:30:00Z') });
  });

  it('shows sets in columns', async () => {
    const { db } = test.current.deps;
    const tour = await createLeague(db, { name: 'Open', sport: 'tennis' });
    const final = await createMatch(db, {
      leagueId: tour,
      homeTeamId: await createTeam(db, 'A. Lind'),
      awayTeamId: await createTeam(db, 'B. Moro'),
      kickoffAt: null,
    });
    const parts = [
      { home: 6, away: 4 },
      { home: 3, away: 6 },
    ];
    await become({ status: 'live', home_score: 1, away_score: 1, parts: JSON.stringify(parts) }, final);
    expect(wordsOf(await bodyOf(`/embed/match/${final}?lang=en`))).toContain('Team 1 2 Score A. Lind 6 3 1 B. Moro 4 6 1');
  });

  it('writes names as text, however hostile, and a match without a date', async () => {
    const page = await bodyOf(`/embed/match/${hostile}?lang=en`);
    expect(page).not.toMatch(/<img|alert\(1\)>/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Q&quot; &#39;q&#39; $&amp; javascript:alert(1)');
    expect(page).toContain('x'.repeat(120));
    expect(page).toContain('Date TBC');
  });

  it('names a side without a name', async () => {
    const { db } = test.current.deps;
    const id = await createMatch(db, {
      leagueId: league,
      homeTeamId: await createTeam(db, ' '),
      awayTeamId: await createTeam(db, 'Northgate B'),
      kickoffAt: null,
    });
    expect(wordsOf(await bodyOf(`/embed/match/${id}?lang=en`))).toContain('Team TBC Northgate B');
  });
});

describe('the card of win probability', () => {
  const forecast = async (outcomes: object) => {
    const row = await test.current.deps.db.selectFrom('matches').selectAll().where('id', '=', match).executeTakeFirstOrThrow();
    const content = {
      ...{ home_team_id: row.home_team_id, away_team_id: row.away_team_id, format: null, outcomes },
      ...{ past_matches: { fewest: 40 }, football: { rates: { home: 1.6, away: 1.1 } } },
    };
    const values = { match_id: match, model: 'football-1', made_at: new Date('2026-11-20T10:00:00Z'), content: JSON.stringify(content) };
    await test.current.deps.db.insertInto('forecasts').values(values).execute();
  };

  it('says that there is none', async () => {
    expect(wordsOf(await bodyOf(`/embed/probability/${match}?lang=en`))).toContain('No forecast for this match yet');
  });

  it('says whose opinion it is, before and during the match, with the line in words', async () => {
    await forecast({ home: 0.5, draw: 0.3, away: 0.2 });
    await become({ status: 'ns', minute: null, home_score: null, away_score: null, kickoff_at: new Date('2026-11-20T13:00:00Z') });
    expect(wordsOf(await bodyOf(`/embed/probability/${match}?lang=en`))).toContain(
      'Avalon Town to win 50% Draw 30% Northgate to win 20% Our model, before the match',
    );
    await become({ ...PLAYING, kickoff_at: new Date('2026-11-20T11:00:00Z') });
    const page = await bodyOf(`/embed/probability/${match}?lang=en`);
    expect(wordsOf(page)).toContain('Our model, now');
    expect(page).toMatch(
      /role="img" aria-label="Chance of winning from kick-off to minute \d+: Avalon Town from 50% to \d+%, Northgate from 20% to \d+%\."/,
    );
    const percents = [...page.matchAll(/<b>(\d+)%<\/b>/g)].map(([, percent]) => Number(percent));
    expect(percents.reduce((sum, percent) => sum + percent)).toBe(100);
  });

  it('tells nothing of the score if it is hidden', async () => {
    const page = await bodyOf(`/embed/probability/${match}?lang=en&hide=score`);
    expect(wordsOf(page)).toContain('50% Draw 30% Northgate to win 20% Our model, before the match');
    expect(page).not.toContain('role="img"');
    expect(page).toContain('data-news=""');
  });
});

describe('the card of a table', () => {
  it('shows the table as it stands, with what is being played', async () => {
    await become(PLAYING);
    const page = await bodyOf(`/embed/table/${league}?lang=en`);
    expect(page).toMatch(/<caption>Premier League table, season [^<]+<\/caption>/);
    expect(wordsOf(page)).toMatch(/# Team P W D L GD Pts 1 Avalon Town 2–1 playing now, 2–1 1 1 0 0 \+1 3 /);
    expect(page).toContain('data-poll="30"');
  });

  it('says of a league without one, and of an unknown season, what is missing', async () => {
    const cup = await createLeague(test.current.deps.db, { name: 'Cup', form: 'cup' });
    const [none, unknown] = [await get(`/embed/table/${cup}?lang=en`), await get(`/embed/table/${league}?lang=en&season=1066`)];
    expect([none.status, unknown.status]).toEqual([404, 404]);
    expect(wordsOf(await none.text())).toContain('This competition has no table');
    expect(wordsOf(await unknown.text())).toContain('There’s nothing here to show');
  });
});

describe('a busy site', () => {
  let server: Listening;

  it('gets the same bytes from memory until something changes, and 304 for what it has', async () => {
    const { deps, app } = test.current;
    server = await listen(createListener(deps, app, createGeneralLimit(1_000_000)), { host: '127.0.0.1', port: 0 });
    const ask = (headers: Record<string, string> = {}) => fetch(new URL(`/embed/match/${match}?lang=en`, server.url), { headers });
    try {
      await become({ ...PLAYING, home_score: 4 });
      const first = await ask();
      expect(await first.text()).toContain('<td class="score">4</td>');
      expect(deps.replies.find(`/embed/match/${match}?lang=en`, deps.now().getTime())).not.toBeNull();
      const tag = first.headers.get('etag')!;
      const again = await ask({ 'If-None-Match': tag });
      expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, first.headers.get('content-security-policy')]);
      expect(again.headers.get('content-security-policy')).toContain('frame-ancestors *');
      await become({ home_score: 5 });
      const after = await ask({ 'If-None-Match': tag });
      expect([after.status, (await after.text()).includes('<td class="score">5</td>')]).toEqual([200, true]);
    } finally {
      await server.close();
    }
  });

  it('gets in the frame, too, that it asks too often', async () => {
    const app = createApp(test.current.deps, createGeneralLimit(1));
    const ask = () => app.request(`/embed/match/${match}?lang=en`);
    await ask();
    const refused = await ask();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const page = await refused.text();
    expect(wordsOf(page)).toContain('Too many requests right now');
    expect(page).toContain('data-poll="60"');
  });

  it('is told nothing by a forged host', async () => {
    await bodyOf(`/embed/match/${match}?lang=en&theme=dark`, { Host: 'evil.example' });
    expect(await bodyOf(`/embed/match/${match}?lang=en&theme=dark`)).not.toContain('evil.example');
  });
});

it('a card is a few kilobytes', async () => {
  expect((await bodyOf(`/embed/match/${match}?lang=vi`)).length).toBeLessThan(4_000);
});

it('a reader with a spoiler shield is not asked for what others see', async () => {
  await become(PLAYING);
  expect(await bodyOf(`/embed/match/${match}?lang=en`, { Cookie: 'shield=reveal' })).toContain('data-poll="0"');
  expect(await bodyOf(`/embed/match/${match}?lang=en`)).toContain('data-poll="15"');
});

it('no style of a card moves', async () => {
  expect(await readFile('src/web/embeds/page.css', 'utf8')).not.toMatch(/animation|transition/);
});
