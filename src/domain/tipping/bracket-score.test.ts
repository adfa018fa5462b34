import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan } from '#domain/matches/knock-out-plan.ts';
import { randomFrom } from '#domain/seeded-random.ts';
import type { BracketFacts, TieFact } from './bracket-facts.ts';
import { BRACKET_RULES, scoreBracket } from './bracket-score.ts';
import { type BracketPicks, type BracketShape, readTree } from './bracket-shape.ts';
import { BEGIN_MS, cupShape, groupFact, groupShape, open, playCup, randomPicks, shuffled } from './test-tournament.ts';

const BEFORE = BEGIN_MS - 1;
const treeOf = (shape: BracketShape, picks: BracketPicks) => readTree(shape, picks).tree!;
const cup = treeOf(cupShape(8), {
  ...{ orders: [], best: [], winners: [[1, 3, 5, 7], [1, 5], [1]], third_place: null },
  scores: [{ round: 0, tie: 0, home: 2, away: 1 }],
});
const score = (ties: readonly TieFact[], madeAtMs = BEFORE, tree = cup) =>
  scoreBracket(tree, { groups: [], ties }, BRACKET_RULES, madeAtMs);
const won = (tie: TieFact, winner: number, result: [number, number] = [1, 0]): TieFact => ({ ...tie, winner, score: result });
const first = [
  open(4, [1, 2], BEGIN_MS),
  open(4, [3, 4], BEGIN_MS + 1),
  open(4, [5, 6], BEGIN_MS + 2),
  open(4, [7, 8], BEGIN_MS + 3),
] as const;
const quarters = [won(first[0], 1, [2, 1]), won(first[1], 4), won(first[2], 5), won(first[3], 7)];

describe('points of a bracket', () => {
  it('grow with the rounds, and a team counts whomever it beats', () => {
    // All of it: four quarter-finals at 4, two semi-finals at 8, the champion at 16, an exact score at 3.
    expect(score([]).possible).toBe(4 * 4 + 2 * 8 + 16 + 3);
    const after = score(quarters);
    expect([after.points, after.possible]).toEqual([3 * 4 + 3, 3 * 4 + 3 + 16 + 16]);
    // Drawn anew: 1 meets 5, and both were predicted to win.
    const semis = [open(2, [1, 5], BEGIN_MS + 9), open(2, [4, 7], BEGIN_MS + 9)];
    expect(score([...quarters, ...semis]).possible).toBe(after.possible - 8);
    const end = score([...quarters, won(semis[0]!, 1), won(semis[1]!, 7), won(open(1, [7, 1], BEGIN_MS + 20), 1, [0, 3])]);
    expect([end.points, end.possible, end.isAlive]).toEqual([3 * 4 + 3 + 8 + 16, 3 * 4 + 3 + 8 + 16, true]);
  });

  it('say with each line why, and add up', () => {
    const { lines, points } = score(quarters);
    expect(lines.reduce((sum, line) => sum + line.points, 0)).toBe(points);
    expect(lines.filter(({ state }) => state === 'wrong').map(({ kind, team, stage }) => [kind, team, stage])).toEqual([['advance', 3, 4]]);
    expect(lines.at(-1)).toMatchObject({ kind: 'score', score: { predicted: [2, 1], real: [2, 1] }, state: 'right', points: 3 });
  });

  it('tell a score that was nearly right, by the sides of the prediction', () => {
    const state = (tie: TieFact) => score([tie]).lines.at(-1)!;
    expect(state(won(open(4, [2, 1], BEGIN_MS), 1, [1, 2]))).toMatchObject({ state: 'right', points: 3, score: { real: [2, 1] } });
    expect(state(won(first[0], 1, [3, 0]))).toMatchObject({ state: 'close', points: 1 });
    expect(state(won(first[0], 1, [1, 1]))).toMatchObject({ state: 'wrong', points: 0 });
    expect(state({ ...won(first[0], 1), score: null, hasScore: false })).toMatchObject({ state: 'void', points: 0 });
    expect(state(open(4, [1, 8], BEGIN_MS))).toMatchObject({ state: 'void' });
  });

  it('are given for a team that advances without a match, and for none that was replaced', () => {
    const walkOver = { ...first[0], winner: 1, score: null, hasScore: false };
    expect(score([walkOver]).lines[0]).toMatchObject({ state: 'right', points: 4 });
    // 2 withdrew, and the match was removed: 1 is in the semi-final.
    expect(score([open(2, [1, 4], BEGIN_MS + 9)]).lines[0]).toMatchObject({ state: 'right' });
    // 1 withdrew, and 9 plays in its place.
    const replaced = score([open(4, [9, 2], BEGIN_MS), ...first.slice(1)]);
    expect([replaced.isAlive, replaced.lines[0]!.state]).toEqual([false, 'wrong']);
  });

  it('are not given for what had begun when the entry was made', () => {
    const late = score(quarters, BEGIN_MS + 1);
    expect(late.isLate).toBe(true);
    expect(late.lines.map(({ state }) => state).slice(0, 4)).toEqual(['late', 'late', 'right', 'right']);
    expect([late.points, score(quarters, BEFORE).isLate]).toEqual([8, false]);
    // A walk-over that was known before the planned kick-off begins when it was told.
    expect(score([{ ...won(first[0], 1), beganAtMs: BEFORE }], BEFORE).lines[0]).toMatchObject({ state: 'late', points: 0 });
  });

  it('count the match for third place apart', () => {
    const picks = { orders: [], best: [], winners: [[1, 3], [1]], third_place: 4, scores: [] };
    const tree = treeOf({ ...cupShape(4), thirdPlace: null }, picks);
    const state = (...ties: TieFact[]) => score(ties, BEFORE, tree).lines.find(({ kind }) => kind === 'third_place');
    const semi = won(open(2, [3, 4], BEGIN_MS), 3);
    expect(state(semi)).toMatchObject({ state: 'open' });
    expect(state(won(semi, 4))).toMatchObject({ state: 'wrong' });
    expect(state(semi, won(open('third_place', [2, 4], BEGIN_MS + 9), 4))).toMatchObject({ state: 'right', points: 4 });
    expect(state(semi, won(open('third_place', [2, 4], BEGIN_MS + 9), 2))).toMatchObject({ state: 'wrong' });
  });
});

describe('groups of a bracket', () => {
  const shape = groupShape(['Group A', 'Group B', 'Group C', 'Group D'], readPlan('A1-B2 C1-D2 B1-A2 D1-C2'));
  const picks = { ...randomPicks(shape, 'groups'), orders: shape.groups.map(({ teams }) => teams) };
  const tree = treeOf(shape, { ...picks, winners: [[11, 31, 21, 41], [11, 21], [11]] });
  const facts = (order: readonly number[] | null): BracketFacts => ({
    groups: shape.groups.map((group, i) => groupFact(group, i === 0 ? order : null, 2)),
    ties: [],
  });
  const linesOf = (kind: string, given: BracketFacts, madeAtMs = BEFORE) =>
    scoreBracket(tree, given, BRACKET_RULES, madeAtMs).lines.filter((line) => line.kind === kind);

  it('bring points for each team in its place, once the group is over', () => {
    expect(linesOf('group_place', facts(null)).map(({ state }) => state)).toEqual(Array(16).fill('open'));
    expect(
      linesOf('group_place', facts([11, 12, 14, 13]))
        .map(({ state }) => state)
        .slice(0, 4),
    ).toEqual(['right', 'right', 'wrong', 'wrong']);
    expect(linesOf('group_place', facts([11, 12, 14, 13]), BEGIN_MS)[0]).toMatchObject({ state: 'late', points: 0 });
  });

  it('end the way of a team that cannot advance any more', () => {
    const result = scoreBracket(tree, facts([12, 13, 11, 14]), BRACKET_RULES, BEFORE);
    expect(result.isAlive).toBe(false);
    expect(linesOf('qualified', facts([12, 13, 11, 14])).find(({ team }) => team === 11)).toMatchObject({ state: 'wrong' });
    const drawn = { ...facts([12, 11, 13, 14]), ties: [open(4, [12, 22], BEGIN_MS + 50), open(4, [21, 11], BEGIN_MS + 50)] };
    expect(
      linesOf('qualified', drawn)
        .filter(({ state }) => state === 'right')
        .map(({ team }) => team),
    ).toEqual([11, 22, 21, 12]);
  });
});

describe('any cup', () => {
  const played = fc.record({ teams: fc.constantFrom(4, 8, 16), byes: fc.constantFrom(0, 1), key: fc.string() });

  it('gives the same points whatever order its results came in, and however they were corrected before', () => {
    fc.assert(
      fc.property(played, ({ teams, byes, key }) => {
        const shape = cupShape(teams, byes);
        const tree = treeOf(shape, randomPicks(shape, `picks ${key}`));
        const facts = playCup(shape, key).at(-1)!;
        const result = score(facts.ties, BEFORE, tree);
        expect(score(shuffled(facts.ties, randomFrom(key)), BEFORE, tree)).toEqual(result);
        expect(result.points).toBe(result.possible);
      }),
    );
  });

  it('never lets a bracket reach more than was possible before, nor come back to life', () => {
    fc.assert(
      fc.property(played, fc.nat(), ({ teams, byes, key }, atStep) => {
        const shape = cupShape(teams, byes);
        const tree = treeOf(shape, randomPicks(shape, `picks ${key}`));
        const steps = playCup(shape, key).map(({ ties }) => score(ties, BEFORE, tree));
        steps.slice(1).forEach((step, i) => {
          const before = steps[i]!;
          expect(step.possible).toBeLessThanOrEqual(before.possible);
          expect(step.points).toBeGreaterThanOrEqual(before.points);
          expect(step.isAlive && !before.isAlive).toBe(false);
        });
        expect(steps[atStep % steps.length]!.possible).toBeGreaterThanOrEqual(steps.at(-1)!.points);
      }),
    );
  });

  it('gives all points to the bracket that was right in everything, where no draw came between', () => {
    fc.assert(
      fc.property(fc.constantFrom(4, 8, 16), fc.string(), (teams, key) => {
        const shape = cupShape(teams);
        const picks = randomPicks(shape, key);
        const tree = treeOf(shape, picks);
        const ties = tree.rounds.flatMap((row, r) =>
          row.map((tie, k) => won(open(row.length, [tie.home, tie.away!], BEGIN_MS + r * 99 + k), tie.winner)),
        );
        const result = score(ties, BEFORE, tree);
        expect([result.points, result.isAlive]).toEqual([score([], BEFORE, tree).possible, true]);
      }),
    );
  });
});
