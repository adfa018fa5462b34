import { beforeAll, describe, expect, it } from 'vitest';
import { getLeagueFixtures } from '#contract/leagues.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, type MatchValues } from '#test/support/factories.ts';

const test = useTestApp();
const fixtures = async (id: number, more: { season?: string; round?: string } = {}) =>
  await callApp(test.current.app, getLeagueFixtures, { id, ...more });
const at = (days: number) => new Date(Date.parse(TEST_NOW) + days * 86_400_000);
const create = (leagueId: number, round: string, days: number | null, values: Partial<MatchValues> = {}) =>
  createMatch(test.current.deps.db, { leagueId, round, kickoffAt: days === null ? null : at(days), ...values });

describe("a league's rounds", () => {
  let league: number;
  const matches: number[] = [];
  beforeAll(async () => {
    league = await createLeague(test.current.deps.db);
    const over: Partial<MatchValues> = { status: 'ft', score: [1, 0] };
    matches.push(await create(league, 'Round 10', -1, { status: 'canc' }));
    await create(league, 'Round 9', -8, over);
    matches.push(await create(league, 'Round 10', -2, over));
    // A match brought forward and a postponed one do not move their rounds.
    await create(league, 'Round 11', -30, over);
    for (const day of [5, 6]) await create(league, 'Round 11', day);
    matches.push(await create(league, 'Round 10', 20, { status: 'pst' }));
    await create(league, 'Play-off 2', null, { status: 'tbd' });
    await create(league, 'Play-off 1', null, { status: 'tbd' });
  });

  it('are in the order in which they are played, with the number of finished matches', async () => {
    const { reply } = await fixtures(league);
    expect(reply.rounds.map(({ name, finished, total }) => [name, finished, total])).toEqual([
      ['Round 9', 1, 1],
      ['Round 10', 2, 3],
      ['Round 11', 1, 3],
      ['Play-off 1', 0, 1],
      ['Play-off 2', 0, 1],
    ]);
    expect(reply.rounds[1]).toMatchObject({ from: at(-2).toISOString(), to: at(20).toISOString() });
    expect(reply.rounds[4]).toMatchObject({ from: null, to: null });
  });

  it('are shown one at a time: the one of the next kick-off or the requested one, with matches ordered by kick-off', async () => {
    expect((await fixtures(league)).reply).toMatchObject({ round: 'Round 11', season: '2026/27' });
    const { reply } = await fixtures(league, { round: 'Round 10' });
    expect([reply.round, reply.items.map(({ id }) => id)]).toEqual(['Round 10', [matches[1], matches[0], matches[2]]]);
    expect(reply.items[0]).toMatchObject({ status: 'ft', round: 'Round 10', score: { home: 1, away: 0 }, market: null });
    expect((await fixtures(league, { round: 'Play-off 1' })).reply.items).toMatchObject([{ kickoff_at: null, status: 'tbd' }]);
  });

  it.each(['Round 12', 'round 10', "'; drop table matches", '\u0000'])('return 404 for the unknown round %j', async (round) => {
    expect(await fixtures(league, { round })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });
});

it('shows the round in play first, and the last one played when no kick-off is ahead', async () => {
  const league = await createLeague(test.current.deps.db);
  await create(league, 'Round 1', -7, { status: 'ft', score: [0, 0] });
  await create(league, 'Round 2', -4);
  expect((await fixtures(league)).reply.round).toBe('Round 1');
  await create(league, 'Round 4', 1);
  await create(league, 'Round 3', 0, { status: 'ht', score: [0, 0] });
  test.current.deps.replies.touch(`league:${league}`);
  expect((await fixtures(league)).reply).toMatchObject({ round: 'Round 3', items: [{ status: 'ht' }] });
});

it('returns no rounds for a league without matches', async () => {
  const league = await createLeague(test.current.deps.db);
  expect((await fixtures(league)).reply).toMatchObject({ rounds: [], round: null, items: [], seasons: [] });
});
