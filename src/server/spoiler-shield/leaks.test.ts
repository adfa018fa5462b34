import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shared } from '#contract/shares.ts';
import type { SurvivorEntry, SurvivorGame } from '#contract/survivor.ts';
import type { TippingQuestions } from '#contract/tipping-questions.ts';
import { EXPORT_KINDS } from '#contract/v1/exports.ts';
import type { YearPage } from '#contract/year.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { isForOpenApi } from '#server/platform/http/mount-open.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { useTestApp } from '#test/support/app.ts';
import { guessInput } from '#test/support/example-input.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { playToldMatch } from '#test/support/play-told-match.ts';
import { TOLD, type ToldMatch, toldBy } from '#test/support/told-match.ts';
import { createShieldPool } from './shielded-db.ts';
import { createShieldedSites, type ShieldedSites } from './shielded-sites.ts';

const test = useTestApp();
let sites: ShieldedSites;
let server: Listening;
let endPool: () => Promise<void>;
let played: ToldMatch & { user: TestUser };

beforeAll(async () => {
  const { deps, app, database, clock } = test.current;
  // What was is recorded by the database's clock.
  clock.set(new Date());
  const pool = createShieldPool(database.url, () => {});
  endPool = () => pool.end();
  const limit = createGeneralLimit(1_000_000);
  sites = createShieldedSites({ deps, pool, hub: createLiveHub(deps), build: (shielded) => createApp(shielded, limit) });
  server = await listen(createListener(deps, app, limit, sites), { host: '127.0.0.1', port: 0 });
  const user = await createUser(test.current, 1_000);
  played = { ...(await playToldMatch(deps.db, user)), user };
});
afterAll(async () => {
  sites.close();
  await server.close();
  await endPool();
});

const ask = (path: string, shield: string | undefined): Promise<Response> =>
  fetch(new URL(path, server.url), {
    redirect: 'manual',
    // The open API takes keys, and refuses a session's token.
    headers: {
      ...(!isForOpenApi(path) && { Authorization: `Bearer ${played.user.token}` }),
      ...(shield && { Cookie: `shield=${shield}` }),
    },
  });

/** The account's own sums: points are what they are, and limits of play protect at once (docs/decisions/042). */
const SUMS = ['/api/account/overview', '/api/account/limits'];

/** Every address of the interface that this user may read, with the played match where it asks for something. */
function addresses(): string[] {
  const { id, leagueId, teamId, scorerId, ratedId, contestId, shareId, groupId, questionIds, survivorId, survivorEntryId } = played;
  const day = new Date(Date.now() - 100 * MINUTE_MS).toISOString().slice(0, 10);
  const more = [`/api/players/${ratedId}`, `/api/search?q=${TOLD.scorer.slice(0, 7)}`];
  more.push(`/api/tipping/groups/${groupId}/questions/${questionIds[1]}/answers`);
  more.push(`/api/v1/matches?ids=${id}`, ...EXPORT_KINDS.map((kind) => `/api/v1/exports/${day}/${kind}.ndjson`));
  const all = mountedOn(test.current.app)
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/admin') && !SUMS.includes(path))
    .map((endpoint) => {
      const idOf = () => {
        if (endpoint.path.includes('leagues')) return leagueId;
        if (endpoint.path.includes('shares')) return shareId;
        if (endpoint.path.startsWith('/api/survivor')) return survivorEntryId;
        if (endpoint.path.startsWith('/api/players')) return scorerId;
        return endpoint.path.includes('teams') ? teamId : endpoint.path.includes('contests') ? contestId : id;
      };
      const names = endpoint.path.includes(':id') ? { id: idOf() } : {};
      const input = guessInput(endpoint, {
        ...names,
        ...(endpoint.path.startsWith('/api/brackets/') && { league_id: leagueId }),
        ...(endpoint.path.startsWith('/api/survivor/games/') && { game_id: survivorId }),
        ...(endpoint.path.startsWith('/api/tipping/groups/') && { group_id: groupId, match_id: id, question_id: questionIds[0] }),
        ...(['/api/matches', '/api/best'].includes(endpoint.path) && { date: day }),
      }) as Record<string, string>;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]));
      if (endpoint.path === '/api/matches/selected') input.ids = String(id);
      return `${path}?${new URLSearchParams(input)}`;
    });
  return [...all, ...more];
}

const pages = () => [
  ...['/matches', '/best', `/match/${played.id}`, '/leagues', `/leagues/${played.leagueId}/standings`, '/track-record', '/forecast-league'],
  ...[`/contests/${played.contestId}/receipt`, '/bets', '/account', '/account?tab=history', `/team/${played.teamId}`],
  ...[`/embed/match/${played.id}?lang=en`, `/embed/probability/${played.id}?lang=en`, `/embed/table/${played.leagueId}?lang=en`],
  ...[`/player/${played.scorerId}`, `/player/${played.ratedId}`, `/shared/${played.shareId}`],
];

/** What an answer tells of the played match, by address. */
async function leaksTo(shield: string | undefined, paths: readonly string[]): Promise<[string, string[]][]> {
  const leaks: [string, string[]][] = [];
  for (const path of paths) {
    const response = await ask(path, shield);
    expect(response.status, path).toBeLessThan(500);
    const told = toldBy(await response.text());
    if (told.length > 0) leaks.push([path.split('?')[0]!, told]);
  }
  return leaks;
}

describe.each(['180', 'reveal', 'reveal.2147483647'])('a reader with the shield %s', (shield) => {
  it('is told nothing of a match that is over only after their time, by any answer', async () => {
    expect(await leaksTo(shield, addresses())).toEqual([]);
  });

  it('nor by the title, the description or anything else of a page’s first answer', async () => {
    expect(await leaksTo(shield, pages())).toEqual([]);
  });

  it('nor by the picture of a match, in place of which is that of the site', async () => {
    const response = await ask(`/share/match/${played.id}.png?lang=vi`, shield);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/share/default.png?lang=vi']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('nor by a shared bet, of which the pick would tell who won', async () => {
    const { shareId } = played;
    const shared = (await (await ask(`/api/shares/${shareId}`, shield)).json()) as Shared;
    expect(shared).toMatchObject({ is_hidden: true, bet: null, match: { id: played.id } });
    const picture = await ask(`/share/shared/${shareId}.png?lang=vi`, shield);
    expect([picture.status, picture.headers.get('location')]).toEqual([302, '/share/default.png?lang=vi']);
  });

  it('nor by a shared table of a group, of which the points would tell the score', async () => {
    const { tableShareId } = played;
    expect(await (await ask(`/api/shares/${tableShareId}`, shield)).json()).toMatchObject({ is_hidden: true, table: null });
    const page = await (await ask(`/shared/${tableShareId}`, shield)).text();
    expect(page).not.toContain('Tippers');
    const picture = await ask(`/share/shared/${tableShareId}.png`, shield);
    expect([picture.status, picture.headers.get('location')]).toEqual([302, '/share/default.png']);
  });
});

describe.each([undefined, 'x'])('a reader without a shield (%s)', (shield) => {
  it('is told all of it, so that the search above can find it', async () => {
    expect(await (await ask(`/api/shares/${played.tableShareId}`, shield)).json()).toMatchObject({
      is_hidden: false,
      table: { group: 'Tippers' },
    });
    const told = new Set((await leaksTo(shield, [...addresses(), ...pages()])).flatMap(([, names]) => names));
    expect([...told].toSorted()).toEqual(
      expect.arrayContaining([
        'homeScore',
        'awayScore',
        'goals',
        'scorer',
        'shots',
        'rating',
        'otherRating',
        'payout',
        'ownScore',
        'message',
      ]),
    );
  });
});

describe('survivor behind the shield', () => {
  const seen = async (shield?: string) => {
    const { survivorId, survivorEntryId } = played;
    const json = async (path: string) => (await ask(path, shield)).json();
    const game = (await json(`/api/survivor/games/${survivorId}`)) as SurvivorGame;
    const entry = (await json(`/api/survivor/entries/${survivorEntryId}`)) as SurvivorEntry;
    return [game.state, game.winners?.length ?? null, game.mine!.out, game.mine!.rank?.rank ?? null, entry.lines[0]!.state, entry.out];
  };

  it.each(['180', 'reveal'])('tells with %s neither who is out, nor that it is over', async (shield) => {
    expect(await seen(shield)).toEqual(['running', null, null, null, 'open', null]);
  });

  it('tells it to a reader who has asked for the match, or has no shield', async () => {
    for (const shield of [`reveal.${played.id}`, undefined]) expect(await seen(shield)).toEqual(['over', 1, null, 1, 'won', null]);
  });
});

describe('bonus questions behind the shield', () => {
  const seen = async (shield?: string) => {
    const { items } = (await (await ask(`/api/tipping/groups/${played.groupId}/questions`, shield)).json()) as TippingQuestions;
    return played.questionIds.map((id) => {
      const { state, result, scored, events } = items.find((item) => item.id === id)!;
      return [state, result?.values ?? null, scored?.points ?? null, events.length];
    });
  };

  it.each(['180', 'reveal', 'reveal.2147483647'])(
    'have no result and no points with %s while they depend on what is hidden',
    async (shield) => {
      expect(await seen(shield)).toEqual([
        ['closed', null, null, 0],
        ['closed', null, null, 0],
      ]);
    },
  );

  it('have them for a reader who has asked for the match, or has no shield', async () => {
    const known = [
      ['decided', [TOLD.scorer], 0, 1],
      ['decided', [TOLD.goals], null, 0],
    ];
    expect(await seen(`reveal.${played.id}`)).toEqual(known);
    expect(await seen()).toEqual(known);
  });
});

describe('the year in review behind the shield', () => {
  // The model gave the away team, which won and was tipped, little chance.
  beforeAll(async () => {
    const content = JSON.stringify({ outcomes: { home: 0.6, draw: 0.3, away: 0.1 } });
    const [at, known] = [new Date(Date.now() - 101 * MINUTE_MS), { match_id: played.id, model: 'football-1', content }];
    await test.current.deps.db
      .insertInto('forecasts')
      .values({ ...known, made_at: at, frozen_at: at })
      .execute();
  });

  /** As of January, when every match of the year before is in its review; the shield goes by the database's clock. */
  const seen = async (shield?: string) => {
    const { clock, deps } = test.current;
    const [before, year] = [clock.now(), new Date(Date.now() - 100 * MINUTE_MS).getUTCFullYear()];
    clock.set(new Date(Date.UTC(year + 1, 0, 15)));
    try {
      const token = await signAccessToken(deps.serverKeys, played.user, clock.now());
      const headers = { Authorization: `Bearer ${token}`, ...(shield && { Cookie: `shield=${shield}` }) };
      const text = await (await fetch(new URL(`/api/account/year/${year}`, server.url), { headers })).text();
      const { tips, streak, months, best_round, best_call, forecasts } = (JSON.parse(text) as YearPage).review!;
      const right = months.reduce((sum, month) => sum + month.right, 0);
      return {
        tips,
        streak,
        right,
        round: best_round?.points ?? null,
        call: best_call?.match.id ?? null,
        scored: forecasts.scored,
        told: toldBy(text),
      };
    } finally {
      clock.set(before);
    }
  };

  it.each(['180', 'reveal', 'reveal.2147483647'])('counts with %s no result that the reader may not know', async (shield) => {
    const tips = { entered: 1, scored: 0, exact: 0, right: 0 };
    expect(await seen(shield)).toEqual({ tips, streak: 0, right: 0, round: null, call: null, scored: 0, told: [] });
  });

  it('counts it for a reader who has asked for the match, or has no shield', async () => {
    const known = { tips: { entered: 1, scored: 1, exact: 0, right: 1 }, streak: 1, right: 1, round: 2, call: played.id, scored: 1 };
    for (const shield of [`reveal.${played.id}`, undefined]) expect(await seen(shield)).toMatchObject(known);
  });
});

it('a reader who has asked for the match is told all of it', async () => {
  const told = new Set((await leaksTo(`reveal.${played.id}`, addresses())).flatMap(([, names]) => names));
  expect([...told]).toEqual(expect.arrayContaining(['homeScore', 'awayScore', 'goals', 'scorer', 'payout', 'message']));
});
