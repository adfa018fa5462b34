import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BonusValue,
  bonusMax,
  bonusTerms,
  isPossibleAnswer,
  isPossibleResult,
  type QuestionTerms,
  questionFault,
  scoreAnswer,
} from './bonus.ts';

const asked = (of: Partial<QuestionTerms>): QuestionTerms => ({
  ...{ kind: 'team', text: null, day: null, round: null, choices: [], picks: 1, nearest: false, points: 5 },
  ...of,
});
const scored = (of: Partial<QuestionTerms>, answer: BonusValue[], result: BonusValue[], all: BonusValue[][] = [answer]) =>
  scoreAnswer(answer, bonusTerms(asked(of), result, all));

const TEAMS = new Set([1, 2, 3, 4, 5]);
const teams = fc.uniqueArray(fc.constantFrom(...TEAMS), { minLength: 1, maxLength: 4 });

describe('an answer', () => {
  it('of one team, choice or number is right or wrong', () => {
    expect(scored({}, [1], [1])).toEqual({ right: 1, points: 5 });
    expect(scored({}, [1], [2])).toEqual({ right: 0, points: 0 });
    expect(scored({ kind: 'choice', choices: ['a', 'b'] }, [0], [0])).toEqual({ right: 1, points: 5 });
    expect(scored({ kind: 'number' }, [9], [10])).toEqual({ right: 0, points: 0 });
  });

  it('may be one of several that are right: two share the most goals', () => {
    expect(scored({ kind: 'player' }, ['Ada Ost'], ['Bea West', 'Ada Ost']).points).toBe(5);
  });

  it('names a player whatever the case and the accents', () => {
    expect(scored({ kind: 'player' }, ['  josé PÉREZ'], ['Jose Perez']).points).toBe(5);
    expect(scored({ kind: 'player' }, ['Jose'], ['Jose Perez']).points).toBe(0);
  });

  it('of several teams gets points for each that is right', () => {
    expect(scored({ kind: 'teams', picks: 3 }, [1, 2, 3], [3, 4, 1])).toEqual({ right: 2, points: 10 });
  });

  it('nearest to the number gets the points, with all who are as near', () => {
    const all = [[8], [12], [20]];
    const of = { kind: 'number', nearest: true } as const;
    expect(all.map((answer) => scored(of, answer, [10], all).points)).toEqual([5, 5, 0]);
    expect(scored(of, [8], [], all).points).toBe(0);
  });

  it('gets nothing if nothing counts', () => {
    for (const kind of ['team', 'teams', 'player', 'number', 'choice'] as const)
      expect(scored({ kind }, [1], [])).toEqual({ right: 0, points: 0 });
  });

  it('is worth 0 to the most of its question, whatever the order of its values', () => {
    fc.assert(
      fc.property(teams, teams, fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 100 }), (answer, result, picks, points) => {
        const terms = bonusTerms(asked({ kind: 'teams', picks, points }), result, [answer]);
        const one = scoreAnswer(answer, terms);
        expect(one.points).toBeGreaterThanOrEqual(0);
        expect(one.points).toBeLessThanOrEqual(bonusMax({ picks, points }));
        expect(scoreAnswer(answer.toReversed(), terms)).toEqual(one);
        expect(scoreAnswer(answer, { ...terms, result: result.toReversed() })).toEqual(one);
        expect(scoreAnswer([...answer, ...answer], terms)).toEqual(one);
        expect(scoreAnswer(answer, { ...terms, result: [...result, ...result] })).toEqual(one);
      }),
    );
  });

  it('nearest is never further than another without points', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), fc.nat(50), (numbers, result) => {
        const all = numbers.map((number) => [number]);
        const terms = bonusTerms(asked({ kind: 'number', nearest: true }), [result], all);
        const off = (right: boolean) =>
          numbers.filter((_, at) => scoreAnswer(all[at]!, terms).points > 0 === right).map((n) => Math.abs(n - result));
        expect(Math.max(...off(true))).toBeLessThan(Math.min(Number.POSITIVE_INFINITY, ...off(false)));
      }),
    );
  });

  it('must have as many values as are asked for, each possible, none twice', () => {
    const three = asked({ kind: 'teams', picks: 2 });
    expect(isPossibleAnswer(three, [1, 2], TEAMS)).toBe(true);
    for (const bad of [[1], [1, 1], [1, 9], [1, 2, 3], ['1', '2'], [1.5, 2]]) expect(isPossibleAnswer(three, bad, TEAMS)).toBe(false);
    const choice = asked({ kind: 'choice', text: '?', choices: ['a', 'b'] });
    expect([0, 1, 2, -1].map((value) => isPossibleAnswer(choice, [value], TEAMS))).toEqual([true, true, false, false]);
    const number = asked({ kind: 'number' });
    expect([0, 9_999, 10_000, -1, 1.5, Number.NaN].map((value) => isPossibleAnswer(number, [value], TEAMS))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([['Ada'], [' '], [7]].map((value) => isPossibleAnswer(asked({ kind: 'player' }), value, TEAMS))).toEqual([true, false, false]);
  });
});

describe('a result', () => {
  it('is empty if nothing counts, and has several values except for a number', () => {
    expect(isPossibleResult(asked({}), [], TEAMS)).toBe(true);
    expect(isPossibleResult(asked({}), [1, 2], TEAMS)).toBe(true);
    expect(isPossibleResult(asked({ kind: 'number' }), [1, 2], TEAMS)).toBe(false);
    expect(isPossibleResult(asked({ kind: 'player' }), ['José', 'jose'], TEAMS)).toBe(false);
  });
});

describe('a question', () => {
  it.each([
    [{}, true, null],
    [{}, false, 'league_id'],
    [{ kind: 'player' }, false, 'league_id'],
    [{ kind: 'player', text: 'Who scores first?' }, false, null],
    [{ kind: 'teams', picks: 1 }, true, 'picks'],
    [{ kind: 'teams', picks: 3 }, true, null],
    [{ kind: 'team', picks: 2 }, true, 'picks'],
    [{ kind: 'number' }, false, 'day'],
    [{ kind: 'number', day: '2026-11-28' }, false, null],
    [{ kind: 'number', day: '2026-11-28', round: 'r' }, false, 'day'],
    [{ kind: 'number', text: 'How many cards?', nearest: true }, false, null],
    [{ kind: 'number', text: 'How many cards?', day: '2026-11-28' }, false, 'day'],
    [{ kind: 'choice', choices: ['a', 'b'] }, false, 'text'],
    [{ kind: 'choice', text: '?', choices: ['a'] }, false, 'choices'],
    [{ kind: 'choice', text: '?', choices: ['a', ' A'] }, false, 'choices'],
    [{ kind: 'choice', text: '?', choices: ['a', 'b'] }, false, null],
    [{ kind: 'choice', text: '?', choices: ['a', 'b'], nearest: true }, false, 'nearest'],
    [{ choices: ['a', 'b'] }, true, 'choices'],
  ] as const)('%j, about a league: %s, has the fault %s', (of, hasLeague, fault) => {
    expect(questionFault(asked(of), hasLeague)).toBe(fault);
  });
});
