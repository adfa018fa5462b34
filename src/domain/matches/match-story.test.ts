import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Goal, matchStory } from './match-story.ts';

/** Goals as "H12" or "A90+3", in the first half up to minute 45, in extra time from 91. */
function goals(text: string): Goal[] {
  return text.split(' ').flatMap((word) => {
    const [, side, minute, stoppage] = /^([HA])(\d+)(?:\+(\d+))?$/.exec(word) ?? [];
    if (side === undefined) return [];
    const at = Number(minute);
    return [
      {
        side: side === 'H' ? ('home' as const) : ('away' as const),
        period: at <= 45 ? ('H1' as const) : at <= 90 ? ('H2' as const) : ('ET' as const),
        minute: at,
        stoppage: stoppage === undefined ? null : Number(stoppage),
        player: word,
      },
    ];
  });
}
const football = (score: [number, number], text: string) => matchStory({ sport: 'football', score, parts: [], goals: goals(text) });

describe('a football match', () => {
  it('is a comeback by a side that was behind and won, or two behind and drew', () => {
    const comeback = (score: [number, number], text: string) => {
      const found = football(score, text).comeback;
      return found && [found.side, found.behind, found.won];
    };
    expect(comeback([3, 2], 'A3 A20 H50 H60 H89')).toEqual(['home', 2, true]);
    expect(comeback([1, 2], 'H3 A20 A21')).toEqual(['away', 1, true]);
    expect(comeback([2, 2], 'A3 A20 H50 H60')).toEqual(['home', 2, false]);
    expect(comeback([1, 1], 'A3 H20')).toBeNull();
    expect(comeback([2, 1], 'H3 A20 H60')).toBeNull();
    expect(comeback([0, 0], '')).toBeNull();
  });

  it('has a late winner: the goal after which the winner was ahead for good', () => {
    const winner = (score: [number, number], text: string) => football(score, text).lateWinner?.player ?? null;
    expect(winner([1, 0], 'H85')).toBe('H85');
    expect(winner([1, 0], 'H84')).toBeNull();
    // The second goal of the last minutes decided nothing.
    expect(winner([3, 1], 'A10 H70 H80 H90+2')).toBeNull();
    expect(winner([2, 1], 'A88 H89 H90+4')).toBe('H90+4');
    expect(winner([2, 1], 'H10 A90 H118')).toBe('H118');
    expect(winner([2, 2], 'H10 A90 H118 A119')).toBeNull();
  });

  it('knows its first goal, whatever the order in which goals are told', () => {
    expect(football([1, 2], 'A90+1 H45+2 A46').firstGoal?.player).toBe('H45+2');
  });

  it('tells nothing if its goals do not add up to its score', () => {
    const nothing = { comeback: null, lateWinner: null, firstGoal: null };
    expect(football([2, 0], 'H90')).toEqual(nothing);
    expect(football([0, 1], 'H90')).toEqual(nothing);
    expect(football([1, 0], 'H10 H90')).toEqual(nothing);
  });

  it('never lets a loser come back, and finds a late winner only in the last minutes', () => {
    const side = fc.constantFrom('home' as const, 'away' as const);
    const minute = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, minute), { maxLength: 9 }), (scored) => {
        const told = scored.map(
          ([of, at]): Goal => ({ side: of, period: at <= 45 ? 'H1' : 'H2', minute: at, stoppage: null, player: null }),
        );
        const score: [number, number] = [
          told.filter((goal) => goal.side === 'home').length,
          told.filter((goal) => goal.side === 'away').length,
        ];
        const { comeback, lateWinner } = matchStory({ sport: 'football', score, parts: [], goals: told });
        const winner = score[0] === score[1] ? null : score[0] > score[1] ? 'home' : 'away';
        if (comeback?.won) expect(comeback.side).toBe(winner);
        if (lateWinner) expect([lateWinner.side, lateWinner.minute >= 85]).toEqual([winner, true]);
      }),
    );
  });
});

describe('other sports', () => {
  const comeback = (sport: 'basketball' | 'tennis' | 'esports', score: [number, number], parts: [number, number][]) =>
    matchStory({ sport, score, parts: parts.map(([home, away]) => ({ home, away })), goals: [] }).comeback;

  it('count sets and maps', () => {
    expect(
      comeback(
        'tennis',
        [2, 1],
        [
          [4, 6],
          [7, 6],
          [6, 2],
        ],
      ),
    ).toMatchObject({ side: 'home', behind: 1, won: true });
    expect(
      comeback(
        'tennis',
        [3, 2],
        [
          [4, 6],
          [6, 7],
          [6, 2],
          [6, 2],
          [6, 2],
        ],
      ),
    ).toMatchObject({ side: 'home', behind: 2 });
    expect(
      comeback(
        'esports',
        [2, 0],
        [
          [13, 4],
          [13, 9],
        ],
      ),
    ).toBeNull();
    expect(comeback('tennis', [2, 0], [])).toBeNull();
  });

  it('tell of ten points in basketball, after a quarter', () => {
    expect(
      comeback(
        'basketball',
        [100, 95],
        [
          [20, 30],
          [25, 30],
          [25, 20],
          [30, 15],
        ],
      ),
    ).toMatchObject({ side: 'home', behind: 15, weight: 2 });
    expect(
      comeback(
        'basketball',
        [100, 95],
        [
          [20, 29],
          [30, 21],
          [25, 25],
          [25, 20],
        ],
      ),
    ).toBeNull();
  });
});
