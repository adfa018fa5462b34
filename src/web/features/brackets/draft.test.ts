import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlan } from '#domain/matches/knock-out-plan.ts';
import { type BracketShape, readTree } from '#domain/tipping/bracket-shape.ts';
import { cupShape, groupShape } from '#domain/tipping/test-tournament.ts';
import {
  advance,
  bestCount,
  bestPlace,
  type Draft,
  enterScore,
  losersOf,
  missing,
  moveTeam,
  pairsOf,
  picksOf,
  pickThird,
  scoreAt,
  startDraft,
  toggleBest,
} from './draft.ts';

const cup = cupShape(4);
const from = (shape: BracketShape, ...taps: [round: number, tie: number, team: number][]) =>
  taps.reduce((draft, [round, tie, team]) => advance(shape, draft, round, tie, team), startDraft(shape, null));

it('advances teams, and drops what no longer follows', () => {
  const draft = from(cup, [0, 0, 1], [0, 1, 3], [1, 0, 1]);
  expect([draft.winners, missing(cup, draft)]).toEqual([[[1, 3], [1]], 0]);
  const changed = advance(cup, draft, 0, 0, 2);
  expect([changed.winners, missing(cup, changed), picksOf(changed)]).toEqual([[[2, 3], [null]], 1, null]);
});

it('lets who is ahead advance, and drops scores of those who no longer meet', () => {
  const draft = enterScore(cup, from(cup, [0, 0, 1], [0, 1, 3], [1, 0, 1]), { round: 1, tie: 0 }, [0, 2]);
  expect([draft.winners[1], scoreAt(draft, 1, 0)]).toEqual([[3], [0, 2]]);
  expect(scoreAt(advance(cup, draft, 0, 0, 2), 1, 0)).toBeNull();
  expect(scoreAt(advance(cup, draft, 1, 0, 1), 1, 0)).toBeNull();
  const level = enterScore(cup, draft, { round: 1, tie: 0 }, [1, 1]);
  expect(scoreAt(advance(cup, level, 1, 0, 1), 1, 0)).toEqual([1, 1]);
  expect(scoreAt(enterScore(cup, level, { round: 1, tie: 0 }, null), 1, 0)).toBeNull();
});

it('has what is decided and teams without an opponent filled in, and the match for third place', () => {
  expect(startDraft({ ...cup, decided: [[2, null]] }, null).winners).toEqual([[2, null], [null]]);
  expect(startDraft(cupShape(4, 1), null).winners).toEqual([[null, 3], [null]]);
  const withThird = { ...cup, thirdPlace: null };
  const draft = from(withThird, [0, 0, 1], [0, 1, 3], [1, 0, 1]);
  expect([losersOf(withThird, draft), missing(withThird, draft)]).toEqual([[2, 4], 1]);
  const picked = pickThird(draft, 4);
  expect(missing(withThird, picked)).toBe(0);
  expect(advance(withThird, picked, 0, 1, 4).thirdPlace).toBeNull();
});

it('begins with an entry that still fits, and anew with one that does not', () => {
  const draft = enterScore(cup, from(cup, [0, 0, 1], [0, 1, 3], [1, 0, 1]), { round: 0, tie: 0 }, [2, 0]);
  const { tree } = readTree(cup, picksOf(draft)!);
  const entry = tree as unknown as Parameters<typeof startDraft>[1];
  expect(startDraft(cup, entry)).toEqual(draft);
  const redrawn = { ...cup, first: [[1, 3] as const, [2, 4] as const] };
  expect(startDraft(redrawn, entry).winners).toEqual([[null, null], [null]]);
});

it('makes, from any taps, picks that the server takes once nothing is missing', () => {
  const groups = groupShape(
    ['Group A', 'Group B', 'Group C', 'Group D', 'Group E', 'Group F'],
    readPlan('B1-ADEF3 A1-C2 F1-ABC3 D2-E2 E1-ABCD3 D1-F2 C1-DEF3 A2-B2'),
  );
  const tap = fc.tuple(fc.nat(3), fc.nat(30), fc.nat(7), fc.boolean());
  fc.assert(
    fc.property(
      fc.constantFrom<BracketShape>(cupShape(8, 1), groups, { ...cupShape(8), thirdPlace: null }),
      fc.array(tap, { maxLength: 60 }),
      (shape, taps) => {
        let draft: Draft = startDraft(shape, null);
        const choose = (round: number, k: number, first: boolean) => {
          const pairs = pairsOf(shape, draft)[round % draft.winners.length]!;
          const team = pairs[k % pairs.length]![first ? 0 : 1];
          if (team !== null) draft = advance(shape, draft, round % draft.winners.length, k % pairs.length, team);
        };
        for (const [kind, a, b, first] of taps) {
          if (kind === 0 && shape.groups.length > 0) draft = moveTeam(shape, draft, a % shape.groups.length, b % 4, first ? -1 : 1);
          else if (kind === 1 && shape.groups.length > 0) draft = toggleBest(shape, draft, draft.orders[a % 6]![2]!);
          else choose(b, a, first);
        }
        const place = bestPlace(shape);
        for (const order of draft.orders) {
          const third = place === null ? null : order[place - 1]!;
          if (third !== null && draft.best.length < bestCount(shape) && !draft.best.includes(third))
            draft = toggleBest(shape, draft, third);
        }
        draft.winners.forEach((row, round) => {
          row.forEach((_, k) => {
            choose(round, k, true);
          });
        });
        if (shape.thirdPlace !== undefined) draft = pickThird(draft, losersOf(shape, draft)[0]!);
        expect([missing(shape, draft), readTree(shape, picksOf(draft)!).fault]).toEqual([0, null]);
      },
    ),
  );
});
