import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payoutTransfer, stakeTransfer } from '#domain/ledger/ledger.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { transact } from '#server/platform/transact.ts';
import { useTestApp } from '#test/support/app.ts';
import { guessInput } from '#test/support/example-input.ts';
import { createContest, createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { createShieldPool } from './shielded-db.ts';
import { createShieldedSites, type ShieldedSites } from './shielded-sites.ts';

/** What a match tells as it ends: each occurs nowhere else, so that it is found wherever it is told. The sum of both scores is a smallint. */
const TOLD = {
  homeScore: 12_317,
  awayScore: 14_241,
  scorer: 'Zebulon Quarrington',
  shots: 66_173,
  price: 47.39,
  movement: 46.83,
  rating: 9.87123,
  snapshot: 55_519,
  payout: 76_543,
  ownScore: -0.918273,
  modelScore: -0.192837,
  message: 'What a finish by our goalkeeper',
} as const;

const test = useTestApp();
const db = () => test.current.deps.db;
let sites: ShieldedSites;
let server: Listening;
let endPool: () => Promise<void>;
let played: { id: number; leagueId: number; teamId: number; contestId: string; user: TestUser };

beforeAll(async () => {
  const { deps, app, database, clock } = test.current;
  // What was is recorded by the database's clock.
  clock.set(new Date());
  const pool = createShieldPool(database.url, () => {});
  endPool = () => pool.end();
  const limit = createGeneralLimit(1_000_000);
  sites = createShieldedSites({ deps, pool, hub: createLiveHub(deps), build: (shielded) => createApp(shielded, limit) });
  server = await listen(createListener(deps, app, limit, sites), { host: '127.0.0.1', port: 0 });
  played = await playMatch();
});
afterAll(async () => {
  sites.close();
  await server.close();
  await endPool();
});

/** Plays a match to its end with all that can be told of it; its end is news of this moment. */
async function playMatch() {
  const now = new Date();
  const kickoffAt = new Date(now.getTime() - 100 * MINUTE_MS);
  const leagueId = await createLeague(db());
  const [homeTeamId, awayTeamId] = [await createTeam(db()), await createTeam(db())];
  const members = [homeTeamId, awayTeamId].map((team_id) => ({ league_id: leagueId, season: '2026/27', team_id }));
  await db().insertInto('league_teams').values(members).execute();
  const id = await createMatch(db(), { leagueId, homeTeamId, awayTeamId, kickoffAt, status: 'h2' });
  const user = await createUser(test.current, 1_000);
  const contestId = await createContest(db(), id, kickoffAt);
  const bet = { id: randomUUID(), userId: user.id, contestId, market: 'wdl' } as const;
  const betRow = {
    id: bet.id,
    user_id: user.id,
    contest_id: contestId,
    pick: 'away',
    stake: 10,
    placed_at: new Date(kickoffAt.getTime() - 1),
  };
  await db().insertInto('bets').values(betRow).execute();
  const leg = { id: randomUUID(), bet_id: bet.id, user_id: user.id, stake: 10, placed_at: betRow.placed_at };
  await db().insertInto('bet_legs').values(leg).execute();
  await db().updateTable('contests').set({ stake_away: 10, participants: 1 }).where('id', '=', contestId).execute();
  await transact(test.current.deps, (tx) => postTransfers(tx, [stakeTransfer(bet, leg.id, 10)], betRow.placed_at));
  const said = { user_id: user.id, match_id: id, home: 20, draw: 20, away: 60, made_at: betRow.placed_at };
  const teams = { home_team_id: homeTeamId, away_team_id: awayTeamId, draw_possible: true };
  await db()
    .insertInto('user_forecasts')
    .values({ ...said, ...teams })
    .execute();
  const prices = { home: 210, draw: 330, away: 340, opening_home: 210, opening_draw: 330, opening_away: 340 };
  const book = { match_id: id, bookmaker: 'Anchor', market: '1x2', confirmed_at: kickoffAt, changed_at: kickoffAt };
  await db()
    .insertInto('odds')
    .values({ ...book, ...prices })
    .execute();

  await endMatch({ id, contestId, user, bet, now });
  return { id, leagueId, teamId: homeTeamId, contestId, user };
}

interface Ending {
  id: number;
  contestId: string;
  user: TestUser;
  bet: Parameters<typeof payoutTransfer>[0];
  now: Date;
}

async function endMatch({ id, contestId, user, bet, now }: Ending): Promise<void> {
  const result = [TOLD.homeScore, TOLD.awayScore];
  const score = { home_score: result[0]!, away_score: result[1]! };
  await db()
    .updateTable('matches')
    .set({ status: 'ft', ...score, fulltime: result, seen_at: now, fulltime_since: now })
    .where('id', '=', id)
    .execute();
  const goal = { match_id: id, feed_event_id: 'g', position: 1, type: 'goal', side: 'away', period: 'H2', minute: 88, player: TOLD.scorer };
  await db().insertInto('match_events').values(goal).execute();
  await db()
    .insertInto('match_statistics')
    .values({ match_id: id, side: 'home', numbers: JSON.stringify({ shots: TOLD.shots }) })
    .execute();
  const counted = { home: JSON.stringify({ shots: TOLD.snapshot }), away: '{}' };
  await db()
    .insertInto('match_statistic_snapshots')
    .values({ match_id: id, seen_at: now, minute: 90, feed: 'provider', ...counted })
    .execute();
  const players = JSON.stringify([{ name: TOLD.scorer, number: 9, minutes: 90, rating: TOLD.rating }]);
  await db().insertInto('player_ratings').values({ match_id: id, side: 'away', source: 'provider', players, seen_at: now }).execute();
  await db()
    .updateTable('odds')
    .set({ away: Math.round(TOLD.price * 100), changed_at: now, confirmed_at: now })
    .where('match_id', '=', id)
    .execute();
  const moved = { at: now, home: 101, draw: 900, away: Math.round(TOLD.movement * 100) };
  await db()
    .insertInto('odds_movements')
    .values({ match_id: id, bookmaker: 'Anchor', market: '1x2', ...moved })
    .execute();

  const at = now.toISOString();
  const known = {
    score_since: at,
    started_at: at,
    match_status: 'ft',
    match_status_since: at,
    confirmed_at: at,
    told_at: at,
    decided_at: at,
  };
  const facts = JSON.stringify({ ending: 'settle', void_reason: null, score: result, ...known });
  const settled = { state: 'settled', settled_at: now };
  await db()
    .updateTable('bets')
    .set({ ...settled, payout: TOLD.payout, hit: true })
    .where('id', '=', bet.id)
    .execute();
  await db()
    .updateTable('contests')
    .set({ ...settled, ...score, ending: 'settle', winner: 'away', fee: 0, paid: TOLD.payout, refunded: 0, started_at: now, facts })
    .where('id', '=', contestId)
    .execute();
  await db()
    .insertInto('contest_corrections')
    .values({ contest_id: contestId, round: 1, ...score, started_at: null, house_loss: TOLD.payout, corrected_at: now, facts })
    .execute();
  // The contest's account holds the stake alone: the rest of what is paid is added, as other bets would have.
  await db().updateTable('accounts').set({ balance: TOLD.payout }).where('owner', '=', contestId).execute();
  await transact(test.current.deps, (tx) => postTransfers(tx, [payoutTransfer(bet, TOLD.payout)], now));
  await db()
    .updateTable('user_forecasts')
    .set({ result_since: now, outcome: 'away', score: TOLD.ownScore, model_score: TOLD.modelScore })
    .where('user_id', '=', user.id)
    .execute();
  const message = { match_id: id, locale: 'en', kind: 'user', user_id: user.id, text: TOLD.message, created_at: now };
  await db().insertInto('chat_messages').values(message).execute();
}

const ask = (path: string, shield: string | undefined): Promise<Response> =>
  fetch(new URL(path, server.url), {
    redirect: 'manual',
    headers: { Authorization: `Bearer ${played.user.token}`, ...(shield && { Cookie: `shield=${shield}` }) },
  });

/** The account's own sums: points are what they are, and limits of play protect at once (docs/decisions/042). */
const SUMS = ['/api/account/overview', '/api/account/limits'];

/** Every address of the interface that this user may read, with the played match where it asks for something. */
function addresses(): string[] {
  const { id, leagueId, teamId, contestId } = played;
  const day = new Date(Date.now() - 100 * MINUTE_MS).toISOString().slice(0, 10);
  return mountedOn(test.current.app)
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/admin') && !SUMS.includes(path))
    .map((endpoint) => {
      const idOf = () => {
        if (endpoint.path.includes('leagues')) return leagueId;
        return endpoint.path.includes('teams') ? teamId : endpoint.path.includes('contests') ? contestId : id;
      };
      const names = endpoint.path.includes(':id') ? { id: idOf() } : {};
      const input = guessInput(endpoint, { ...names, ...(endpoint.path === '/api/matches' && { date: day }) }) as Record<string, string>;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]));
      if (endpoint.path === '/api/matches/selected') input.ids = String(id);
      return `${path}?${new URLSearchParams(input)}`;
    });
}

const pages = () => [
  ...['/matches', `/match/${played.id}`, '/leagues', `/leagues/${played.leagueId}/standings`, '/track-record', '/forecast-league'],
  ...[`/contests/${played.contestId}/receipt`, '/bets', '/account', '/account?tab=history', `/team/${played.teamId}`],
];

const found = (text: string): string[] =>
  Object.entries(TOLD).flatMap(([name, value]) =>
    typeof value === 'string'
      ? text.includes(value)
        ? [name]
        : []
      : new RegExp(`(?<![\\w.])${String(value).replace('.', '\\.')}(?!\\w)`).test(text)
        ? [name]
        : [],
  );

/** What an answer tells of the played match, by address. */
async function leaksTo(shield: string | undefined, paths: readonly string[]): Promise<[string, string[]][]> {
  const leaks: [string, string[]][] = [];
  for (const path of paths) {
    const response = await ask(path, shield);
    expect(response.status, path).toBeLessThan(500);
    const told = found(await response.text());
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
});

describe.each([undefined, 'x'])('a reader without a shield (%s)', (shield) => {
  it('is told all of it, so that the search above can find it', async () => {
    const told = new Set((await leaksTo(shield, [...addresses(), ...pages()])).flatMap(([, names]) => names));
    expect([...told].toSorted()).toEqual(
      expect.arrayContaining(['homeScore', 'awayScore', 'scorer', 'shots', 'payout', 'ownScore', 'message']),
    );
  });
});

it('a reader who has asked for the match is told all of it', async () => {
  const told = new Set((await leaksTo(`reveal.${played.id}`, addresses())).flatMap(([, names]) => names));
  expect([...told]).toEqual(expect.arrayContaining(['homeScore', 'awayScore', 'scorer', 'payout', 'message']));
});
