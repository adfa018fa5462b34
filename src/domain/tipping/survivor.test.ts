import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import {
  freeTeams,
  isOver,
  modelPick,
  pickState,
  rankKey,
  type SurvivorFacts,
  type SurvivorPick,
  standingOf,
  usedTeams,
} from './survivor.ts';
import { type ClosedRound, comingRounds, hasBegun, matchOfTeam, type SurvivorMatch } from './survivor-rounds.ts';

const START = Date.parse('2026-08-14T19:00:00Z');
const day = (days: number, hours = 0) => new Date(START + days * DAY_MS + hours * HOUR_MS);
const NONE = { home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null };

/** A match of team 2n - 1 at home against team 2n, in round `of` (from 1), which begins every seven days. */
const match = (of: number, n: number, more: Partial<SurvivorMatch> = {}): SurvivorMatch => ({
  ...{
    id: of * 100 + n,
    round: `Round ${of}`,
    home: 2 * n - 1,
    away: 2 * n,
    kickoffAt: day(7 * (of - 1), n - 1),
    status: 'ns',
    score: NONE,
  },
  ...more,
});
const ended = (of: number, n: number, home: number, away: number): SurvivorMatch =>
  match(of, n, { status: 'ft', score: { ...NONE, home, away, fulltime: [home, away] } });

const closedOf = (of: number): ClosedRound => ({
  ...{ number: of, round: `Round ${of}`, deadline: day(7 * (of - 1)), matchIds: [1, 2, 3].map((n) => of * 100 + n) },
});
const factsOf = (rounds: number, matches: readonly SurvivorMatch[], rules = { lives: 1, drawSurvives: false }): SurvivorFacts => ({
  ...{ rules, rounds: Array.from({ length: rounds }, (_, k) => closedOf(k + 1)) },
  matches: new Map(matches.map((one) => [one.id, one])),
  ...{ nextDeadline: day(7 * rounds), now: day(7 * rounds - 1) },
});
const picks = (...teams: (number | 'excused' | null)[]): Map<string, SurvivorPick> =>
  new Map(
    teams.flatMap((team, k) =>
      team === null ? [] : [[`Round ${k + 1}`, team === 'excused' ? team : { team, match: 100 * (k + 1) + Math.ceil(team / 2) }] as const],
    ),
  );
const statesOf = (facts: SurvivorFacts, chosen: Map<string, SurvivorPick>) => standingOf(facts, chosen).lines.map(({ state }) => state);

describe('a pick', () => {
  it('survives by a win in 90 minutes alone', () => {
    const extra = match(1, 1, { status: 'aet', score: { ...NONE, home: 2, away: 1, fulltime: [1, 1] } });
    expect([pickState(ended(1, 1, 1, 0), 1, null, day(1)), pickState(ended(1, 1, 1, 0), 2, null, day(1))]).toEqual(['won', 'lost']);
    expect([pickState(ended(1, 1, 2, 2), 1, null, day(1)), pickState(extra, 1, null, day(1))]).toEqual(['drawn', 'drawn']);
    expect(pickState(match(1, 1, { status: 'h2', score: { ...NONE, home: 0, away: 3 } }), 1, day(7), day(8))).toBe('open');
  });

  it.each(['canc', 'abd', 'awd', 'wo'] as const)('is void if the match is %s, with whatever score', (status) => {
    expect(pickState(match(1, 1, { status, score: { ...NONE, home: 3, away: 0 } }), 2, day(7), day(1))).toBe('void');
  });

  it('is void if the match begins after the next round, also once it was played', () => {
    const moved = { kickoffAt: day(9) };
    expect(pickState(match(1, 1, moved), 1, day(7), day(1))).toBe('void');
    expect(pickState({ ...ended(1, 1, 0, 4), ...moved }, 1, day(7), day(12))).toBe('void');
    // Put off without a new date: it may still be played in time, until that has passed.
    const off = match(1, 1, { status: 'pst' });
    expect([pickState(off, 1, day(7), day(6)), pickState(off, 1, day(7), day(7))]).toEqual(['open', 'void']);
    expect(pickState({ ...ended(1, 1, 0, 4), kickoffAt: day(6) }, 1, day(7), day(7))).toBe('lost');
  });

  it('is void if its team no longer plays the match, or the match was in another round', () => {
    expect(pickState(match(1, 1, { home: 9 }), 1, null, day(1))).toBe('void');
    expect(statesOf(factsOf(1, [match(2, 1)]), new Map([['Round 1', { team: 1, match: 201 }]]))).toEqual(['void']);
  });
});

describe('an entry', () => {
  const season = [ended(1, 1, 1, 0), ended(1, 2, 0, 0), ended(2, 1, 0, 1), ended(2, 2, 2, 1), ended(3, 3, 1, 1)];

  it('is out with its last life, in that round', () => {
    expect(standingOf(factsOf(3, season), picks(1, 1, 5))).toMatchObject({ lives: 0, out: 2, isOpen: false });
    expect(standingOf(factsOf(3, season, { lives: 2, drawSurvives: false }), picks(1, 1, 5))).toMatchObject({ lives: 0, out: 3 });
    expect(standingOf(factsOf(3, season, { lives: 2, drawSurvives: true }), picks(1, 1, 5))).toMatchObject({ lives: 1, out: null });
    expect(standingOf(factsOf(3, season, { lives: 2, drawSurvives: true }), picks(1, null, null))).toMatchObject({ out: 3 });
    expect(statesOf(factsOf(3, season), picks(1, null, 5))).toEqual(['won', 'missed']);
  });

  it('that was brought back by a correction pays nothing for rounds in which it was out', () => {
    const wrong = [ended(1, 1, 0, 1), ...season.slice(1)];
    expect(standingOf(factsOf(2, wrong), picks(1, 'excused'))).toMatchObject({ out: 1 });
    expect(standingOf(factsOf(2, season), picks(1, 'excused'))).toMatchObject({ lives: 1, out: null });
    expect(statesOf(factsOf(2, season), picks(1, 'excused'))).toEqual(['won', 'excused']);
  });

  it('tells no more by being excused than by missing a pick, as long as the result is not known', () => {
    const hidden = [match(1, 1, { status: 'h2' }), ...season.slice(1)];
    const [excused, missed] = [standingOf(factsOf(2, hidden), picks(1, 'excused')), standingOf(factsOf(2, hidden), picks(1, null))];
    expect(excused).toEqual(missed);
    expect(excused.lines.map(({ state }) => state)).toEqual(['open', 'unclear']);
  });

  it('stands the same whatever order results and corrections come in', () => {
    const goals = fc.integer({ min: 0, max: 2 });
    const results = fc.array(
      fc.record({
        of: fc.integer({ min: 1, max: 4 }),
        n: fc.integer({ min: 1, max: 3 }),
        home: goals,
        away: goals,
        isOff: fc.boolean(),
        late: fc.constantFrom(0, 0, 0, 8),
      }),
      { minLength: 1, maxLength: 20 },
    );
    const chosen = fc.array(fc.constantFrom<(number | 'excused' | null)[]>(1, 2, 3, 4, 5, 6, 'excused', null), {
      minLength: 4,
      maxLength: 4,
    });
    const rules = fc.record({ lives: fc.integer({ min: 1, max: 3 }), drawSurvives: fc.boolean() });
    const toMatch = ({
      of,
      n,
      home,
      away,
      isOff,
      late,
    }: {
      of: number;
      n: number;
      home: number;
      away: number;
      isOff: boolean;
      late: number;
    }) => {
      const one = isOff ? match(of, n, { status: 'abd' }) : ended(of, n, home, away);
      return { ...one, kickoffAt: new Date(one.kickoffAt!.getTime() + late * DAY_MS) };
    };
    fc.assert(
      fc.property(results, chosen, rules, fc.integer(), (told, teams, by, seed) => {
        // The last word on each match stands; before it, others were told in any order.
        const last = new Map(told.map((one) => [`${one.of} ${one.n}`, one]));
        const shuffled = [...told].sort(
          (a, b) => Math.sin(seed + a.of * 7 + a.n * 13 + a.home) - Math.sin(seed + b.of * 7 + b.n * 13 + b.home),
        );
        const world = new Map([1, 2, 3, 4].flatMap((of) => [1, 2, 3].map((n) => match(of, n))).map((one) => [one.id, one]));
        const standings: unknown[] = [];
        for (const one of [...shuffled, ...last.values()]) {
          const now = toMatch(one);
          world.set(now.id, now);
          standings.push(standingOf(factsOf(4, [...world.values()], by), picks(...teams)));
        }
        const direct = [1, 2, 3, 4].flatMap((of) =>
          [1, 2, 3].map((n) => (last.has(`${of} ${n}`) ? toMatch(last.get(`${of} ${n}`)!) : match(of, n))),
        );
        const standing = standingOf(factsOf(4, direct, by), picks(...teams));
        expect(standings.at(-1)).toEqual(standing);
        const costs = standing.lines.filter(
          ({ state }) => ['lost', 'missed'].includes(state) || (state === 'drawn' && !by.drawSurvives),
        ).length;
        expect([standing.lives, standing.out === null]).toEqual([by.lives - costs, costs < by.lives]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('teams', () => {
  it('come twice only after all of the round were used, and void picks do not use them', () => {
    const off = match(2, 2, { status: 'abd' });
    const { lines } = standingOf(factsOf(2, [ended(1, 1, 1, 0), off]), picks(1, 3));
    expect([...usedTeams(lines)]).toEqual([[1, 1]]);
    expect([...freeTeams([1, 2, 3, 4], usedTeams(lines))]).toEqual([2, 3, 4]);
    expect([
      ...freeTeams(
        [1, 3],
        new Map([
          [1, 1],
          [3, 1],
          [2, 0],
        ]),
      ),
    ]).toEqual([1, 3]);
    expect([
      ...freeTeams(
        [1, 3],
        new Map([
          [1, 2],
          [3, 1],
        ]),
      ),
    ]).toEqual([3]);
  });

  it('are picked by the model for what keeps its life', () => {
    const chances = new Map([
      [1, { win: 0.6, draw: 0.1 }],
      [3, { win: 0.5, draw: 0.4 }],
      [5, { win: 0.9, draw: 0.1 }],
    ]);
    const free = new Set([1, 2, 3, 4]);
    expect([modelPick({ drawSurvives: false }, free, chances), modelPick({ drawSurvives: true }, free, chances)]).toEqual([1, 3]);
    expect(modelPick({ drawSurvives: false }, free, new Map())).toBeNull();
  });
});

describe('a game', () => {
  it('ends with one player left, with none, or with the season, and not while a match is open', () => {
    const [alive, dead, waiting] = [
      { out: null, isOpen: false },
      { out: 2, isOpen: false },
      { out: null, isOpen: true },
    ];
    expect(isOver([alive, dead], 2, false)).toBe(true);
    expect(isOver([dead, dead], 2, false)).toBe(true);
    expect(isOver([alive, alive, dead], 2, false)).toBe(false);
    expect(isOver([alive, alive, dead], 2, true)).toBe(true);
    expect(isOver([waiting, dead], 2, true)).toBe(false);
    expect(isOver([alive], 0, false)).toBe(false);
  });

  it('ranks who is in by lives, and who is out by the round', () => {
    const keys = [
      { lives: 2, out: null },
      { lives: 1, out: null },
      { lives: 0, out: 38 },
      { lives: 0, out: 1 },
    ].map(rankKey);
    expect(keys).toEqual([...keys].sort((a, b) => b - a));
    expect(new Set(keys).size).toBe(4);
  });
});

describe('rounds', () => {
  const all = [1, 2, 3].flatMap((of) => [1, 2, 3].map((n) => match(of, n)));

  it('come in the order of their first kick-offs, after the beginning and after what has closed', () => {
    expect(comingRounds(all.toReversed(), [], day(-1)).map(({ round, deadline }) => [round, deadline])).toEqual(
      [1, 2, 3].map((of) => [`Round ${of}`, day(7 * (of - 1))]),
    );
    expect(comingRounds(all, [], day(0)).map(({ round }) => round)).toEqual(['Round 2', 'Round 3']);
    expect(comingRounds(all, [closedOf(1), closedOf(2)], day(-1)).map(({ round }) => round)).toEqual(['Round 3']);
  });

  it('are not closed by a match that is played far from the others, which cannot be picked then', () => {
    const early = all.map((one) => (one.id === 303 ? { ...one, kickoffAt: day(1) } : one));
    const late = all.map((one) => (one.id === 103 ? { ...one, kickoffAt: day(7, 5) } : one));
    expect(comingRounds(early, [], day(-1))[2]).toMatchObject({ round: 'Round 3', deadline: day(14), matches: [{ id: 301 }, { id: 302 }] });
    expect(comingRounds(late, [], day(-1))[0]!.matches.map(({ id }) => id)).toEqual([101, 102]);
  });

  it('that have closed stay closed under another name, with another date', () => {
    const renamed = all.map((one) => (one.round === 'Round 1' ? { ...one, round: 'Matchday 1', kickoffAt: day(30) } : one));
    expect(comingRounds(renamed, [closedOf(1)], day(-1)).map(({ round }) => round)).toEqual(['Round 2', 'Round 3']);
  });

  it('begin with the first kick-off, or with a whistle before it was announced', () => {
    const [first] = comingRounds(all, [], day(-1));
    expect([hasBegun(first!, day(0, -1)), hasBegun(first!, day(0))]).toEqual([false, true]);
    const [early] = comingRounds([match(1, 1, { status: 'h1' }), match(1, 2)], [], day(-1));
    expect(hasBegun(early!, day(0, -1))).toBe(true);
  });

  it('have one match for each team: the first', () => {
    const twice = [match(1, 1), match(1, 2, { home: 1, away: 4 })];
    expect([...matchOfTeam(twice)].map(([team, { id }]) => [team, id])).toEqual([
      [1, 101],
      [2, 101],
      [4, 102],
    ]);
  });
});
