import { describe, expect, it } from 'vitest';
import type { MatchEvent } from './match-details.ts';
import { manOfTheMatch, marksOf, type RatedPlayer } from './player-marks.ts';

const event = (rest: Partial<MatchEvent>): MatchEvent => ({
  ...{ id: '1', type: 'goal', side: 'home', period: 'H1', minute: 14, stoppage: null, player: null, other: null, detail: null },
  ...rest,
});
const [marsh, lind, holt, reyes] = [
  { name: 'Joel Marsh', number: 9 },
  { name: 'Teo Lind', number: 8 },
  { name: 'A. Núñez', number: 4 },
  { name: 'Rui Reyes', number: null },
];
const players = [marsh!, lind!, holt!, reyes!];
const rated = (name: string, rest: Partial<RatedPlayer> = {}): RatedPlayer => ({ name, number: null, minutes: 90, rating: 7, ...rest });

describe('the marks of a player', () => {
  it('come from the events of the own side, without the shoot-out', () => {
    const marks = marksOf(
      'home',
      players,
      [
        event({ player: 'Joel Marsh', other: 'Teo Lind' }),
        event({ type: 'penalty', player: 'J. Marsh' }),
        event({ type: 'penalty', period: 'P', player: 'Joel Marsh' }),
        event({ side: 'away', player: 'Joel Marsh' }),
        event({ type: 'own_goal', player: 'Ana Nunez' }),
        event({ type: 'yellow', player: 'Teo Lind' }),
        event({ type: 'second_yellow', player: 'Teo Lind', minute: 90, stoppage: 3 }),
        event({ type: 'substitution', player: 'Joel Marsh', other: 'Rui Reyes', minute: 63 }),
        event({ type: 'var', player: 'Joel Marsh' }),
      ],
      [],
    );
    expect(marks.get(marsh!)).toMatchObject({ goals: 2, assists: 0, card: null, wentOff: { minute: 63 }, cameOn: null });
    expect(marks.get(lind!)).toMatchObject({ assists: 1, card: 'second_yellow', wentOff: { minute: 90, stoppage: 3 } });
    expect(marks.get(holt!)).toMatchObject({ ownGoals: 1, goals: 0 });
    expect(marks.get(reyes!)).toMatchObject({ cameOn: { minute: 63 }, wentOff: null });
  });

  it.each([
    ['by name and number', rated('Joel Marsh', { number: 9 }), marsh],
    ['by a shortened name', rated('T. Lind', { number: 8 }), lind],
    ['by name, where one number is unknown', rated('Rui Reyes', { number: 20 }), reyes],
    ['but not where the number is another’s', rated('Joel Marsh', { number: 8 }), null],
    ['nor by number alone', rated('Sam Other', { number: 9 }), null],
  ])('have the rating %s', (_, rating, player) => {
    const marks = marksOf('home', players, [], [rating]);
    const found = players.filter((one) => marks.get(one)?.rating === 7);
    expect(found).toEqual(player === null ? [] : [player]);
  });

  it('are nobody’s where a name fits two', () => {
    const twins = [
      { name: 'Sam Marsh', number: 1 },
      { name: 'Sid Marsh', number: 2 },
    ];
    expect([...marksOf('home', twins, [event({ player: 'S. Marsh' })], []).values()].map(({ goals }) => goals)).toEqual([0, 0]);
    expect([...marksOf('home', twins, [], [rated('S. Marsh', { number: 2 })]).values()].map(({ rating }) => rating)).toEqual([null, 7]);
  });
});

describe('the man of the match', () => {
  it.each([
    ['has the highest rating', [rated('A', { rating: 8 })], [rated('B', { rating: 8.1 })], 'B'],
    [
      'played at least 45 minutes',
      [rated('A', { rating: 9, minutes: 44 }), rated('C', { rating: null })],
      [rated('B', { minutes: 45 })],
      'B',
    ],
    ['played a known time', [rated('A', { rating: 9, minutes: null })], [rated('B')], 'B'],
    ['is none of two', [rated('A', { rating: 8 })], [rated('B', { rating: 8 })], null],
    ['is nobody without ratings', [rated('A', { rating: null })], [], null],
  ])('%s', (_, home, away, name) => {
    expect(manOfTheMatch({ home, away })?.player.name ?? null).toBe(name);
  });
});
