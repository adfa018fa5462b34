import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bracket, type BracketMatch, bracketsOf, stageName } from './bracket.ts';
import type { Score } from './score.ts';
import { competitor, tallyOf } from './tie.ts';

let lastId = 0;
const match = (round: string, home: number, away: number, score: Score | null, rest: Partial<BracketMatch> = {}): BracketMatch => ({
  id: ++lastId,
  round,
  home: { id: home },
  away: { id: away },
  status: score === null ? 'ns' : 'ft',
  score: { home: score?.[0] ?? null, away: score?.[1] ?? null, penalty: null },
  ...rest,
});
/** Each round as its pairs in their places; '…' is not known yet, '' is empty. */
const pairs = ({ rounds }: Bracket<BracketMatch>) =>
  rounds.map(({ slots }) =>
    slots.map(({ tie, isOpen }) => (tie ? `${competitor(tie, 'home').id}v${competitor(tie, 'away').id}` : isOpen ? '…' : '')),
  );
const one = (matches: BracketMatch[], sport: Parameters<typeof bracketsOf>[1] = 'football') => {
  const [bracket, ...more] = bracketsOf(matches, sport);
  expect(more).toEqual([]);
  return bracket!;
};

/** A whole tournament of 2^n competitors, 1 to 2^n in draw order; `homeWins` decides each match. */
function tournament(n: number, homeWins: readonly boolean[]): BracketMatch[][] {
  let left = Array.from({ length: 2 ** n }, (_, i) => i + 1);
  const wins = [...homeWins];
  return Array.from({ length: n }, () => {
    const next: number[] = [];
    const round = Array.from({ length: left.length / 2 }, (_, k) => {
      const [home, away] = [left[2 * k]!, left[2 * k + 1]!];
      const isHome = wins.pop() ?? true;
      next.push(isHome ? home : away);
      return match(stageName(left.length / 2), home, away, isHome ? [2, 1] : [0, 3]);
    });
    left = next;
    return round;
  });
}
const aTournament = fc.integer({ min: 1, max: 5 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    homeWins: fc.array(fc.boolean(), { minLength: 2 ** n, maxLength: 2 ** n }),
    seed: fc.infiniteStream(fc.nat()),
  }),
);
const shuffled = <T>(items: readonly T[], seed: Iterable<number>): T[] => {
  const order = seed[Symbol.iterator]();
  return items
    .map((item) => ({ item, at: Number(order.next().value) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
};
const asDrawn = (rounds: BracketMatch[][]) => rounds.map((round) => round.map(({ home, away }) => `${home.id}v${away.id}`));

describe('a bracket', () => {
  it('is ordered, whatever the order of its matches', () => {
    fc.assert(
      fc.property(aTournament, ({ n, homeWins, seed }) => {
        fc.pre(n > 1);
        const rounds = tournament(n, homeWins);
        const bracket = one(shuffled(rounds.flat(), seed));
        expect(bracket.joins).toBe(true);
        expect(pairs(bracket)).toEqual(asDrawn(rounds));
        expect(bracket.rounds.flatMap(({ slots }, i) => slots.map(({ follows }) => follows === i > 0))).not.toContain(false);
      }),
    );
  });

  it('keeps the place of a missing match, and leads every winner to the next known round', () => {
    fc.assert(
      fc.property(aTournament, fc.infiniteStream(fc.boolean()), ({ n, homeWins, seed }, missing) => {
        const rounds = tournament(n, homeWins);
        const gone = missing[Symbol.iterator]();
        const told = rounds.flat().filter(() => !gone.next().value);
        fc.pre(told.length > 1);
        const bracket = one(shuffled(told, seed));
        expect(bracket.joins).toBe(true);
        const first = rounds.findIndex((round) => round.some((known) => told.includes(known)));
        expect(bracket.rounds.map(({ name, slots }) => [name, slots.length])).toEqual(
          rounds.slice(first).map((round) => [stageName(round.length), round.length]),
        );
        expect(bracket.rounds.flatMap(({ slots }) => slots.flatMap(({ tie }) => tie?.matches[0].id ?? [])).sort()).toEqual(
          told.map(({ id }) => id).sort(),
        );
        for (const [i, { slots }] of bracket.rounds.entries()) {
          for (const [k, { tie, isOpen }] of slots.entries()) {
            const next = bracket.rounds[i + 1]?.slots[k >> 1]?.tie;
            // The next match is known and this one is not, so no more matches follow here.
            expect(isOpen).toBe(tie === null && !next);
            if (tie && next) expect(competitor(next, k % 2 === 0 ? 'home' : 'away')).toEqual(competitor(tie, tie.winner!));
          }
        }
      }),
    );
  });

  it('never joins rounds if an eliminated competitor plays on', () => {
    fc.assert(
      fc.property(aTournament, ({ n, homeWins, seed }) => {
        fc.pre(n > 1);
        const rounds = tournament(n, homeWins);
        const final = rounds.at(-1)![0]!;
        const semi = rounds.at(-2)![0]!;
        const loser = semi.home.id === final.home.id ? semi.away : semi.home;
        const told = rounds.flat().map((known) => (known === final ? { ...final, home: loser } : known));
        const bracket = one(shuffled(told, seed));
        expect(bracket.joins).toBe(false);
        expect(pairs(bracket).map((round) => round.length)).toEqual(rounds.map((round) => round.length));
      }),
    );
  });
});

describe('future matches', () => {
  const quarters = [1, 3, 5, 7].map((home) => match('Quarter-finals', home, home + 1, [1, 0]));

  it('are open, without predicted opponents', () => {
    const bracket = one(quarters);
    expect(pairs(bracket)).toEqual([['1v2', '3v4', '5v6', '7v8'], ['…', '…'], ['…']]);
    expect(bracket.rounds.flatMap(({ slots }) => slots.map(({ follows }) => follows))).toEqual([...Array(6).fill(false), true]);
  });

  it('are between the remaining competitors if one match is missing', () => {
    const bracket = one([...quarters, match('Semi-finals', 7, 1, null)]);
    expect(pairs(bracket)).toEqual([['7v8', '1v2', '3v4', '5v6'], ['7v1', '…'], ['…']]);
    expect(bracket.rounds.map(({ slots }) => slots.map(({ follows }) => follows))).toEqual([
      [false, false, false, false],
      [true, true],
      [true],
    ]);
  });

  it('keep the place of a competitor who needed no first match', () => {
    const bracket = one([match('Semi-finals', 1, 2, [1, 0]), match('Final', 9, 1, null)]);
    expect(pairs(bracket)).toEqual([['', '1v2'], ['9v1']]);
  });
});

describe('rounds that do not lead into each other', () => {
  it.each([
    ['too many ties', [1, 3, 5].map((home) => match('Semi-finals', home, home + 1, [1, 0]))],
    ['somebody twice in a round', [match('Semi-finals', 1, 2, [1, 0]), match('Semi-finals', 1, 3, [1, 0])]],
    ['a final of one tie', [match('Semi-finals', 1, 2, [1, 1]), match('Final', 1, 2, null)]],
  ])('are lists: %s', (_, matches) => {
    const bracket = one(matches);
    expect(bracket.joins).toBe(false);
    expect(pairs(bracket).flat()).toHaveLength(matches.length);
  });

  it('are no draw without round names, and neither is a final alone', () => {
    expect(bracketsOf([match('Round 1', 1, 2, [1, 0]), match('Last Sixteen', 3, 4, [1, 0])], 'football')).toEqual([]);
    expect(bracketsOf([match('Final', 1, 2, [1, 0]), match('Match for third place', 3, 4, [1, 0])], 'football')).toEqual([]);
  });

  it('form separate draws if they are parts of a season', () => {
    const brackets = bracketsOf(
      ['Apertura', 'Clausura'].flatMap((section) => [1, 3].map((home) => match(`${section}, Semifinals`, home, home + 1, [1, 0]))),
      'football',
    );
    expect(brackets.map(({ section, rounds }) => [section, rounds.map(({ name }) => name)])).toEqual([
      ['Apertura', ['Semi-finals', 'Final']],
      ['Clausura', ['Semi-finals', 'Final']],
    ]);
  });
});

describe('the winner of a tie', () => {
  const semi = (...matches: BracketMatch[]) => {
    const bracket = one([...matches, match('Semi-finals', 8, 9, null)]);
    return bracket.rounds[0]!.slots.map(({ tie }) => tie).find((tie) => tie?.matches.some(({ id }) => id === matches.at(-1)!.id))!;
  };
  const withPenalty = (score: Score, penalty: Score): Partial<BracketMatch> => ({
    status: 'pen',
    score: { home: score[0], away: score[1], penalty },
  });

  it('is the side that scored more, or more in the shoot-out', () => {
    expect(semi(match('Semi-finals', 1, 2, [1, 2]))).toMatchObject({ kind: 'single', winner: 'away' });
    expect(semi(match('Semi-finals', 1, 2, null, withPenalty([1, 1], [4, 2]))).winner).toBe('home');
  });

  it('is unknown during play, after an abandonment, or if level', () => {
    expect(semi(match('Semi-finals', 1, 2, [1, 0], { status: 'h2' })).winner).toBeNull();
    expect(semi(match('Semi-finals', 1, 2, [1, 0], { status: 'abd' })).winner).toBeNull();
    expect(semi(match('Semi-finals', 1, 2, [1, 1])).winner).toBeNull();
  });

  it('is decided by both legs together, by the sides of the first', () => {
    const tie = semi(match('Semi-finals', 1, 2, [2, 0]), match('Semi-finals', 2, 1, [3, 0]));
    expect(tie).toMatchObject({ kind: 'legs', winner: 'away' });
    expect(tallyOf(tie)).toEqual([2, 3]);
    const level = semi(match('Semi-finals', 1, 2, [1, 0]), match('Semi-finals', 2, 1, null, withPenalty([1, 0], [2, 4])));
    expect([level.winner, tallyOf(level)]).toEqual(['home', [1, 1]]);
  });

  it('is unknown after the first leg, whether or not the second is known', () => {
    expect(semi(match('Semi-finals', 1, 2, [2, 0]), match('Semi-finals', 2, 1, null)).winner).toBeNull();
    const others = [match('Semi-finals', 3, 4, [1, 0]), match('Semi-finals', 4, 3, [0, 1])];
    const [first] = one([match('Semi-finals', 1, 2, [2, 0]), ...others]).rounds[0]!.slots;
    expect(first!.tie).toMatchObject({ kind: 'single', winner: null });
  });

  it('is decided by the replay if there was one, and never by a cancelled match', () => {
    const replayed = semi(match('Semi-finals', 1, 2, [1, 1]), match('Semi-finals, Replays', 2, 1, [0, 2]));
    expect(replayed).toMatchObject({ kind: 'replay', winner: 'home' });
    const anew = semi(match('Semi-finals', 1, 2, [0, 1], { status: 'abd' }), match('Semi-finals', 1, 2, [3, 0]));
    expect(anew).toMatchObject({ kind: 'single', winner: 'home' });
  });

  it('of a series follows from the next opponent', () => {
    const games = [match('Semi-finals', 1, 2, [90, 80]), match('Semi-finals', 2, 1, [99, 80]), match('Semi-finals', 1, 2, [101, 99])];
    const open = one(games, 'basketball').rounds[0]!.slots[0]!.tie!;
    expect([open.kind, open.winner, tallyOf(open)]).toEqual(['series', null, [2, 1]]);
    expect(one([...games, match('Final', 7, 1, null)], 'basketball').rounds[0]!.slots[1]!.tie!.winner).toBe('home');
  });

  it('is the side that advances after a walk-over or a retirement', () => {
    const score = { home: 1, away: 0, penalty: null, parts: [{ home: 6, away: 2 }] };
    const retired = match('Semi-finals', 1, 2, null, { status: 'awd', score });
    const over = match('Semi-finals', 3, 4, null, { status: 'wo' });
    expect(one([retired, over], 'tennis').rounds[0]!.slots.map(({ tie }) => tie!.winner)).toEqual([null, null]);
    const { rounds, joins } = one([retired, over, match('Final', 2, 3, null)], 'tennis');
    expect([joins, rounds[0]!.slots.map(({ tie }) => tie!.winner)]).toEqual([true, ['away', 'home']]);
  });

  it('is the side a match was awarded to, whatever its score', () => {
    const score = { home: 1, away: 0, penalty: null, parts: [{ home: 6, away: 2 }], awarded_to: 'away' as const };
    expect(semi(match('Semi-finals', 1, 2, null, { status: 'awd', score })).winner).toBe('away');
    expect(semi(match('Semi-finals', 1, 2, null, { status: 'wo', score: { ...score, home: null, away: null } })).winner).toBe('away');
  });

  it('is separate in the match for third place', () => {
    const bracket = one([
      ...[1, 3].map((home) => match('Semi-finals', home, home + 1, [1, 0])),
      match('Match for third place', 2, 4, [0, 1]),
      match('Final', 1, 3, [2, 0]),
    ]);
    expect([bracket.joins, pairs(bracket)]).toEqual([true, [['1v2', '3v4'], ['1v3']]]);
    expect(bracket.thirdPlace).toMatchObject({ winner: 'away' });
  });
});
