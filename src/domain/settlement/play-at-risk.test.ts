import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { crowdAtRisk, isPlay, NO_TIES, playOf, type RiskContest, type RiskStake, risksOf, type Ties } from './play-at-risk.ts';
import { type PlacedBet, settle, voidContest } from './settlement.ts';

const POOL: RiskContest = { market: 'wdl', outcomes: PICKS, feePercent: 0 };
const FIXED: RiskContest = { market: '1x2', outcomes: PICKS, feePercent: 0 };
const inPool = (id: string, pick: Pick, stake: number): RiskStake => ({ id, userId: id, pick, legs: [{ stake, oddsHundredths: null }] });
const atOdds = (id: string, pick: Pick, ...legs: [stake: number, oddsHundredths: number][]): RiskStake => ({
  ...{ id, userId: id, pick },
  legs: legs.map(([stake, oddsHundredths]) => ({ stake, oddsHundredths })),
});
/** Users whose name begins with the same letter are one group; the first two letters give their hand. */
const byLetter: Ties = { groupOf: (id) => id[0]!, handOf: (id) => id };
const oneHand: Ties = { groupOf: (id) => id[0]!, handOf: (id) => id[0]! };
const pointsOf = (contest: RiskContest, stakes: RiskStake[], ties: Ties = NO_TIES) =>
  [...risksOf(contest, stakes, ties).values()].map(({ points }) => points);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('in a pool', () => {
  it('is at risk up to what others staked on other outcomes, and up to the stake', () => {
    const risks = risksOf(POOL, [inPool('a', 'home', 100), inPool('b', 'draw', 30), inPool('c', 'away', 10)], NO_TIES);
    expect([...risks]).toEqual([
      ['a', { points: 40, reason: 'others_staked' }],
      ['b', { points: 30, reason: 'full' }],
      ['c', { points: 10, reason: 'full' }],
    ]);
  });

  it('is nothing if everybody picked the same, or one user plays alone', () => {
    const eleven = range(11).map((n) => inPool(`u${n}`, 'home', 500));
    expect(pointsOf(POOL, eleven)).toEqual(range(11).map(() => 0));
    expect(pointsOf(POOL, [inPool('a', 'away', 1_010)])).toEqual([0]);
  });

  it('is nothing if a ring stakes on both sides against itself', () => {
    const ring = [inPool('r1', 'home', 500), inPool('r2', 'draw', 300), inPool('r3', 'away', 400)];
    expect(pointsOf(POOL, ring, byLetter)).toEqual([0, 0, 0]);
  });

  it('counts one stranger’s stake once, for a whole ring as for one player', () => {
    const ring = range(11).map((n) => inPool(`r${n}`, 'home', 500));
    const stranger = inPool('s', 'away', 100);
    const risks = risksOf(POOL, [...ring, stranger], byLetter);
    expect(risks.get('s')).toEqual({ points: 100, reason: 'full' });
    for (const { id } of ring) expect(risks.get(id)).toEqual({ points: 9, reason: 'connected' });
  });

  it('counts each stranger’s possible loss once, however a ring spreads', () => {
    const strangers = [inPool('x', 'home', 10), inPool('y', 'away', 10)];
    const ring = [inPool('r1', 'home', 500), inPool('r2', 'away', 500), inPool('r3', 'draw', 500)];
    const risks = risksOf(POOL, [...strangers, ...ring], byLetter);
    expect(ring.map(({ id }) => risks.get(id)!.points)).toEqual([5, 5, 10]);
  });

  it('counts for one person with accounts on every outcome what they could lose in all', () => {
    const strangers = PICKS.map((pick) => inPool(`s-${pick}`, pick, 1_000));
    const hand = PICKS.map((pick) => inPool(`h-${pick}`, pick, 1_000));
    const ties: Ties = { groupOf: (id) => (id.startsWith('h') ? 'h' : id), handOf: (id) => (id.startsWith('h') ? 'h' : id) };
    const risks = risksOf(POOL, [...strangers, ...hand], ties);
    for (const { id } of hand) expect(risks.get(id)).toEqual({ points: 0, reason: 'hedged' });
    // Another split loses on two of three outcomes.
    const uneven = [inPool('h-home', 'home', 1_000), inPool('h-away', 'away', 100)];
    expect(uneven.map(({ id }) => risksOf(POOL, [...strangers, ...uneven], ties).get(id)!.points)).toEqual([1_000, 100]);
  });
});

describe('at fixed odds', () => {
  it('is the stake at 1.20 or more, leg by leg', () => {
    expect([...risksOf(FIXED, [atOdds('a', 'home', [100, 120], [50, 119], [30, 101])], NO_TIES).values()]).toEqual([
      { points: 100, reason: 'low_odds' },
    ]);
    expect(pointsOf(FIXED, [atOdds('a', 'home', [5_000, 101]), atOdds('b', 'away', [10, 5_000])])).toEqual([0, 10]);
  });

  it('counts for one person on every outcome no more than the margin', () => {
    const stakes = [atOdds('h1', 'home', [500, 188]), atOdds('h2', 'draw', [299, 314]), atOdds('h3', 'away', [200, 471])];
    const total = pointsOf(FIXED, stakes, oneHand).reduce((sum, points) => sum + points, 0);
    expect(total).toBeLessThanOrEqual(61);
    expect(pointsOf(FIXED, stakes, byLetter)).toEqual([500, 299, 200]);
  });
});

describe('what counts when a contest has ended', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes));
  const placed = (id: string, pick: Pick, ...legs: [stake: number, minutes: number][]): PlacedBet => ({
    ...{ id, userId: id, pick, placedAt: at(legs[0]![1]) },
    legs: legs.map(([stake, minutes], n) => ({ id: `${id}-${n}`, stake, oddsHundredths: null, placedAt: at(minutes) })),
  });
  const contest = { id: 'c', market: 'wdl', rules: { feePercent: 0, participantsMin: 1 } } as const;
  const counted = (bets: PlacedBet[], startedAt: Date | null, ties = NO_TIES, result: [number, number] = [1, 0]) =>
    playOf(POOL, new Map(bets.map((bet) => [bet.id, bet])), settle(contest, bets, { result, startedAt }), ties);

  it('excludes stakes placed after the true kick-off, on both sides', () => {
    const bets = [placed('a', 'home', [100, 0], [200, 20]), placed('b', 'away', [50, 0], [500, 20]), placed('c', 'draw', [70, 20])];
    const ends = counted(bets, at(10));
    expect(ends.get('a')).toEqual({ points: 50, reason: 'others_staked', netWon: 50 });
    expect(ends.get('b')).toEqual({ points: 50, reason: 'full', netWon: -50 });
    expect(ends.get('c')).toEqual({ points: 0, reason: 'refunded', netWon: 0 });
  });

  it('is nothing if nobody was right, and in a void contest', () => {
    const bets = [placed('a', 'draw', [100, 0]), placed('b', 'away', [50, 0])];
    for (const end of counted(bets, null).values()) expect(end).toEqual({ points: 0, reason: 'refunded', netWon: 0 });
    const ended = playOf(POOL, new Map(bets.map((bet) => [bet.id, bet])), voidContest(contest, bets, 'cancelled'), NO_TIES);
    for (const end of ended.values()) expect(end.points).toBe(0);
  });

  it('does not count as won what related players lost', () => {
    const bets = [placed('r1', 'home', [10, 0]), placed('r2', 'away', [600, 0]), placed('s', 'away', [10, 0])];
    expect(counted(bets, null, byLetter).get('r1')).toEqual({ points: 10, reason: 'full', netWon: 10 });
    expect(counted(bets, null).get('r1')!.netWon).toBe(610);
    expect(counted(bets, null, byLetter).get('r2')!.netWon).toBe(-600);
  });

  it('counts as play from ten points on', () => {
    expect([null, 0, 9, 10, 500].map(isPlay)).toEqual([false, false, false, true, true]);
  });
});

describe('a crowd', () => {
  it('is not moved by a ring, by unopposed stakes, or by one player beyond the stakes against them', () => {
    const honest = [inPool('a', 'home', 100), inPool('b', 'draw', 100), inPool('c', 'away', 100)];
    const before = crowdAtRisk(POOL, honest, byLetter);
    expect(before).toEqual({ points: { home: 100, draw: 100, away: 100 }, people: 3 });
    const ring = range(11).map((n) => inPool(`r${n}`, 'away', 5_000));
    const { points, people } = crowdAtRisk(POOL, [...honest, ...ring], byLetter);
    expect(points.away - before.points.away).toBeLessThanOrEqual(200);
    expect(people).toBe(4);
    expect(crowdAtRisk(POOL, ring, byLetter)).toEqual({ points: { home: 0, draw: 0, away: 0 }, people: 0 });
  });
});

describe('for any pool and any ties', () => {
  const user = fc.record({
    pick: fc.constantFrom(...PICKS),
    stake: fc.integer({ min: 1, max: 10_000 }),
    group: fc.integer({ min: 0, max: 4 }),
    isOneHand: fc.boolean(),
  });
  const pools = fc.array(user, { maxLength: 25 });
  const build = (users: readonly { pick: Pick; stake: number; group: number; isOneHand: boolean }[]) => {
    const stakes = users.map(({ pick, stake }, n) => inPool(`u${n}`, pick, stake));
    const of = (id: string) => users[Number(id.slice(1))]!;
    const ties: Ties = { groupOf: (id) => `g${of(id).group}`, handOf: (id) => (of(id).isOneHand ? `h${of(id).group}` : id) };
    return { stakes, ties, risks: risksOf(POOL, stakes, ties), of };
  };

  it('related players never count more than unrelated ones had against them', () => {
    fc.assert(
      fc.property(pools, (users) => {
        const { stakes, ties, risks } = build(users);
        for (const group of new Set(stakes.map(({ userId }) => ties.groupOf(userId)))) {
          const own = stakes.filter(({ userId }) => ties.groupOf(userId) === group);
          const others = stakes.filter(({ userId }) => ties.groupOf(userId) !== group);
          const sumOf = (list: RiskStake[]) => list.reduce((sum, { legs }) => sum + legs[0]!.stake, 0);
          const countOf = (list: RiskStake[]) => list.reduce((sum, { id }) => sum + risks.get(id)!.points, 0);
          expect(countOf(own)).toBeLessThanOrEqual(sumOf(others));
          for (const pick of PICKS) {
            const onPick = own.filter((stake) => stake.pick === pick);
            expect(countOf(onPick)).toBeLessThanOrEqual(sumOf(others.filter((stake) => stake.pick !== pick)));
          }
        }
      }),
    );
  });

  it('one person never counts more than they lose on the outcome that is worst for them', () => {
    fc.assert(
      fc.property(pools, (users) => {
        const { stakes, ties, risks } = build(users);
        const bets: PlacedBet[] = stakes.map(({ id, userId, pick, legs }) => ({
          ...{ id, userId, pick, placedAt: new Date(0) },
          legs: [{ ...legs[0]!, id, placedAt: new Date(0) }],
        }));
        const contest = { id: 'c', market: 'wdl', rules: { feePercent: 0, participantsMin: 1 } } as const;
        const results = { home: [1, 0], draw: [0, 0], away: [0, 1] } as const;
        const ends = PICKS.map((pick) => settle(contest, bets, { result: [...results[pick]], startedAt: null }).bets);
        for (const hand of new Set(stakes.map(({ userId }) => ties.handOf(userId)))) {
          const own = stakes.filter(({ userId }) => ties.handOf(userId) === hand);
          const lost = ends.map((bets) =>
            own.reduce((sum, { id, legs }) => {
              const end = bets.find((bet) => bet.id === id)!;
              return sum + legs[0]!.stake - end.payout - end.refund;
            }, 0),
          );
          // Payouts are rounded to whole points, one per bet.
          expect(own.reduce((sum, { id }) => sum + risks.get(id)!.points, 0)).toBeLessThanOrEqual(Math.max(...lost) + own.length);
        }
      }),
    );
  });

  it('a stake counts from 0 to itself, and the same without ties if nobody is related', () => {
    fc.assert(
      fc.property(pools, (users) => {
        const { stakes, risks } = build(users);
        const free = risksOf(POOL, stakes, NO_TIES);
        for (const { id, pick, legs } of stakes) {
          const against = stakes.filter((other) => other.pick !== pick).reduce((sum, other) => sum + other.legs[0]!.stake, 0);
          expect(free.get(id)!.points).toBe(Math.min(legs[0]!.stake, against));
          expect(risks.get(id)!.points).toBeGreaterThanOrEqual(0);
          expect(risks.get(id)!.points).toBeLessThanOrEqual(free.get(id)!.points);
        }
      }),
    );
  });
});
