import { describe, expect, it } from 'vitest';
import { getMatchStatistics } from '#contract/matches.ts';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';

const test = useTestApp();
const kickoffAt = new Date('2026-11-20T11:00:00Z');
const of = async (id: number) => (await callApp(test.current.app, getMatchStatistics, { id })).reply;

describe("a match's statistics", () => {
  it('are in display order, without those that neither side has', async () => {
    const match = await createMatch(test.current.deps.db, { kickoffAt, status: 'h1', score: [0, 0] });
    await test.current.deps.db
      .insertInto('match_statistics')
      .values([
        { match_id: match, side: 'home', numbers: JSON.stringify({ corners: 0, possession: 54, expected_goals: 0.37 }) },
        { match_id: match, side: 'away', numbers: JSON.stringify({ possession: 46, offsides: 2 }) },
      ])
      .execute();
    expect(await of(match)).toEqual({
      items: [
        { kind: 'expected_goals', home: 0.37, away: null },
        { kind: 'possession', home: 54, away: 46 },
        { kind: 'corners', home: 0, away: null },
        { kind: 'offsides', home: null, away: 2 },
      ],
      missing: null,
    });
  });

  it('are missing because the match has not begun or is not covered', async () => {
    const { db } = test.current.deps;
    const missing: Record<string, string | null> = {};
    for (const status of MATCH_STATUSES) {
      missing[status] = (await of(await createMatch(db, { kickoffAt, status, score: [1, 0] }))).missing;
    }
    const notStarted = Object.keys(missing).filter((status) => missing[status] === 'not_started');
    expect(notStarted).toEqual(['ns', 'tbd', 'pst', 'canc', 'awd', 'wo']);
    expect(new Set(Object.values(missing))).toEqual(new Set(['not_started', 'not_covered']));
    const playedThenAwarded = await createMatch(db, { kickoffAt, status: 'awd', score: [3, 0] });
    await db
      .updateTable('matches')
      .set({ fulltime: [1, 1] })
      .where('id', '=', playedThenAwarded)
      .execute();
    expect((await of(playedThenAwarded)).missing).toBe('not_covered');
  });
});
