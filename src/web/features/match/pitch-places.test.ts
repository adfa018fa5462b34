import { describe, expect, it } from 'vitest';
import { makeLineup, makePlayer } from '#web/test-matches.ts';
import { pitchPlaces } from './pitch-places.ts';

const eleven = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
const places = (...args: Parameters<typeof makeLineup>) =>
  Object.fromEntries(pitchPlaces(makeLineup(...args)).map(({ player, along, across }) => [player.name, [along, across]]));

describe('places on the pitch', () => {
  it('follow the grid, wherever the players stand in the list', () => {
    expect(
      places([makePlayer('wing', { grid: '2:2' }), makePlayer('keeper', { grid: '1:1' }), makePlayer('back', { grid: '2:1' })]),
    ).toEqual({ keeper: [0.25, 0.5], back: [0.75, 0.25], wing: [0.75, 0.75] });
  });

  it('follow the formation where a grid is missing', () => {
    const found = places(
      eleven.map((name) => makePlayer(name, { grid: name === 'a' ? '1:1' : null })),
      { formation: '4-3-3' },
    );
    expect(found.a).toEqual([0.125, 0.5]);
    expect(found.b).toEqual([0.375, 0.125]);
    expect(found.f?.[0]).toBe(0.625);
    expect(found.k).toEqual([0.875, 5 / 6]);
  });

  it('follow the positions where the formation does not fit', () => {
    const found = places(
      [makePlayer('keeper', { position: 'GK' }), makePlayer('striker', { position: 'FWD' }), makePlayer('other', { position: 'OTH' })],
      {
        formation: '4-4-2',
      },
    );
    expect(found).toEqual({ keeper: [1 / 6, 0.5], other: [0.5, 0.5], striker: [5 / 6, 0.5] });
  });

  it('never stack two players who were given one place', () => {
    const found = places([makePlayer('one', { position: 'GK', grid: '1:1' }), makePlayer('two', { position: 'DEF', grid: '1:1' })]);
    expect(found.one).not.toEqual(found.two);
  });

  it('leave the bench out', () => {
    expect(places([makePlayer('sub', { starter: false })])).toEqual({});
  });
});
