import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MatchEvent } from './match-details.ts';
import type { LineupPlayer } from './probable-lineup.ts';
import { playersInMatches, seasonPlayers, type TeamInMatch, totalsOf } from './season-players.ts';

const player = (name: string, number: number | null = null, starter = true): LineupPlayer => ({
  ...{ name, number, starter, position: 'FWD', grid: null },
});
const event = (type: MatchEvent['type'], name: string | null, rest: Partial<MatchEvent> = {}): MatchEvent => ({
  ...{ id: `${type} ${name} ${rest.minute}`, type, side: 'home', period: 'H1', minute: 10, stoppage: null, player: name, other: null },
  ...{ detail: null, ...rest },
});
const match = (rest: Partial<TeamInMatch>): TeamInMatch => ({
  side: 'home',
  lineup: [],
  events: [],
  ratings: [],
  lengthMinutes: null,
  ...rest,
});
const named = (players: ReturnType<typeof seasonPlayers>, name: string) => players.find((one) => one.name === name);

it('counts a season by hand', () => {
  const lineup = [player('Ann Ash', 9), player('Bo Birch', 4), player('Cy Cedar', 12, false)];
  const first = match({
    lineup,
    events: [
      event('goal', 'A. Ash', { other: 'Bo Birch' }),
      event('assist', 'Bo Birch'),
      event('penalty', 'Ann Ash', { minute: 50, period: 'H2' }),
      event('own_goal', 'Bo Birch', { minute: 60, period: 'H2' }),
      event('goal', 'Ann Ash', { side: 'away' }),
      event('penalty', 'Ann Ash', { period: 'P', minute: 1 }),
      event('substitution', 'Ann Ash', { other: 'Cy Cedar', minute: 70, period: 'H2' }),
      event('yellow', 'Bo Birch'),
      event('second_yellow', 'Bo Birch', { minute: 80, period: 'H2' }),
    ],
    ratings: [{ name: 'Ann Ash', number: 9, minutes: 70, rating: 8 }],
  });
  const second = match({
    side: 'away',
    lineup: [player('Ann Ash', 10)],
    events: [event('goal', 'Dee Dogwood', { side: 'away' })],
    ratings: [
      { name: 'Ann Ash', number: 10, minutes: 90, rating: 7 },
      { name: 'Bo Birch', number: 4, minutes: null, rating: null },
    ],
  });
  const players = seasonPlayers([first, second], [{ name: 'Eve Elm', number: 1, position: 'GK' }]);
  const none = { starts: 0, appearances: 0, goals: 0, penalties: 0, assists: 0, yellowCards: 0, redCards: 0, minutes: null, rating: null };
  expect(named(players, 'Ann Ash')).toEqual({
    ...none,
    ...{
      name: 'Ann Ash',
      number: 10,
      position: 'FWD',
      starts: 2,
      appearances: 2,
      goals: 2,
      penalties: 1,
      minutes: { played: 160, matches: 2 },
      rating: { mean: 7.5, matches: 2 },
    },
  });
  expect(named(players, 'Bo Birch')).toEqual({
    ...none,
    ...{ name: 'Bo Birch', number: 4, position: 'FWD', starts: 1, appearances: 1, assists: 1, yellowCards: 1, redCards: 1 },
  });
  expect(named(players, 'Cy Cedar')).toMatchObject({ starts: 0, appearances: 1 });
  expect(named(players, 'Dee Dogwood')).toEqual({ ...none, name: 'Dee Dogwood', number: null, position: null, goals: 1 });
  expect(named(players, 'Eve Elm')).toEqual({ ...none, name: 'Eve Elm', number: 1, position: 'GK' });
  expect(players).toHaveLength(5);
});

it('gives a shortened name that fits two players to neither', () => {
  const players = seasonPlayers([match({ lineup: [player('Ann Ash'), player('Amy Ash')], events: [event('goal', 'A. Ash')] })], []);
  expect(players.map(({ name, goals }) => [name, goals])).toEqual([
    ['Ann Ash', 0],
    ['Amy Ash', 0],
  ]);
});

it('tells each match by hand', () => {
  const lineup = [player('Ann Ash', 9), player('Bo Birch', 4), player('Cy Cedar', 12, false), player('Di Dogwood', 13, false)];
  const events = [
    event('yellow', 'Bo Birch', { minute: 30 }),
    event('substitution', 'Ann Ash', { other: 'Cy Cedar', minute: 90, stoppage: 2, period: 'H2' }),
    event('second_yellow', 'Bo Birch', { minute: 80, period: 'H2' }),
    event('own_goal', 'Bo Birch', { minute: 85, period: 'H2' }),
  ];
  const of = (name: string, rest: Partial<TeamInMatch>) =>
    playersInMatches([match({ lineup, events, lengthMinutes: 90, ...rest })], []).find((one) => one.name === name)?.matches[0];
  expect(of('Ann Ash', {})).toMatchObject({ role: 'starter', minutes: 90, wentOff: { minute: 90, stoppage: 2 } });
  expect(of('Bo Birch', {})).toMatchObject({ role: 'starter', minutes: 80, card: 'second_yellow', ownGoals: 1, goals: 0, redCards: 1 });
  expect(of('Cy Cedar', {})).toMatchObject({ role: 'substitute', hasPlayed: true, minutes: 1, cameOn: { minute: 90, stoppage: 2 } });
  expect(of('Di Dogwood', {})).toMatchObject({ role: 'bench', hasPlayed: false, minutes: null });
  expect(of('Ann Ash', { lengthMinutes: 120 })?.minutes).toBe(90);
  expect(of('Ann Ash', { lengthMinutes: null })?.minutes).toBeNull();
  expect(of('Ann Ash', { events: [] })?.minutes).toBeNull();
  expect(of('Ann Ash', { lineup: [] })).toMatchObject({ role: null, hasPlayed: false, minutes: null });
  const rated = { ratings: [{ name: 'A. Ash', number: 9, minutes: 88, rating: 7.2 }] };
  expect(of('Ann Ash', rated)).toMatchObject({ minutes: 88, rating: 7.2 });
});

it('adds up what matches tell, and nothing else', () => {
  const names = fc.constantFrom('Ann Ash', 'Bo Birch', 'Cy Cedar', 'D. Dogwood', 'Di Dogwood');
  const types = fc.constantFrom('goal', 'penalty', 'yellow', 'red', 'substitution', 'own_goal', 'assist');
  const told = fc.record({
    lineup: fc
      .uniqueArray(names)
      .chain((own) => fc.tuple(...own.map((name) => fc.boolean().map((starter) => player(name, null, starter))))),
    events: fc.array(
      fc
        .tuple(types, names, fc.option(names), fc.integer({ min: 1, max: 90 }))
        .map(([type, name, other, minute]) => event(type as MatchEvent['type'], name, { other, minute })),
    ),
    lengthMinutes: fc.constantFrom(null, 90, 120),
  });
  fc.assert(
    fc.property(fc.array(told, { maxLength: 4 }), fc.nat(), (season, seed) => {
      const matches = season.map((one) => match(one));
      const split = matches.length === 0 ? 0 : seed % matches.length;
      for (const { name, matches: own } of playersInMatches(matches, [])) {
        const whole = totalsOf(own);
        const [first, second] = [matches.slice(0, split), matches.slice(split)].map((some) =>
          totalsOf(own.filter((one) => some.includes(one.match))),
        );
        for (const figure of ['starts', 'appearances', 'goals', 'penalties', 'assists', 'yellowCards', 'redCards'] as const)
          expect(first![figure] + second![figure], `${name} ${figure}`).toBe(whole[figure]);
        expect(whole.starts).toBeLessThanOrEqual(whole.appearances);
        expect(whole.penalties).toBeLessThanOrEqual(whole.goals);
        expect(whole.minutes?.matches ?? 0).toBeLessThanOrEqual(whole.appearances);
        for (const { minutes } of own) expect(minutes === null || (minutes >= 1 && minutes <= 120)).toBe(true);
        expect(new Set(own.map((one) => one.match)).size).toBe(own.length);
      }
    }),
  );
});

it('counts every goal of one name once, and names nobody twice', () => {
  const names = fc.constantFrom('Ann Ash', 'Bo Birch', 'Cy Cedar', 'Ünal Öz');
  const events = fc.array(fc.tuple(fc.constantFrom('goal', 'penalty', 'yellow', 'own_goal'), names, fc.integer({ min: 1, max: 45 })));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.uniqueArray(names), events), { maxLength: 5 }), (season) => {
      const matches = season.map(([lineup, told]) =>
        match({ lineup: lineup.map((name) => player(name)), events: told.map(([type, name, minute]) => event(type, name, { minute })) }),
      );
      const players = seasonPlayers(matches, []);
      const goals = season.flatMap(([, told]) => told).filter(([type]) => type === 'goal' || type === 'penalty');
      expect(players.reduce((sum, one) => sum + one.goals, 0)).toBe(goals.length);
      expect(new Set(players.map(({ name }) => name)).size).toBe(players.length);
      for (const { starts, appearances } of players) expect(appearances).toBe(starts);
    }),
  );
});
