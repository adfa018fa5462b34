import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, readPlan } from '#domain/matches/knock-out-plan.ts';
import { type BracketPicks, readTree } from './bracket-shape.ts';
import { cupShape, groupShape, randomPicks } from './test-tournament.ts';

const NAMES = ['Group A', 'Group B', 'Group C', 'Group D'];
const PLAN = readPlan('A1-B2 C1-D2 B1-A2 D1-C2');
/** Six groups, and four of their thirds, as in a European Championship. */
const SIX = [...NAMES, 'Group E', 'Group F'];
const THIRDS = readPlan('B1-ADEF3 A1-C2 F1-ABC3 D2-E2 E1-ABCD3 D1-F2 C1-DEF3 A2-B2');

const picks: BracketPicks = { orders: [], best: [], winners: [[1, 4], [4]], third_place: null, scores: [] };
const fault = (changes: Partial<BracketPicks>, shape = cupShape(4)) => readTree(shape, { ...picks, ...changes }).fault;

describe('the tree of a cup', () => {
  it('follows from who advances, round by round', () => {
    const { tree } = readTree(cupShape(4), { ...picks, scores: [{ round: 1, tie: 0, home: 1, away: 1 }] });
    expect(tree?.rounds).toEqual([
      [
        { home: 1, away: 2, winner: 1, score: null },
        { home: 3, away: 4, winner: 4, score: null },
      ],
      [{ home: 1, away: 4, winner: 4, score: [1, 1] }],
    ]);
  });

  it.each<[string, Partial<BracketPicks>]>([
    ['a team that is in another tie', { winners: [[1, 2], [1]] }],
    ['a team that was knocked out before', { winners: [[1, 4], [3]] }],
    ['a team of nowhere', { winners: [[1, 4], [99]] }],
    ['a round too few', { winners: [[1, 4]] }],
    ['a round too many', { winners: [[1, 4], [4], [4]] }],
    ['a tie too few', { winners: [[1], [1]] }],
  ])('refuses %s', (_, changes) => expect(fault(changes)).toBe('winners'));

  it('refuses scores that contradict it, of no tie, or given twice', () => {
    const score = (round: number, tie: number, home: number, away: number) => ({ round, tie, home, away });
    const refused = [
      [score(0, 0, 0, 1)],
      [score(2, 0, 1, 0)],
      [score(0, 7, 1, 0)],
      [score(0, 0, 1, 0), score(0, 0, 2, 0)],
      [score(0, 0, -1, -1)],
    ];
    for (const scores of [...refused, [score(0, 0, 21, 0)], [score(0, 0, 0.5, 0.5)]]) expect(fault({ scores })).toBe('scores');
    expect(fault({ scores: [score(0, 0, 1, 0), score(0, 1, 0, 0)] })).toBeNull();
  });

  it('lets a team without an opponent through, and takes no score of it', () => {
    const shape = cupShape(4, 1);
    expect(fault({ winners: [[1, 3], [3]] }, shape)).toBeNull();
    expect(fault({ winners: [[1, 4], [4]] }, shape)).toBe('winners');
    expect(fault({ winners: [[1, 3], [3]], scores: [{ round: 0, tie: 1, home: 1, away: 0 }] }, shape)).toBe('scores');
  });

  it('has to say what is decided already', () => {
    const shape = { ...cupShape(4), decided: [[2, null]] };
    expect(fault({}, shape)).toBe('winners');
    expect(fault({ winners: [[2, 4], [4]] }, shape)).toBeNull();
  });

  it('has a match for third place between the losers of the semi-finals, if the competition has one', () => {
    const shape = { ...cupShape(4), thirdPlace: null };
    expect([fault({ third_place: 2 }, shape), fault({ third_place: 3 }, shape)]).toEqual([null, null]);
    for (const third_place of [1, 4, 9, null]) expect(fault({ third_place }, shape)).toBe('third_place');
    expect(fault({ third_place: 2 })).toBe('third_place');
    expect(fault({ third_place: 2 }, { ...shape, thirdPlace: 3 })).toBe('third_place');
  });

  it('is read from any consistent picks, and from none with one team exchanged for one outside the tie', () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 4, 8, 16, 32), fc.string(), fc.nat(), (teams, key, at) => {
        const shape = cupShape(teams);
        const given = randomPicks(shape, key);
        expect(readTree(shape, given).fault).toBeNull();
        const round = at % given.winners.length;
        const tie = at % given.winners[round]!.length;
        const winners = given.winners.map((row, r) => row.map((team, k) => (r === round && k === tie ? 1000 : team)));
        expect(readTree(shape, { ...given, winners }).fault).toBe('winners');
      }),
    );
  });
});

describe('groups', () => {
  it('fill the first round by their predicted order', () => {
    const shape = groupShape(NAMES, PLAN);
    const orders = [
      [14, 11, 12, 13],
      [21, 22, 23, 24],
      [31, 32, 33, 34],
      [41, 42, 43, 44],
    ];
    const winners = [[14, 42, 11, 41], [14, 41], [14]];
    const { tree } = readTree(shape, { ...picks, orders, winners });
    expect(tree!.rounds[0]!.map(({ home, away }) => [home, away])).toEqual([
      [14, 22],
      [31, 42],
      [21, 11],
      [41, 32],
    ]);
    expect(fault({ orders, winners: [[13, 42, 11, 41], [13, 41], [13]] }, shape)).toBe('winners');
    for (const wrong of [orders.slice(1), orders.map((order) => order.slice(1)), orders.map(() => [14, 14, 12, 13])])
      expect(fault({ orders: wrong, winners }, shape)).toBe('orders');
    expect(fault({ orders, winners, best: [13] }, shape)).toBe('best');
    const finished = { ...shape, groups: shape.groups.map((group) => ({ ...group, order: group.teams })) };
    expect(fault({ orders, winners }, finished)).toBe('orders');
  });

  it('send their best thirds where the plan allows, four of six and each third in its own group', () => {
    const shape = groupShape(SIX, THIRDS);
    const given = randomPicks(shape, 'thirds');
    const refusal = (best: number[]) => readTree(shape, { ...given, best }).fault;
    const thirds = given.orders.map((order) => order[2]!);
    expect(refusal(thirds.slice(0, 3))).toBe('best');
    expect(refusal(thirds.slice(0, 5))).toBe('best');
    expect(refusal([thirds[0]!, thirds[0]!, thirds[1]!, thirds[2]!])).toBe('best');
    expect(refusal([given.orders[0]![3]!, ...thirds.slice(1, 4)])).toBe('best');
    expect(refusal([999, ...thirds.slice(1, 4)])).toBe('best');
  });

  it('place any four best thirds in seats that take their groups, or by the list of the competition', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(SIX, { minLength: 4, maxLength: 4 }), (groups) => {
        const seats = THIRDS.first.flat().filter((origin) => origin.groups.length > 1);
        const given = allocate(THIRDS, groups)!;
        expect(given.toSorted()).toEqual(groups.toSorted());
        given.forEach((group, i) => {
          expect(seats[i]!.groups).toContain(group);
        });
      }),
    );
    const listed = readPlan('B1-ADEF3 A1-C2 F1-ABC3 D2-E2 E1-ABCD3 D1-F2 C1-DEF3 A2-B2', { CDEF: 'DCEF' });
    expect(allocate(listed, ['Group F', 'Group E', 'Group D', 'Group C'])).toEqual(['Group D', 'Group C', 'Group E', 'Group F']);
    expect(allocate(listed, ['Group A', 'Group B', 'Group C'])).toBeNull();
  });
});
