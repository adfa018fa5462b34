import { expect, it } from 'vitest';
import { type Calendar, findLeague, roundAt } from '#demo/calendar.ts';
import { createWorld } from '#demo/world.ts';
import { writePeriodScript } from './period-script.ts';

const NOW = Date.UTC(2026, 10, 21, 2);

/** Played matches of a league in several worlds: the market's chance of the home side before the match and halfway, and whether it won. */
function outcomesOf(leagueId: string, sport: 'basketball' | 'tennis' | 'esports') {
  const league = findLeague(leagueId)!;
  return ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((seed) => {
    const calendar: Calendar = { seed, speed: 12, sinceMs: Date.UTC(2026, 10, 21) };
    const world = createWorld(calendar);
    const first = roundAt(calendar, league, NOW);
    const fixtures = Array.from({ length: 40 }, (_, i) => world.fixturesOf(league, first + i)).flat();
    return fixtures.flatMap((fixture) => {
      const { course, chancesAt } = writePeriodScript(calendar, fixture, sport);
      const { moments } = course;
      if (!['ft', 'aet'].includes(moments.at(-1)!.status)) return [];
      const won = Number(course.winner === 'home');
      return [{ won, before: chancesAt(null)[0], halfway: chancesAt(moments[Math.floor(moments.length / 2)]!)[0] }];
    });
  });
}

it.each([
  ['league:continental-hoops', 'basketball'],
  ['league:meridian-tour-women', 'tennis'],
  ['league:circuit-premier', 'esports'],
  ['league:circuit-challengers', 'esports'],
] as const)('predicts %s right on average before the match and halfway, and better halfway', (leagueId, sport) => {
  const outcomes = outcomesOf(leagueId, sport);
  expect(outcomes.length).toBeGreaterThan(900);
  const brier = { before: 0, halfway: 0 };
  for (const when of ['before', 'halfway'] as const) {
    for (let low = 0; low < 1; low += 0.2) {
      const bucket = outcomes.filter((one) => one[when] >= low && one[when] < low + 0.2);
      if (bucket.length < 60) continue;
      const off = bucket.reduce((sum, one) => sum + one.won - one[when], 0) / bucket.length;
      // Four standard errors, plus a margin for what the chances leave out.
      expect(Math.abs(off), `${when} ${low.toFixed(1)}`).toBeLessThan(4 * Math.sqrt(0.25 / bucket.length) + 0.02);
    }
    brier[when] = outcomes.reduce((sum, one) => sum + (one.won - one[when]) ** 2, 0) / outcomes.length;
  }
  expect(brier.before).toBeLessThan(0.25);
  expect(brier.halfway).toBeLessThan(brier.before - 0.02);
});
