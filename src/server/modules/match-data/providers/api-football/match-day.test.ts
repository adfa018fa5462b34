import { beforeAll, describe, expect, it } from 'vitest';
import type { FeedLineupPlayer } from '#server/modules/match-data/import/feed.ts';
import { hasApiSportsSamples, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { testClock } from '#test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { DAY, type Row, recordedMatches, recordedOdds, repliesOn, rowAt } from '#test/support/recorded-match-day.ts';
import { createApiFootballFeed } from './api-football-feed.ts';
import { createFootballStore } from './progress.ts';

if (!hasApiSportsSamples) console.warn('skipped: there are no recorded answers in ../shared/data/api-football-samples');

/** Runs the whole day through server, feed, importer and database, and compares the database with the recorded JSON. */
describe.skipIf(!hasApiSportsSamples)('a match day of recorded answers', () => {
  const END = new Date(Date.parse(`${DAY}T24:00:00Z`));
  let database: TestDatabase;
  let recorded: Row[];
  /** Matches that were over by the end of the day. */
  let played: Row[];
  beforeAll(async () => {
    const server = await startApiSportsServer();
    database = await createTestDatabase();
    const clock = testClock(`${DAY}T10:00:00Z`);
    recorded = recordedMatches();
    played = recorded.map((row) => rowAt(row, END)).filter(({ fixture }) => ['FT', 'PEN'].includes(fixture.status.short));
    for (const [path, reply] of repliesOn(recorded, clock.now)) server.replies.set(path, reply);
    const store = createFootballStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
    const followed = [...new Set(recorded.map(({ league }) => String(league.id)))];
    const settings = { key: 'a-test-key', baseUrl: server.url, followed, perDay: 400, perMinute: 60 };
    await followService(database.db, clock, END, (options) => createApiFootballFeed(settings, { ...options, store }));
    return () => Promise.all([database.drop(), server.close()]);
  });

  const idsOf = ({ feed_id }: { feed_id: string }) => Number(feed_id);
  const of = <T extends { feed_id: string }>(rows: T[], { fixture }: Row): T[] => rows.filter((row) => idsOf(row) === fixture.id);

  it('imports every fixture with its result and deciding shoot-out, without a refusal', async () => {
    const matches = await database.db
      .selectFrom('matches as m')
      .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'm.id').on('f.kind', '=', 'match'))
      .select(['f.feed_id', 'm.status', 'm.home_score', 'm.away_score', 'm.penalty', 'm.kickoff_at'])
      .execute();
    const words: Record<string, string> = { FT: 'ft', PEN: 'pen', PST: 'pst', NS: 'ns' };
    const expected = recorded
      .map((row) => rowAt(row, END))
      .map(({ fixture, goals, score: { penalty } }) => ({
        ...{ feed_id: String(fixture.id), status: words[fixture.status.short], home_score: goals.home, away_score: goals.away },
        ...{ penalty: penalty.home === null ? null : [penalty.home, penalty.away], kickoff_at: new Date(fixture.date) },
      }));
    const byId = (a: { feed_id: string }, b: { feed_id: string }) => idsOf(a) - idsOf(b);
    expect(matches.sort(byId)).toEqual(expected.sort(byId));
    expect(matches).toHaveLength(67);
    expect(await database.db.selectFrom('quarantine').select(['kind', 'feed_id', 'reason']).execute()).toEqual([]);
  });

  it('imports every goal, card, substitution and VAR decision with its minute and player, and no shoot-out kick as a goal', async () => {
    const events = await database.db
      .selectFrom('match_events as e')
      .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'e.match_id').on('f.kind', '=', 'match'))
      .select(['f.feed_id', 'e.type', 'e.side', 'e.period', 'e.minute', 'e.stoppage', 'e.player', 'e.other'])
      .execute();
    const words: Record<string, string> = { 'Normal Goal': 'goal', 'Yellow Card': 'yellow', 'Red Card': 'red', 'Goal cancelled': 'var' };
    let goals = 0;
    for (const row of played) {
      const wordOf = ({ type, detail, comments }: Row) =>
        comments === 'Penalty Shootout' ? `kick ${detail === 'Penalty'}` : type === 'subst' ? 'substitution' : words[detail];
      const isKick = ({ comments }: Row) => comments === 'Penalty Shootout';
      const whoOf = ({ type, player, assist }: Row) => `${player.name} ${type === 'subst' || type === 'Goal' ? assist.name : null}`;
      const told = (row.events ?? []).map((event: Row) => {
        const when = isKick(event) ? 'P' : `${event.time.elapsed}+${event.time.extra}`;
        const who = isKick(event) ? event.player.name : whoOf(event);
        return `${wordOf(event)} ${event.team.id === row.teams.home.id ? 'home' : 'away'} ${when} ${who}`;
      });
      const kept = of(events, row).map(({ type, side, period, minute, stoppage, player, other }) =>
        period === 'P' ? `kick ${type === 'penalty'} ${side} P ${player}` : `${type} ${side} ${minute}+${stoppage} ${player} ${other}`,
      );
      expect(kept.sort(), row.fixture.id).toEqual(told.sort());
      const scored = of(events, row).filter(({ type, period }) => period !== 'P' && type === 'goal').length;
      if (told.length > 0) expect(scored, row.fixture.id).toBe(row.goals.home + row.goals.away);
      goals += scored;
    }
    const inJson = played.flatMap((row) => row.events ?? []);
    expect(goals).toBe(inJson.filter(({ type, comments }: Row) => type === 'Goal' && comments !== 'Penalty Shootout').length);
    expect(events).toHaveLength(inJson.length);
    expect(events.filter(({ period }) => period === 'P')).toHaveLength(17);
  });

  it('imports every line-up with formation, coach, and each player’s name and number', async () => {
    const lineups = await database.db
      .selectFrom('lineups as l')
      .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'l.match_id').on('f.kind', '=', 'match'))
      .select(['f.feed_id', 'l.side', 'l.formation', 'l.coach', 'l.players'])
      .execute();
    const withLineups = played.filter(({ lineups: told }) => told?.length === 2);
    expect(lineups).toHaveLength(2 * withLineups.length);
    expect(withLineups).toHaveLength(3);
    for (const row of withLineups) {
      for (const { team, formation, coach, startXI, substitutes } of row.lineups) {
        const side = team.id === row.teams.home.id ? 'home' : 'away';
        const kept = of(lineups, row).find((one) => one.side === side)!;
        expect(kept).toMatchObject({ formation, coach: coach.name });
        const named = (starter: boolean) => (one: Row) => `${one.player.number} ${one.player.name} ${starter}`;
        const players = kept.players as unknown as FeedLineupPlayer[];
        expect(players.map(({ number, name, starter }) => `${number} ${name} ${starter}`)).toEqual([
          ...startXI.map(named(true)),
          ...substitutes.map(named(false)),
        ]);
      }
    }
  });

  it('imports every number of the statistics', async () => {
    const statistics = await database.db
      .selectFrom('match_statistics as s')
      .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 's.match_id').on('f.kind', '=', 'match'))
      .select(['f.feed_id', 's.side', 's.numbers'])
      .execute();
    const counted = played.filter(({ statistics: told }) => told?.length === 2);
    expect(statistics).toHaveLength(2 * counted.length);
    expect(counted).toHaveLength(3);
    const sorted = (numbers: number[]) => numbers.filter((number) => number !== 0).sort((a, b) => a - b);
    for (const row of counted) {
      for (const { team, statistics: told } of row.statistics) {
        const side = team.id === row.teams.home.id ? 'home' : 'away';
        const kept = of(statistics, row).find((one) => one.side === side)!;
        const numbers = told.map(({ value }: Row) => Number.parseFloat(value ?? '0'));
        // Zeros are sent empty: they are imported if the other side has a number.
        expect(sorted(Object.values(kept.numbers as Record<string, number>)), row.fixture.id).toEqual(sorted(numbers));
      }
    }
  });

  it('imports the prices', async () => {
    const odds = await database.db.selectFrom('odds').select(['bookmaker', 'home', 'draw', 'away']).execute();
    const expected = recordedOdds().flatMap(({ bookmakers }) =>
      bookmakers.map(({ name, bets }: Row) => {
        const { values } = bets.find((bet: Row) => bet.name === 'Match Winner');
        const [home, draw, away] = ['Home', 'Draw', 'Away'].map((pick) =>
          Math.round(100 * values.find((one: Row) => one.value === pick).odd),
        );
        return { bookmaker: name, home, draw, away };
      }),
    );
    expect(odds).toEqual(expected);
    expect(odds).toHaveLength(1);
  });
});
