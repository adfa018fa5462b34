import { expect, it } from 'vitest';
import { type Calendar, findLeague, lastPublishedRound, matchMinuteMs, roundAt, roundStartMs, seasonName } from './calendar.ts';
import { LEAGUES } from './leagues.ts';
import { finalStateOf } from './script.ts';
import { createWorld } from './world.ts';

const calendar: Calendar = { seed: 'test', speed: 12, sinceMs: Date.UTC(2026, 10, 21) };
const cup = findLeague('league:crown-cup')!;
/** Six stages and a pause. */
const CUP_EDITION_ROUNDS = 7;
const first = Math.floor(roundAt(calendar, cup, Date.UTC(2026, 10, 21, 2)) / CUP_EDITION_ROUNDS) * CUP_EDITION_ROUNDS;

it('plays the cup in four groups, everybody against everybody once, and the first two of each advance', () => {
  const world = createWorld(calendar);
  const matches = [0, 1, 2].flatMap((round) => world.fixturesOf(cup, first + round));
  expect(new Set(matches.map(({ season }) => season)).size).toBe(1);
  const points = new Map<string, number>();
  for (const name of ['Group A', 'Group B', 'Group C', 'Group D']) {
    const group = matches.filter((match) => match.group === name);
    const pairs = group.map(({ homeId, awayId }) => [homeId, awayId].sort().join());
    expect([group.length, new Set(pairs).size, new Set(group.flatMap(({ homeId, awayId }) => [homeId, awayId])).size]).toEqual([6, 6, 4]);
    for (const match of group) {
      const { home, away } = finalStateOf(world.scriptOf(match)).score;
      points.set(match.homeId, (points.get(match.homeId) ?? 0) + (home! > away! ? 3 : Number(home === away)));
      points.set(match.awayId, (points.get(match.awayId) ?? 0) + (away! > home! ? 3 : Number(home === away)));
    }
    const ids = [...new Set(group.flatMap(({ homeId, awayId }) => [homeId, awayId]))];
    const through = world.fixturesOf(cup, first + 3).flatMap(({ homeId, awayId }) => [homeId, awayId]);
    const [on, out] = [ids.filter((id) => through.includes(id)), ids.filter((id) => !through.includes(id))];
    expect([on.length, out.length]).toEqual([2, 2]);
    expect(Math.min(...on.map((id) => points.get(id)!))).toBeGreaterThanOrEqual(Math.max(...out.map((id) => points.get(id)!)));
  }
  expect([3, 4, 5, 6].map((round) => world.fixturesOf(cup, first + round).map(({ group }) => group))).toEqual([
    [null, null, null, null],
    [null, null],
    [null],
    [],
  ]);
});

it('draws all groups at once, and publishes a knock-out stage when the previous stage is over', () => {
  const published = (round: number) => lastPublishedRound(calendar, cup, roundStartMs(calendar, cup, first + round)) - first;
  expect([0, 1, 2, 3, 4].map(published)).toEqual([2, 2, 2, 3, 4]);
  expect(published(5)).toBe(CUP_EDITION_ROUNDS + 2);
});

it('names seasons by years: the one of the first start by its year, the others by those before and after', () => {
  const nameOf = (id: string, sinceMs: number, seasonsLater: number, mark = '') => {
    const league = findLeague(id)!;
    const at = { ...calendar, sinceMs, mark };
    const rounds = 2 * (league.clubs.length - 1);
    return seasonName(at, league, roundAt(at, league, sinceMs) + seasonsLater * rounds);
  };
  const [spring, autumn] = [Date.UTC(2027, 5, 30), Date.UTC(2026, 10, 21, 2)];
  expect([-2, -1, 0, 1].map((later) => nameOf('league:first-division', autumn, later))).toEqual([
    '2024/25',
    '2025/26',
    '2026/27',
    '2027/28',
  ]);
  expect([spring, autumn].map((sinceMs) => nameOf('league:continental-hoops', sinceMs, 0))).toEqual(['2026/27', '2026/27']);
  expect([-1, 0].map((later) => nameOf('league:lotus-league', spring, later))).toEqual(['2026', '2027']);
  expect(nameOf('league:first-division', Date.UTC(2099, 10, 1), 0, ' x24')).toBe('2099/00 x24');
});

it('plays the same matches whenever it was first started', () => {
  const league = findLeague('league:first-division')!;
  const scoresSince = (sinceMs: number) => {
    const world = createWorld({ ...calendar, sinceMs });
    return world.fixturesOf(league, 5_000).map((fixture) => [fixture.id, finalStateOf(world.scriptOf(fixture)).score]);
  };
  expect(scoresSince(Date.UTC(2031, 1, 1))).toEqual(scoresSince(calendar.sinceMs));
});

/** Seasons end here in which, with this seed, the draw alone would let the last match's teams meet again in the next season's first. */
const TURNS = ['2026-11-25T19:33:20Z', '2026-11-29T22:21:40Z'];

it.each(TURNS)('lets no two teams meet twice within two hours of match time, also at the end of a season (%s)', (turn) => {
  const world = createWorld({ seed: 'a', speed: 12, sinceMs: Date.UTC(2026, 10, 21) });
  for (const league of LEAGUES) {
    const met = new Map<string, number>();
    const from = roundAt(world.calendar, league, Date.parse(turn)) - 10;
    for (let round = from; round < from + 20; round++) {
      for (const { id, homeId, awayId, kickoffMs } of world.fixturesOf(league, round)) {
        const pair = [homeId, awayId].sort().join();
        const minutes = (kickoffMs - (met.get(pair) ?? Number.NEGATIVE_INFINITY)) / matchMinuteMs(world.calendar);
        expect(minutes, id).toBeGreaterThan(120);
        met.set(pair, kickoffMs);
      }
    }
  }
});
