import { describe, expect, it } from 'vitest';
import { canFollow } from '#domain/matches/match-status.ts';
import { impossibleScore, outcomeOf } from '#domain/matches/score.ts';
import { type Calendar, findLeague, fixturesOfRound, roundAt } from './calendar.ts';
import { ENDINGS } from './endings.ts';
import { type FootballScript, matchAt, nextChangeMs, writeFootballScript } from './match-at.ts';
import type { MatchState } from './match-state.ts';
import { finalStateOf } from './script.ts';
import { isGoal } from './timeline.ts';
import { createWorld } from './world.ts';

const calendar: Calendar = { seed: 'test', speed: 12, sinceMs: Date.UTC(2026, 10, 21) };
const NOW = Date.UTC(2026, 10, 21, 2);
const league = findLeague('league:primera')!;
const trophy = findLeague('league:harbour-trophy')!;
const cup = findLeague('league:crown-cup')!;

/** Returns a match with each ending, some league matches, and a cup's first stages. */
function someScripts(): FootballScript[] {
  const world = createWorld(calendar);
  const rounds = (of: typeof league, count: number) => Array.from({ length: count }, (_, i) => roundAt(calendar, of, NOW) + i);
  const fixtures = [
    ...rounds(trophy, 2 * ENDINGS.length).flatMap((round) => world.fixturesOf(trophy, round)),
    ...rounds(league, 4).flatMap((round) => world.fixturesOf(league, round)),
    ...rounds(cup, 5).flatMap((round) => world.fixturesOf(cup, round)),
  ];
  return fixtures.map((fixture) => writeFootballScript(calendar, fixture));
}

/** Yields every published state of a match, from two days before it to the end. */
function* statesOf(script: FootballScript): Generator<MatchState> {
  let atMs = script.fixture.kickoffMs - 12 * 3_600_000;
  while (Number.isFinite(atMs)) {
    yield matchAt(script, atMs);
    const nextMs = nextChangeMs(script, atMs);
    expect(nextMs).toBeGreaterThan(atMs);
    atMs = nextMs;
  }
}

const goals = (state: MatchState): [number, number] => {
  const scored: [number, number] = [0, 0];
  for (const event of state.events.filter(isGoal)) scored[(event.side === 'home') === (event.type !== 'own_goal') ? 0 : 1]++;
  return scored;
};

describe('a match of the demo world', () => {
  it('is the same whenever it is computed', () => {
    const [one, other] = [someScripts(), someScripts()];
    expect(other).toEqual(one);
    expect(matchAt(other[40]!, NOW)).toEqual(matchAt(one[40]!, NOW));
  });

  it('only moves forward, and its score is the sum of its goals', () => {
    for (const script of someScripts()) {
      let previous: MatchState | null = null;
      for (const state of statesOf(script)) {
        if (previous !== null) {
          expect(canFollow(previous.status, state.status), `${script.fixture.ending}: ${previous.status} to ${state.status}`).toBe(true);
          expect(impossibleScore('football', previous.score, state.score)).toBeNull();
          if (previous.status === state.status && previous.minute !== null && state.minute !== null) {
            const clock = (of: MatchState) => of.minute! * 100 + (of.stoppage ?? 0);
            expect(clock(state)).toBeGreaterThanOrEqual(clock(previous));
          }
        }
        if (state.score.home !== null && script.timeline.awarded === null)
          expect(goals(state)).toEqual([state.score.home, state.score.away]);
        previous = state;
      }
    }
  });

  it('has line-ups of eleven in known formations, with a bench', () => {
    for (const { lineups } of someScripts()) {
      for (const { players, formation } of [lineups.home, lineups.away]) {
        expect(players.filter((player) => player.starter)).toHaveLength(11);
        expect(new Set(players.map((player) => player.name)).size).toBe(players.length);
        expect(formation!.split('-').reduce((sum, row) => sum + Number(row), 0)).toBe(10);
      }
    }
  });
});

describe('five thousand league matches', () => {
  const scripts: FootballScript[] = [];
  for (let round = 0; scripts.length < 5000; round++) {
    for (const id of ['league:first-division', 'league:primera', 'league:serie-uno', 'league:lotus-league']) {
      for (const fixture of fixturesOfRound(calendar, findLeague(id)!, round)) scripts.push(writeFootballScript(calendar, fixture));
    }
  }
  const results = scripts.map((script) => finalStateOf(script).score);
  const share = (outcome: string) => results.filter(({ home, away }) => outcomeOf(home!, away!) === outcome).length / results.length;

  it('end with the same frequencies as real ones', () => {
    const perMatch = results.reduce((sum, { home, away }) => sum + home! + away!, 0) / results.length;
    expect(perMatch).toBeGreaterThan(2.4);
    expect(perMatch).toBeLessThan(3.1);
    expect(share('home')).toBeGreaterThan(0.4);
    expect(share('home')).toBeLessThan(0.5);
    expect(share('draw')).toBeGreaterThan(0.2);
    expect(share('draw')).toBeLessThan(0.3);
  });

  it('have prices with bookmakers’ margins that are right on average and no better than the available knowledge allows', () => {
    const buckets = new Map<number, { expected: number; happened: number; count: number }>();
    let logLoss = 0;
    scripts.forEach((script, index) => {
      const closing = matchAt(script, script.fixture.kickoffMs - 1000).odds;
      const { home, away } = results[index]!;
      const outcome = outcomeOf(home!, away!);
      for (const price of closing) {
        const margin = 100 / price.home + 100 / price.draw! + 100 / price.away - 1;
        // No bookmaker quotes less than 1.01, which leaves less margin on a favorite that hardly ever loses.
        expect(margin).toBeGreaterThan(Math.min(price.home, price.away) === 101 ? 0 : 0.035);
        expect(margin).toBeLessThan(0.09);
      }
      const price = closing[0]!;
      const sum = 1 / price.home + 1 / price.draw! + 1 / price.away;
      for (const pick of ['home', 'draw', 'away'] as const) {
        const probability = 1 / price[pick]! / sum;
        const bucket = buckets.get(Math.floor(probability * 10)) ?? { expected: 0, happened: 0, count: 0 };
        bucket.expected += probability;
        bucket.happened += outcome === pick ? 1 : 0;
        bucket.count++;
        buckets.set(Math.floor(probability * 10), bucket);
        if (outcome === pick) logLoss -= Math.log(probability) / scripts.length;
      }
    });
    for (const { expected, happened, count } of buckets.values()) {
      if (count < 200) continue;
      // Four standard errors, plus a margin for what a Poisson model leaves out.
      const tolerance = 4 * Math.sqrt(0.25 / count) + 0.01;
      expect(Math.abs(expected - happened) / count).toBeLessThan(tolerance);
    }
    // Real closing prices reach about 0.97. Prices that knew the result would be far below.
    expect(logLoss).toBeGreaterThan(0.93);
    expect(logLoss).toBeLessThan(1.06);
  });
});
