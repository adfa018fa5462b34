import { expect, it } from 'vitest';
import { manOfTheMatch } from '#domain/matches/player-marks.ts';
import type { RatingsUpdate } from '#server/modules/match-data/import/feed.ts';
import { validateRatings } from '#server/modules/match-data/import/validate-people.ts';
import { type Calendar, findLeague, roundAt } from './calendar.ts';
import { matchAt, nextChangeMs, writeFootballScript } from './match-at.ts';
import { startUpdates, toChangeUpdates } from './updates.ts';
import { createWorld } from './world.ts';

const calendar: Calendar = { seed: 'test', speed: 12, sinceMs: Date.UTC(2026, 10, 21) };
const world = createWorld(calendar);
const league = findLeague('league:primera')!;
const first = roundAt(calendar, league, Date.UTC(2026, 10, 21, 2));
const scripts = [0, 1, 2, 3, 4, 5]
  .flatMap((round) => world.fixturesOf(league, first + round))
  .map((fixture) => writeFootballScript(calendar, fixture))
  .filter((script) => matchAt(script, script.fixture.kickoffMs + 5e8).status === 'ft');

/** Tells a match from before its start to its end, change by change. Returns the ratings and the last events before each. */
function told(script: (typeof scripts)[number]) {
  const telling = startUpdates(script);
  const found: RatingsUpdate[] = [];
  let atMs = script.fixture.kickoffMs - 90 * script.minuteMs;
  for (; Number.isFinite(atMs); atMs = nextChangeMs(script, atMs)) {
    const { status } = matchAt(script, atMs);
    const updates = toChangeUpdates(telling, atMs).filter((update): update is RatingsUpdate => update.kind === 'ratings');
    if (updates.length > 0) expect(status).toBe('ft');
    found.push(...updates);
  }
  return found;
}

it('come once, after the whistle, and are possible', () => {
  for (const script of scripts.slice(0, 8)) {
    const ratings = told(script);
    expect(ratings.length).toBeGreaterThan(0);
    for (const update of ratings) expect(validateRatings(update)).toBeNull();
    const { players } = ratings.at(-1)!;
    const { homeId, awayId } = script.fixture;
    for (const [side, teamId] of [
      ['home', homeId],
      ['away', awayId],
    ] as const) {
      const own = players.filter((player) => player.teamId === teamId);
      const starters = script.lineups[side].players.filter(({ starter }) => starter).map(({ name }) => name);
      expect(own.slice(0, 11).map(({ name }) => name)).toEqual(starters);
      // Players come off for others: together they play no longer than eleven do.
      expect(own.reduce((sum, { minutes }) => sum + minutes!, 0)).toBeLessThanOrEqual(11 * 90 + own.length);
    }
  }
});

it('tell who played well', () => {
  const all = scripts.flatMap((script) => {
    const { players } = told(script).at(-1)!;
    const { events, score } = matchAt(script, script.fixture.kickoffMs + 5e8);
    const goalsOf = (name: string, side: 'home' | 'away') =>
      events.filter((event) => event.type === 'goal' && event.side === side && event.player === name).length;
    const ahead = score.home! - score.away!;
    return players.map((player) => {
      const side = player.teamId === script.fixture.homeId ? 'home' : 'away';
      return { ...player, side, goals: goalsOf(player.name, side), ahead: side === 'home' ? ahead : -ahead, script };
    });
  });
  const mean = (players: typeof all) => {
    const rated = players.flatMap(({ rating }) => (rating === null ? [] : [rating]));
    return rated.reduce((sum, rating) => sum + rating, 0) / rated.length;
  };
  const of = (wanted: (player: (typeof all)[number]) => boolean) => mean(all.filter(wanted));
  expect(mean(all)).toBeGreaterThan(5.8);
  expect(mean(all)).toBeLessThan(7);
  expect(of(({ goals }) => goals > 0)).toBeGreaterThan(of(({ goals }) => goals === 0) + 0.7);
  expect(of(({ ahead }) => ahead > 0)).toBeGreaterThan(of(({ ahead }) => ahead < 0) + 0.3);
  const bests = scripts.map((script) => {
    const sideOf = (side: string) => all.filter((player) => player.script === script && player.side === side);
    return manOfTheMatch({ home: sideOf('home'), away: sideOf('away') });
  });
  expect(bests.filter((best) => best !== null).length).toBeGreaterThan(scripts.length / 2);
});
