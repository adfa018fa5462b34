import { describe, expect, it } from 'vitest';
import { makeEvent } from '#test/web/fixtures/matches.ts';
import { timelineOf } from './match-timeline.ts';

describe('the timeline', () => {
  it('groups by period and orders by minute and stoppage time', () => {
    const { parts } = timelineOf([
      makeEvent({ type: 'yellow', period: 'H2', minute: 51 }),
      makeEvent({ type: 'yellow', period: 'H1', minute: 45, stoppage: 2 }),
      makeEvent({ type: 'yellow', period: 'H1', minute: 45 }),
      makeEvent({ type: 'yellow', period: 'ET', minute: 93 }),
      makeEvent({ type: 'yellow', period: 'H1', minute: 3 }),
    ]);
    expect(parts.map(({ period, rows }) => [period, rows.map(({ event }) => `${event.minute}+${event.stoppage ?? 0}`)])).toEqual([
      ['H1', ['3+0', '45+0', '45+2']],
      ['H2', ['51+0']],
      ['ET', ['93+0']],
    ]);
  });

  it('adds up the score over the periods', () => {
    const { parts } = timelineOf([
      makeEvent({ minute: 14 }),
      makeEvent({ type: 'missed_penalty', side: 'away', minute: 20 }),
      makeEvent({ type: 'penalty', side: 'away', period: 'H2', minute: 51 }),
      makeEvent({ period: 'H2', minute: 63 }),
    ]);
    expect(parts.map(({ score }) => score)).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(parts[0]?.rows.map(({ score }) => score)).toEqual([[1, 0], null]);
  });

  it('puts an own goal on the side of the team it counts for', () => {
    const [row] = timelineOf([makeEvent({ type: 'own_goal', side: 'home' })]).parts[0]?.rows ?? [];
    expect(row).toMatchObject({ side: 'away', score: [0, 1] });
  });

  it('adds a separate assist to its goal', () => {
    const goal = makeEvent({ minute: 14, player: 'Okafor' });
    const { parts } = timelineOf([goal, makeEvent({ type: 'assist', minute: 14, player: 'Lindqvist' })]);
    expect(parts[0]?.rows).toHaveLength(1);
    expect(parts[0]?.rows[0]?.event).toMatchObject({ player: 'Okafor', other: 'Lindqvist' });
  });

  it('keeps the shoot-out out of the score', () => {
    const kick = (type: 'goal' | 'penalty' | 'missed_penalty', side: 'home' | 'away') =>
      makeEvent({ type, side, period: 'P', minute: 120 });
    const { parts, kicks } = timelineOf([
      makeEvent({ minute: 14 }),
      kick('penalty', 'home'),
      kick('missed_penalty', 'away'),
      kick('goal', 'home'),
      kick('penalty', 'away'),
    ]);
    expect(parts.at(-1)?.score).toEqual([1, 0]);
    expect(kicks.map(({ scored, score }) => [scored, score])).toEqual([
      [true, [1, 0]],
      [false, [1, 0]],
      [true, [2, 0]],
      [true, [2, 1]],
    ]);
  });

  it('is empty without events', () => {
    expect(timelineOf([])).toEqual({ parts: [], kicks: [] });
  });
});
