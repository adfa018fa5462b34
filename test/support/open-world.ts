import type { FootballForecast } from '#domain/forecast/football-model.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { type StoredForecast, scoreForecasts } from '#server/modules/forecasting/public.ts';
import { TEST_NOW, type TestApp } from './app.ts';
import { createContest, createLeague, createMatch, createTeam, createUser } from './factories.ts';

/** The ids of the open world. On a new database they are always the same, so that documents can show them. */
export interface OpenWorld {
  leagueId: number;
  teams: { avalon: number; byron: number; camber: number; dunmore: number };
  /** Yesterday: `won` was won at home, `level` was level. Today: `live` is in its 44th minute, `coming` begins in the evening. */
  matches: { won: number; level: number; live: number; coming: number };
  contestId: string;
}

export const OPEN_WORLD_CONTEST = '0196a0c4-5d3a-4c1e-9d43-1f2e3d4c5b6a';

type Three = readonly [home: number, draw: number, away: number];

/** Fills a new database with a small world around `TEST_NOW`: two matches that are over and scored, one in play, one to come. */
export async function createOpenWorld({ deps }: Pick<TestApp, 'deps'>): Promise<OpenWorld> {
  const { db } = deps;
  const at = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR_MS);
  const leagueId = await createLeague(db, { name: 'Premier Division' });
  const [avalon, byron] = [await createTeam(db, 'Avalon'), await createTeam(db, 'Byron')];
  const [camber, dunmore] = [await createTeam(db, 'Camber'), await createTeam(db, 'Dunmore')];
  const members = [avalon, byron, camber, dunmore].map((team_id) => ({ league_id: leagueId, season: '2026/27', team_id }));
  await db.insertInto('league_teams').values(members).execute();
  const round = (name: string) => ({ leagueId, round: name });
  const first = { ...round('Round 12'), status: 'ft' } as const;
  const second = round('Round 13');
  const won = await createMatch(db, { ...first, kickoffAt: at(-21), homeTeamId: avalon, awayTeamId: byron, score: [2, 1] });
  const level = await createMatch(db, { ...first, kickoffAt: at(-18.5), homeTeamId: camber, awayTeamId: dunmore, score: [0, 0] });
  const live = await createMatch(db, {
    ...second,
    kickoffAt: at(-0.75),
    homeTeamId: avalon,
    awayTeamId: camber,
    status: 'h1',
    score: [1, 0],
  });
  const coming = await createMatch(db, { ...second, kickoffAt: at(8), homeTeamId: byron, awayTeamId: dunmore });

  const about = db.updateTable('matches');
  await about.set({ confirmed_at: at(-0.01), status_since: at(-16) }).execute();
  await about
    .set({ fulltime: [2, 1], halftime: [1, 1], fulltime_since: at(-19), venue: 'Lakeside' })
    .where('id', '=', won)
    .execute();
  await about
    .set({ fulltime: [0, 0], halftime: [0, 0], fulltime_since: at(-16.5) })
    .where('id', '=', level)
    .execute();
  await about
    .set({ minute: 44, seen_at: at(0), started_at: at(-0.75) })
    .where('id', '=', live)
    .execute();

  const goal = (match_id: number, position: number, side: 'home' | 'away', minute: number, player: string) => ({
    ...{ match_id, feed_event_id: `e${position}`, position, type: 'goal', side, minute, player },
    period: minute > 45 ? 'H2' : 'H1',
  });
  await db
    .insertInto('match_events')
    .values([
      goal(won, 1, 'home', 12, 'Ada Arden'),
      goal(won, 2, 'away', 40, 'Bo Brandt'),
      { ...goal(won, 3, 'home', 77, 'Ada Arden'), other: 'Aki Aalto' },
      goal(live, 1, 'home', 31, 'Aki Aalto'),
    ])
    .execute();
  await price(db, won, at(-21), 'Anchor', [190, 340, 420]);
  await price(db, won, at(-21), 'Beacon', [195, 330, 410]);
  await price(db, coming, null, 'Anchor', [260, 310, 280]);

  await forecast(db, won, at(-21), {
    model: [0.5, 0.27, 0.23],
    market: [0.51, 0.26, 0.23],
    crowd: [0.75, 0.15, 0.1],
    expected: [1.6, 1.05],
  });
  await forecast(db, level, at(-18.5), { model: [0.38, 0.29, 0.33], expected: [1.3, 1.2] });
  await forecast(db, live, at(-0.75), { model: [0.46, 0.28, 0.26], market: [0.44, 0.29, 0.27], expected: [1.5, 1.1] });
  await forecast(db, coming, null, { model: [0.36, 0.29, 0.35], expected: [1.25, 1.22] });
  await scoreForecasts(deps);
  await settledContest({ deps }, won, at(-22), at(-18.9));
  return { leagueId, teams: { avalon, byron, camber, dunmore }, matches: { won, level, live, coming }, contestId: OPEN_WORLD_CONTEST };
}

type Db = TestApp['deps']['db'];

/** Writes prices in hundredths, which are closing ones if the match has begun. */
async function price(db: Db, matchId: number, begunAt: Date | null, bookmaker: string, [home, draw, away]: Three): Promise<void> {
  const seenAt = new Date(Date.parse(TEST_NOW) - 22 * HOUR_MS);
  await db
    .insertInto('odds')
    .values({
      ...{ match_id: matchId, bookmaker, market: '1x2', home, draw, away, changed_at: seenAt, confirmed_at: begunAt ?? seenAt },
      ...{ opening_home: home + 10, opening_draw: draw, opening_away: away - 10 },
      ...(begunAt && { closing_home: home, closing_draw: draw, closing_away: away }),
    })
    .execute();
}

interface Opinions {
  model: Three;
  market?: Three;
  crowd?: Three;
  expected: readonly [number, number];
}

/** Writes a forecast that was made a day before, and frozen at this time; null: it is not frozen. */
export async function forecast(
  db: Db,
  matchId: number,
  frozenAt: Date | null,
  { model, market, crowd, expected }: Opinions,
): Promise<void> {
  const match = await db.selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirstOrThrow();
  const rates = { home: expected[0], away: expected[1] };
  const content: StoredForecast = {
    ...{ home_team_id: match.home_team_id, away_team_id: match.away_team_id, outcomes: outcomesOf(model), format: null },
    ...{ past_matches: { fewest: 20, most: 30 }, expected: rates },
    football: {
      ...{ rates: rates as FootballForecast['rates'], leading: rates as FootballForecast['leading'], rest: { home: 0, away: 0 } },
      top: [{ home: 1, away: 1, probability: 0.12 }],
    },
  };
  const json = (three: Three | undefined) => (three === undefined ? null : JSON.stringify(outcomesOf(three)));
  const madeAt = new Date((match.kickoff_at as Date).getTime() - 24 * HOUR_MS - MINUTE_MS);
  await db
    .insertInto('forecasts')
    .values({
      ...{ match_id: matchId, model: 'football-1', made_at: madeAt, frozen_at: frozenAt, content: JSON.stringify(content) },
      ...{ market: json(market), crowd: json(crowd) },
    })
    .execute();
}

const outcomesOf = ([home, draw, away]: Three): Outcomes => ({ home, draw, away });

/** A pool that two users staked on, of whom one won. */
async function settledContest({ deps }: Pick<TestApp, 'deps'>, matchId: number, openedAt: Date, settledAt: Date): Promise<void> {
  const { db } = deps;
  const made = await createContest(db, matchId, openedAt);
  await db.deleteFrom('accounts').where('owner', '=', made).execute();
  const stakes = { stake_home: 300, stake_draw: 0, stake_away: 200, participants: 2 };
  const ended = { state: 'settled', ending: 'settle', winner: 'home', home_score: 2, away_score: 1, fee: 0, paid: 500, refunded: 0 };
  await db
    .updateTable('contests')
    .set({ id: OPEN_WORLD_CONTEST, ...stakes, ...ended, settled_at: settledAt })
    .where('id', '=', made)
    .execute();
  const user = await createUser({ deps });
  const bet = { id: OPEN_WORLD_CONTEST, user_id: user.id, contest_id: OPEN_WORLD_CONTEST, pick: 'home', stake: 300 };
  await db
    .insertInto('bets')
    .values({ ...bet, placed_at: openedAt })
    .execute();
}
