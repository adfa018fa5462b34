import { describe, expect, it } from 'vitest';
import { getMatch, type Lineup } from '#contract/matches.ts';
import type { LineupPlayer, SquadPlayer } from '#domain/matches/probable-lineup.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, type MatchValues } from '#test/support/factories.ts';

const test = useTestApp();
const NOW = Date.parse(TEST_NOW);
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000);

const LINE = ['GK', 'DEF', 'DEF', 'DEF', 'DEF', 'MID', 'MID', 'MID', 'MID', 'FWD', 'FWD'] as const;
const GRID = ['1:1', '2:1', '2:2', '2:3', '2:4', '3:1', '3:2', '3:3', '3:4', '4:1', '4:2'];
/** Returns an eleven whose players are named by a letter and a number. */
const eleven = (letter: string): LineupPlayer[] =>
  LINE.map((position, i) => ({ name: `${letter}${i}`, number: i + 1, position, grid: GRID[i]!, starter: true }));
const squadOf = (count: number): SquadPlayer[] => LINE.slice(0, count).map((position, i) => ({ name: `S${i}`, number: i + 1, position }));

async function lineUp(matchId: number, side: 'home' | 'away', players: LineupPlayer[], coach = 'Coach'): Promise<void> {
  await test.current.deps.db
    .insertInto('lineups')
    .values({ match_id: matchId, side, formation: '4-4-2', coach, players: JSON.stringify(players) })
    .execute();
}

const tellSquad = (teamId: number, players: SquadPlayer[]) =>
  test.current.deps.db
    .insertInto('squads')
    .values({ team_id: teamId, coach: 'Boss', players: JSON.stringify(players) })
    .execute();

/** Creates a match that a feed covers. */
async function toldMatch(values: MatchValues): Promise<number> {
  const id = await createMatch(test.current.deps.db, values);
  await test.current.deps.db
    .insertInto('feed_ids')
    .values({ feed: 'test', kind: 'match', feed_id: String(id), id })
    .execute();
  return id;
}

/** Returns the present line-ups: a cached answer is at most five seconds old. */
async function lineupsOf(id: number) {
  test.current.clock.advance(5_000);
  const { reply } = await callApp(test.current.app, getMatch, { id });
  return reply.lineups;
}
const names = ({ players }: Lineup) => players.map(({ name }) => name);

/** Creates a league with line-ups of other teams. */
async function coveredLeague(): Promise<number> {
  const leagueId = await createLeague(test.current.deps.db);
  await lineUp(
    await createMatch(test.current.deps.db, { leagueId, kickoffAt: daysAgo(9), status: 'ft', score: [0, 0] }),
    'home',
    eleven('X'),
  );
  return leagueId;
}

describe("a match's line-ups", () => {
  it('are the official ones where known, for each side separately', async () => {
    const match = await toldMatch({ kickoffAt: daysAgo(0), status: 'h1', score: [0, 0] });
    await lineUp(match, 'home', eleven('A'));
    await lineUp(match, 'away', []);
    const { home, away } = await lineupsOf(match);
    expect(home).toMatchObject({ formation: '4-4-2', coach: 'Coach', fallback: null, based_on: null });
    expect(away).toMatchObject({ players: [], fallback: 'no_players_data' });
  });

  it('are derived from the last earlier ones, in any league and on either side, but not from line-ups older than a year', async () => {
    const { db } = test.current.deps;
    const team = await createTeam(db);
    const played = async (days: number, side: 'home' | 'away', letter: string) => {
      const id = await createMatch(db, { kickoffAt: daysAgo(days), status: 'ft', score: [1, 0], [`${side}TeamId`]: team });
      await lineUp(id, side, eleven(letter), `Coach ${letter}`);
      return id;
    };
    const match = await toldMatch({ kickoffAt: daysAgo(-1), homeTeamId: team });
    await played(366, 'home', 'Z');
    expect((await lineupsOf(match)).home).toMatchObject({ fallback: 'league_no_lineups_coverage' });
    await played(30, 'away', 'B');
    expect((await lineupsOf(match)).home).toMatchObject({
      fallback: 'history_probable_xi',
      based_on: 1,
      coach: 'Coach B',
      formation: '4-4-2',
    });
    await played(20, 'home', 'A');
    const last = await played(10, 'away', 'A');
    const { home } = await lineupsOf(match);
    expect([home.based_on, home.coach, names(home)]).toEqual([3, 'Coach A', eleven('A').map(({ name }) => name)]);
    expect(home.players).toEqual(eleven('A'));

    await db
      .insertInto('match_events')
      .values({
        ...{ match_id: last, feed_event_id: 'r', position: 0, type: 'red', side: 'away', period: 'H2', minute: 80, player: 'A10' },
      })
      .execute();
    const without = (await lineupsOf(match)).home;
    expect(names(without)).not.toContain('A10');
    expect(names(without).filter((name) => name.startsWith('B'))).toHaveLength(1);
    for (const days of [5, 4, 3]) await played(days, 'home', 'C');
    expect((await lineupsOf(match)).home).toMatchObject({ based_on: 5, coach: 'Coach C', players: eleven('C') });
  });

  it('are not derived from later matches', async () => {
    const { db } = test.current.deps;
    const team = await createTeam(db);
    const later = await createMatch(db, { kickoffAt: daysAgo(1), status: 'ft', score: [0, 0], homeTeamId: team });
    await lineUp(later, 'home', eleven('A'));
    const susp = await toldMatch({ kickoffAt: daysAgo(30), status: 'susp', score: [0, 0], homeTeamId: team });
    expect((await lineupsOf(susp)).home).toMatchObject({ players: [], based_on: null });
  });

  it('are derived from the squad if no earlier one is known; a squad of fewer than eleven is only listed', async () => {
    const { db } = test.current.deps;
    const [whole, few] = [await createTeam(db), await createTeam(db)];
    const match = await toldMatch({ kickoffAt: daysAgo(-1), homeTeamId: whole, awayTeamId: few });
    await tellSquad(whole, squadOf(11));
    await tellSquad(few, squadOf(10));
    const { home, away } = await lineupsOf(match);
    expect(home).toMatchObject({ fallback: 'squad_probable_xi', formation: '4-3-3', coach: 'Boss', based_on: null });
    expect(home.players.filter(({ starter, grid }) => starter && grid)).toHaveLength(11);
    expect(away).toMatchObject({ fallback: 'fallback_players', formation: null, coach: 'Boss' });
    expect(names(away)).toEqual(squadOf(10).map(({ name }) => name));
    expect(away.players.some(({ starter, grid }) => starter || grid)).toBe(false);
  });

  it('leave out who is known to miss the match, unless too few are left', async () => {
    const { db } = test.current.deps;
    const [played, listed] = [await createTeam(db), await createTeam(db)];
    for (const days of [20, 10]) {
      const id = await createMatch(db, { kickoffAt: daysAgo(days), status: 'ft', score: [1, 0], homeTeamId: played });
      await lineUp(id, 'home', eleven(days === 10 ? 'A' : 'B'));
    }
    await tellSquad(listed, [...squadOf(11), { name: 'Spare', number: 99, position: 'FWD' }]);
    const match = await toldMatch({ kickoffAt: daysAgo(-1), homeTeamId: played, awayTeamId: listed });
    const absent = (side: string, missing: string[]) => ({
      ...{ match_id: match, side },
      players: JSON.stringify([
        ...missing.map((name) => ({ name, kind: 'injured', reason: null })),
        { name: side === 'home' ? 'A9' : 'S9', kind: 'doubtful', reason: null },
      ]),
    });
    await db
      .insertInto('match_absences')
      .values([absent('home', ['A10']), absent('away', ['S10'])])
      .execute();
    const { home, away } = await lineupsOf(match);
    expect([names(home).includes('A10'), names(home).includes('A9'), home.players.length]).toEqual([false, true, 11]);
    expect(names(away).toSorted()).toEqual([...squadOf(10).map(({ name }) => name), 'Spare'].toSorted());
    await db
      .updateTable('match_absences')
      .set(absent('away', ['S10', 'S8']))
      .where('side', '=', 'away')
      .execute();
    expect((await lineupsOf(match)).away).toMatchObject({ fallback: 'squad_probable_xi' });
  });

  it('include a reason when they are missing', async () => {
    const { db } = test.current.deps;
    const leagueId = await coveredLeague();
    const team = await createTeam(db);
    const soon = await toldMatch({ leagueId, kickoffAt: daysAgo(-1), homeTeamId: team });
    const over = await toldMatch({ leagueId, kickoffAt: daysAgo(1), status: 'ft', score: [1, 1] });
    const byHand = await createMatch(db, { leagueId, kickoffAt: daysAgo(-1) });
    const cancelled = await toldMatch({ leagueId, kickoffAt: daysAgo(-1), status: 'canc' });
    const elsewhere = await toldMatch({ kickoffAt: daysAgo(1), status: 'ft', score: [1, 1] });
    const why = async (id: number) => (await lineupsOf(id)).home.fallback;
    expect(await why(soon)).toBe('no_players_data');
    await createMatch(db, { kickoffAt: daysAgo(3), status: 'ft', score: [0, 1], awayTeamId: team });
    expect(await why(soon)).toBe('no_history_lineups');
    expect(await why(over)).toBe('no_official_lineups');
    expect(await why(byHand)).toBe('no_fixture_id');
    expect(await why(cancelled)).toBe('not_started_or_invalid_status');
    expect(await why(elsewhere)).toBe('league_no_lineups_coverage');
  });
});
