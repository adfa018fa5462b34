import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRESET_NAMES, PRESETS, rulesFault, type TippingRules } from './rules.ts';
import { crowdTip, hitOf, scoreTip, termsOf } from './score-tips.ts';
import type { Tip } from './tip.ts';

const countsOf = (tips: readonly Tip[]) => tips.map((tip) => ({ tip, count: 1 }));
const pointsFor = (rules: TippingRules, tip: Tip, result: Tip, others: readonly Tip[] = []) =>
  scoreTip({ tip, isJoker: false }, termsOf(countsOf([tip, ...others]), result, rules, 1)).points;

const goals = fc.integer({ min: 0, max: 20 });
const tip = fc.tuple(goals, goals) as fc.Arbitrary<Tip>;
const anyRules = fc.constantFrom(...PRESET_NAMES).map((name): TippingRules => PRESETS[name]);

describe('the presets', () => {
  it.each([
    ['classic', [4, 3, 2, 2, 0]],
    ['simple', [3, 1, 1, 1, 0]],
    ['close', [6, 3, 3, 2, 0]],
  ] as const)('%s: exact, right margin, close, right winner, wrong', (name, expected) => {
    const result: Tip = [2, 1];
    const tips: Tip[] = [
      [2, 1],
      [1, 0],
      [3, 1],
      [5, 0],
      [1, 1],
    ];
    const rules = PRESETS[name];
    // 3-1 is half a goal and one of margin off; without points for closeness it is a right winner.
    expect(tips.map((one) => pointsFor(rules, one, result))).toEqual(expected);
  });

  it('gives another draw the points of a right winner, or of a right margin where the rules say so', () => {
    expect(pointsFor(PRESETS.classic, [0, 0], [2, 2])).toBe(2);
    expect(pointsFor({ ...PRESETS.classic, drawHasMargin: true }, [0, 0], [2, 2])).toBe(3);
  });

  it('contradict nothing', () => {
    for (const name of PRESET_NAMES) expect(rulesFault(PRESETS[name])).toBeNull();
  });
});

describe('a quota', () => {
  const others = (right: number, wrong: number): Tip[] => [
    ...Array.from({ length: right }, (): Tip => [3, 0]),
    ...Array.from({ length: wrong }, (): Tip => [0, 3]),
  ];

  it('is worth more the fewer had the winner right, and what a better hit adds comes on top', () => {
    const result: Tip = [1, 0];
    // One of a hundred: 6 - 4/100. Half of them: 6 - 2. All: 2.
    expect(pointsFor(PRESETS.quota, [4, 1], result, others(0, 99))).toBe(6);
    expect(pointsFor(PRESETS.quota, [4, 1], result, others(49, 50))).toBe(4);
    expect(pointsFor(PRESETS.quota, [4, 1], result, others(99, 0))).toBe(2);
    expect(pointsFor(PRESETS.quota, [2, 1], result, others(99, 0))).toBe(3);
    expect(pointsFor(PRESETS.quota, [1, 0], result, others(99, 0))).toBe(4);
    expect(pointsFor(PRESETS.quota, [0, 1], result, others(99, 0))).toBe(0);
  });

  it('never gives more to a tip when more others had it right', () => {
    fc.assert(
      fc.property(tip, tip, fc.nat(50), fc.nat(50), (mine, result, right, wrong) => {
        const terms = (n: number) => ({ ...termsOf([], result, PRESETS.quota, 1), tips: n + wrong + 1, right: n + 1 });
        const entered = { tip: mine, isJoker: false };
        expect(scoreTip(entered, terms(right + 1)).points).toBeLessThanOrEqual(scoreTip(entered, terms(right)).points);
      }),
    );
  });
});

describe('a tip', () => {
  it('shows how its points come about', () => {
    const rules: TippingRules = { ...PRESETS.classic, points: { ...PRESETS.classic.points, tendency: 1, team: 1 } };
    const scored = scoreTip({ tip: [2, 0], isJoker: true }, termsOf([], [2, 1], rules, 3));
    expect(scored).toEqual({ hit: 'tendency', base: 1, quota: null, sides: 1, joker: 2, weight: 3, points: 12 });
  });

  it('is never worth more than the exact score, nor less than one that missed it further', () => {
    fc.assert(
      fc.property(anyRules, tip, tip, (rules, mine, result) => {
        const points = pointsFor(rules, mine, result);
        expect(points).toBeGreaterThanOrEqual(0);
        // With a quota both are counted as the only tip.
        expect(points).toBeLessThanOrEqual(pointsFor(rules, result, result));
      }),
    );
  });

  it('is judged the same seen from the other side', () => {
    fc.assert(
      fc.property(anyRules, tip, tip, (rules, mine, result) => {
        const turned = ([home, away]: Tip): Tip => [away, home];
        expect(hitOf(turned(mine), turned(result), rules)).toBe(hitOf(mine, result, rules));
      }),
    );
  });

  it('is worth the same whatever the order of the others', () => {
    fc.assert(
      fc.property(tip, tip, fc.array(tip), (mine, result, others) => {
        expect(pointsFor(PRESETS.quota, mine, result, others)).toBe(pointsFor(PRESETS.quota, mine, result, [...others].reverse()));
      }),
    );
  });
});

describe('the crowd', () => {
  it('tips what most tip; of several, fewer goals, then more of the home side', () => {
    const crowd = (...tips: Tip[]) => crowdTip(countsOf(tips));
    expect(crowd()).toBeNull();
    expect(crowd([1, 0], [2, 1], [2, 1])).toEqual([2, 1]);
    expect(crowd([2, 1], [0, 1], [1, 0])).toEqual([1, 0]);
    expect(crowd([0, 1], [1, 0], [2, 1])).toEqual([1, 0]);
    expect(
      crowdTip([
        { tip: [1, 0], count: 2 },
        { tip: [2, 1], count: 3 },
        { tip: [1, 0], count: 2 },
      ]),
    ).toEqual([1, 0]);
  });
});

describe('rules that contradict themselves', () => {
  const { classic } = PRESETS;
  it.each<[string, TippingRules]>([
    ['no_points', { ...classic, points: { exact: 0, difference: 0, close: 0, tendency: 0, team: 0 } }],
    ['better_is_worth_less', { ...classic, points: { exact: 4, difference: 1, close: 0, tendency: 2, team: 0 } }],
    ['exact_is_not_best', { ...classic, points: { exact: 4, difference: 3, close: 0, tendency: 2, team: 2 } }],
    ['quota_upside_down', { ...classic, quota: { least: 5, most: 2 } }],
    ['tie_twice', { ...classic, ties: ['exact', 'exact'] }],
  ])('%s', (fault, rules) => {
    expect(rulesFault(rules)).toBe(fault);
  });
});
