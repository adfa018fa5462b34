import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  divisionCount,
  type FormerSeat,
  type PlannedSeat,
  planSeason,
  pyramid,
  rankDivision,
  seasonDates,
  seasonOf,
  seatNewcomers,
  zones,
} from './divisions.ts';

const SEASON = '2026-12';
const names = (count: number, prefix = 'p') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const key = ({ tier, number }: { tier: number; number: number }) => `${tier}.${number}`;

function sizesOf(seats: readonly PlannedSeat[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const seat of seats) sizes.set(key(seat), (sizes.get(key(seat)) ?? 0) + 1);
  return sizes;
}

/** Returns the seats as a season may have ended: in each division the players come in the order of their names. */
function ended(seats: readonly PlannedSeat[]): FormerSeat[] {
  const counts = new Map<string, number>();
  return [...seats]
    .sort((a, b) => (a.userId < b.userId ? -1 : 1))
    .map((seat) => {
      const order = (counts.get(key(seat)) ?? 0) + 1;
      counts.set(key(seat), order);
      return { userId: seat.userId, tier: seat.tier, order, points: 1_000 - order };
    });
}

const first = (count: number) => planSeason({ season: '2026-11', widths: [], stayers: [], newcomers: names(count) });

describe('a season', () => {
  it('is a month, and is closed two days after its end', () => {
    expect(seasonOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
    const { from, to, closesAt } = seasonDates('2026-12');
    expect([from, to, closesAt].map((at) => at.toISOString())).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
      '2027-01-03T00:00:00.000Z',
    ]);
  });
});

describe('a pyramid', () => {
  it('doubles from tier to tier, and never narrows', () => {
    expect([1, 2, 3, 4, 5, 7, 10, 11, 15].map(pyramid)).toEqual([
      [1],
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 2, 2],
      [1, 2, 4],
      [1, 2, 7],
      [1, 2, 4, 4],
      [1, 2, 4, 8],
    ]);
  });

  it('keeps the number of divisions while it fits', () => {
    expect([divisionCount(0, 3), divisionCount(39, 2), divisionCount(40, 1), divisionCount(75, 3), divisionCount(75, 2)]).toEqual([
      0, 1, 2, 3, 3,
    ]);
    expect([divisionCount(60, 2), divisionCount(61, 2), divisionCount(1_000, 0)]).toEqual([2, 3, 40]);
  });

  it('lets as many go down as come up', () => {
    expect(zones([1, 1], 1)).toEqual({ up: 0, down: 4 });
    expect(zones([1, 1], 2)).toEqual({ up: 4, down: 0 });
    expect(zones([1, 2, 4], 2)).toEqual({ up: 3, down: 6 });
    expect(zones([1, 2, 7], 3)).toEqual({ up: 2, down: 0 });
    expect(zones([], 1)).toEqual({ up: 0, down: 0 });
  });
});

describe('the next season', () => {
  it('has everybody in exactly one division of 20 to 30, whatever the order of the rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 330 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 0, max: 60 }),
        (count, leaving, joining) => {
          const before = first(count);
          const widths = pyramid(divisionCount(count, 0));
          const stayers = ended(before).filter(({ userId }) => Number(userId.slice(1)) % 100 >= leaving);
          const plan = { season: SEASON, widths, stayers, newcomers: names(joining, 'n') };
          const seats = planSeason(plan);
          const total = stayers.length + joining;
          expect(seats.map(({ userId }) => userId).sort()).toEqual([...stayers.map(({ userId }) => userId), ...plan.newcomers].sort());
          const sizes = [...sizesOf(seats).values()];
          expect(Math.max(0, ...sizes) - Math.min(...sizes, Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(1);
          for (const size of sizes) {
            expect(size).toBeLessThanOrEqual(total < 40 ? 39 : 30);
            expect(size).toBeGreaterThanOrEqual(Math.min(20, total));
          }
          const shuffled = { ...plan, stayers: stayers.toReversed(), newcomers: plan.newcomers.toReversed() };
          const order = (some: readonly PlannedSeat[]) => some.map((seat) => `${seat.userId} ${key(seat)}`).sort();
          expect(order(planSeason(shuffled))).toEqual(order(seats));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('lifts the top of each division and lowers the bottom, seat for seat', () => {
    const before = first(175);
    const widths = pyramid(7);
    const stayers = ended(before);
    const after = new Map(planSeason({ season: SEASON, widths, stayers, newcomers: [] }).map((seat) => [seat.userId, seat.tier]));
    for (const { userId, tier, order } of stayers) {
      const { up, down } = zones(widths, tier);
      const move = order <= up ? -1 : order > 25 - down ? 1 : 0;
      expect([userId, after.get(userId)]).toEqual([userId, tier + move]);
    }
  });

  it('fills seats of those who left with the best of those who would go down', () => {
    const stayers = ended(first(50)).filter(({ tier, order }) => tier === 2 || order > 2);
    const after = planSeason({ season: SEASON, widths: [1, 1], stayers, newcomers: ['new1', 'new2'] });
    const stayed = stayers.filter(({ userId, tier }) => tier === 1 && after.find((seat) => seat.userId === userId)!.tier === 1);
    // 25 seats, of which 4 are for those who come up: 21 of the 23 who are left stay, though 4 were in the zone.
    expect(stayed.map(({ order }) => order).sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, i) => i + 3));
    expect(after.filter(({ userId }) => userId.startsWith('new')).map(({ tier }) => tier)).toEqual([2, 2]);
  });

  it('keeps the best at the top when one division becomes two', () => {
    const stayers = ended(first(39));
    const after = planSeason({ season: SEASON, widths: [1], stayers, newcomers: names(11, 'n') });
    const top = after.filter(({ tier }) => tier === 1).map(({ userId }) => stayers.find((seat) => seat.userId === userId)!.order);
    expect(top.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });
});

describe('who joins during a season', () => {
  it('opens the first division, and fills it to 39', () => {
    expect(seatNewcomers([], ['a'])).toEqual([{ userId: 'a', tier: 1, number: 1 }]);
    expect(seatNewcomers([{ tier: 1, number: 1, players: 38 }], ['a', 'b'])).toEqual([{ userId: 'a', tier: 1, number: 1 }]);
  });

  it('gets the emptiest division of the lowest tier', () => {
    const open = [
      { tier: 1, number: 1, players: 20 },
      { tier: 2, number: 1, players: 29 },
      { tier: 2, number: 2, players: 28 },
    ];
    expect(seatNewcomers(open, ['a', 'b', 'c', 'd']).map(key)).toEqual(['2.2', '2.1', '2.2']);
  });

  it('waits until twenty can open a division', () => {
    const open = [{ tier: 1, number: 1, players: 39 }];
    expect(seatNewcomers(open, names(19))).toEqual([]);
    expect([...sizesOf(seatNewcomers(open, names(20)))]).toEqual([['2.1', 20]]);
    // Thirty fill it; the rest wait again.
    expect([...sizesOf(seatNewcomers(open, names(45)))]).toEqual([['2.1', 30]]);
  });
});

describe('a table', () => {
  it('ranks by points, then by how often the model was beaten, then by fewer matches', () => {
    const player = (userId: string, points: number, beaten: number, matches: number) => ({ userId, points, beaten, matches });
    const players = [
      player('a', 300, 1, 3),
      player('b', 300, 2, 3),
      player('c', 410, 0, 4),
      player('d', 300, 1, 2),
      player('e', 300, 1, 3),
    ];
    const ranked = rankDivision(SEASON, players);
    expect(ranked.map(({ userId, place }) => [userId, place]).slice(0, 3)).toEqual([
      ['c', 1],
      ['b', 2],
      ['d', 3],
    ]);
    expect(ranked.slice(3).map(({ place, order }) => [place, order])).toEqual([
      [4, 4],
      [4, 5],
    ]);
    expect(rankDivision(SEASON, players.toReversed())).toEqual(ranked);
  });
});
