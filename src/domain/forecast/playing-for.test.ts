import { describe, expect, it } from 'vitest';
import type { Zone } from '#domain/matches/league-rules.ts';
import { aimsOf, playingFor } from './playing-for.ts';

const ZONES: Zone[] = [
  { from: 5, to: 6, kind: 'relegation' },
  { from: 1, to: 2, kind: 'champions_league' },
  { from: 3, to: 3, kind: 'europa_league' },
];
const ANY = { best: 1, worst: 6 };
/** Out of a hundred seasons, by place. */
const aims = (places: number[], bounds: { best: number; worst: number } | null = ANY, zones = ZONES) => aimsOf({ places, bounds }, zones);
const said = (...args: Parameters<typeof aims>) => {
  const { secured, near, open } = playingFor(aims(...args));
  return { secured: secured?.kind ?? null, near: near?.kind ?? null, open: open.map(({ kind }) => kind) };
};

describe('the aims of a team', () => {
  it('are the title, each good zone or better, and each bad zone or worse', () => {
    expect(aims([10, 20, 30, 20, 15, 5])).toEqual([
      { kind: 'title', from: 1, to: 1, isBad: false, probability: 0.1, state: 'open' },
      { kind: 'champions_league', from: 1, to: 2, isBad: false, probability: 0.3, state: 'open' },
      { kind: 'europa_league', from: 1, to: 3, isBad: false, probability: 0.6, state: 'open' },
      { kind: 'relegation', from: 5, to: 6, isBad: true, probability: 0.2, state: 'open' },
    ]);
  });

  it('have no title of their own where the rules name the first place', () => {
    const zones: Zone[] = [{ from: 1, to: 1, kind: 'champion' }];
    expect(aims([1, 0, 0], null, zones).map(({ kind }) => kind)).toEqual(['champion']);
  });

  it('leave out zones below the table', () => {
    expect(aims([1, 0], null).map(({ kind }) => kind)).toEqual(['title', 'champions_league']);
  });

  it('are certain or impossible by the possible places alone, whatever the simulations say', () => {
    const states = (bounds: { best: number; worst: number } | null) => aims([100, 0, 0, 0, 0, 0], bounds).map(({ state }) => state);
    expect(states(null)).toEqual(['open', 'open', 'open', 'open']);
    expect(states({ best: 1, worst: 2 })).toEqual(['open', 'certain', 'certain', 'impossible']);
    expect(states({ best: 5, worst: 6 })).toEqual(['impossible', 'impossible', 'impossible', 'certain']);
  });
});

describe('what a team plays for', () => {
  it('is at most two things, the least decided ones, from the top down', () => {
    expect(said([30, 20, 10, 20, 15, 5])).toEqual({ secured: null, near: null, open: ['champions_league', 'europa_league'] });
    expect(said([0, 0, 0, 60, 30, 10])).toEqual({ secured: null, near: null, open: ['relegation'] });
  });

  it('says the best that is certain, and what is open above it', () => {
    expect(said([40, 60, 0, 0, 0, 0], { best: 1, worst: 2 })).toEqual({ secured: 'champions_league', near: null, open: ['title'] });
    expect(said([100, 0, 0, 0, 0, 0], { best: 1, worst: 1 })).toEqual({ secured: 'title', near: null, open: [] });
    expect(said([0, 0, 0, 0, 50, 50], { best: 5, worst: 6 })).toEqual({ secured: 'relegation', near: null, open: [] });
  });

  it('calls all but certain what could still fail', () => {
    expect(said([99, 1, 0, 0, 0, 0])).toEqual({ secured: null, near: 'title', open: [] });
    expect(said([0, 0, 0, 1, 50, 49])).toEqual({ secured: null, near: 'relegation', open: [] });
    expect(said([99, 1, 0, 0, 0, 0], { best: 1, worst: 2 })).toEqual({ secured: 'champions_league', near: 'title', open: [] });
    expect(said([0, 100, 0, 0, 0, 0], { best: 1, worst: 3 })).toEqual({ secured: 'europa_league', near: 'champions_league', open: [] });
  });

  it('is nothing for a team in the middle', () => {
    expect(said([0, 0, 0, 100, 0, 0], { best: 4, worst: 4 })).toEqual({ secured: null, near: null, open: [] });
  });
});
