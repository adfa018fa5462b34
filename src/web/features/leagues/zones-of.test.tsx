import { expect, it } from 'vitest';
import { zonesOf } from './standings-tab.tsx';

it('returns each zone once, from the top down, with its places', () => {
  const rows = [
    { position: 1, zone: 'advance' },
    { position: 2, zone: 'advance' },
    { position: 3, zone: 'advance_playoff' },
    { position: 4, zone: null },
  ] as const;
  expect(zonesOf([{ rows: rows.toReversed() }, { rows }])).toEqual([
    { kind: 'advance', from: 1, to: 2 },
    { kind: 'advance_playoff', from: 3, to: 3 },
  ]);
  expect(zonesOf([{ rows: [{ position: 1, zone: null }] }, { rows: [] }])).toEqual([]);
});
