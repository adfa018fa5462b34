import { describe, expect, it } from 'vitest';
import { getHeadToHead } from '#contract/matches.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const daysAgo = (days: number) => new Date(Date.parse(TEST_NOW) - days * 86_400_000);

const play = (homeTeamId: number, awayTeamId: number, days: number, score?: [number, number], status: MatchStatus = 'ft') =>
  createMatch(test.current.deps.db, { kickoffAt: daysAgo(days), homeTeamId, awayTeamId, status, ...(score && { score }) });
const teams = async () => [
  await createTeam(test.current.deps.db),
  await createTeam(test.current.deps.db),
  await createTeam(test.current.deps.db),
];
const about = async (id: number) => (await callApp(test.current.app, getHeadToHead, { id })).reply;

describe('head to head', () => {
  it("counts all meetings from the view of this match's home and away team, wherever they were played, and a shoot-out as a draw", async () => {
    const [one, two] = (await teams()) as [number, number];
    const meetings = [
      await play(one, two, 100, [2, 0]),
      await play(two, one, 200, [3, 1]),
      await play(two, one, 300, [0, 4], 'aet'),
      await play(one, two, 400, [1, 1], 'pen'),
      await play(two, one, 500, [3, 0], 'awd'),
      await play(one, two, 600, undefined, 'awd'),
    ];
    for (const status of ['canc', 'pst', 'abd', 'wo', 'h2'] as const) await play(one, two, 50, [9, 9], status);
    const match = await createMatch(test.current.deps.db, { kickoffAt: daysAgo(0), homeTeamId: one, awayTeamId: two });
    await play(one, two, -10, [5, 5]);
    const { totals, items } = await about(match);
    expect(totals).toEqual({ played: 5, home_wins: 2, draws: 1, away_wins: 2, home_goals: 8, away_goals: 7 });
    expect(items.map(({ id }) => id)).toEqual(meetings);
    expect(items[3]).toMatchObject({ status: 'pen', score: { home: 1, away: 1 }, home: { id: one }, league: { sport: 'football' } });
    expect(items[5]).toMatchObject({ status: 'awd', score: { home: null } });
    const returnMatch = await createMatch(test.current.deps.db, { kickoffAt: daysAgo(0), homeTeamId: two, awayTeamId: one });
    expect((await about(returnMatch)).totals).toMatchObject({ home_wins: 2, away_wins: 2, home_goals: 7 });
  });

  it('shows the last ten meetings and the last five matches of each team, in any league', async () => {
    const [one, two, three] = (await teams()) as [number, number, number];
    const meetings: number[] = [];
    for (let days = 1; days <= 12; days++) meetings.push(await play(one, two, days * 10, [days, 0]));
    const elsewhere = [await play(three, one, 5, [1, 0]), await play(two, three, 6, [0, 0])];
    const match = await createMatch(test.current.deps.db, { kickoffAt: null, status: 'tbd', homeTeamId: one, awayTeamId: two });
    const { totals, items, recent } = await about(match);
    expect([totals.played, totals.home_wins]).toEqual([12, 12]);
    expect(items.map(({ id }) => id)).toEqual(meetings.slice(0, 10));
    expect(recent.home.map(({ id }) => id)).toEqual([elsewhere[0], ...meetings.slice(0, 4)]);
    expect(recent.away.map(({ id }) => id)).toEqual([elsewhere[1], ...meetings.slice(0, 4)]);
  });

  it('includes only matches before this match', async () => {
    const [one, two] = (await teams()) as [number, number];
    const first = await play(one, two, 20, [1, 0]);
    const second = await play(two, one, 10, [1, 0]);
    expect(await about(first)).toEqual({
      totals: { played: 0, home_wins: 0, draws: 0, away_wins: 0, home_goals: 0, away_goals: 0 },
      items: [],
      recent: { home: [], away: [] },
    });
    expect((await about(second)).items).toMatchObject([{ id: first }]);
  });
});
