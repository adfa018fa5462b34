import { describe, expect, it } from 'vitest';
import { makeLineup, makePlayer } from '#test/web/fixtures/matches.ts';
import { pitchPlaces } from './pitch-places.ts';

const eleven = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
const places = (...args: Parameters<typeof makeLineup>) =>
  Object.fromEntries((pitchPlaces(makeLineup(...args)) ?? []).map(({ player, along, across }) => [player.name, [along, across]]));

describe('positions on the pitch', () => {
  it('follow the grid, whatever the order of the players', () => {
    expect(
      places([makePlayer('wing', { grid: '2:2' }), makePlayer('keeper', { grid: '1:1' }), makePlayer('back', { grid: '2:1' })]),
    ).toEqual({ keeper: [0.25, 0.5], back: [0.75, 0.25], wing: [0.75, 0.75] });
  });

  it('follow the formation without a grid', () => {
    const found = places(
      eleven.map((name) => makePlayer(name, { grid: name === 'a' ? '1:1' : null })),
      { formation: '4-3-3' },
    );
    expect(found.a).toEqual([0.125, 0.5]);
    expect(found.b).toEqual([0.375, 0.125]);
    expect(found.f?.[0]).toBe(0.625);
    expect(found.k).toEqual([0.875, 5 / 6]);
  });

  it('are not invented without grid and formation', () => {
    const starters = [makePlayer('keeper', { position: 'GK' }), makePlayer('striker', { position: 'FWD' })];
    expect(pitchPlaces(makeLineup(starters))).toBeNull();
    expect(pitchPlaces(makeLineup(starters, { formation: '4-4-2' }))).toBeNull();
    expect(pitchPlaces(makeLineup([]))).toBeNull();
  });

  it('are ignored if two players share one', () => {
    const starters = [makePlayer('one', { position: 'GK', grid: '1:1' }), makePlayer('two', { position: 'DEF', grid: '1:1' })];
    expect(pitchPlaces(makeLineup(starters))).toBeNull();
  });

  it('omit the bench', () => {
    expect(Object.keys(places([makePlayer('one', { grid: '1:1' }), makePlayer('sub', { starter: false })]))).toEqual(['one']);
  });
});
