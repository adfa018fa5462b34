import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CREST_FIELDS, crestOf } from './crest.ts';

it('is always the same for a team, in its own colours where known', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(crestOf(name, null)).toEqual(crestOf(name, null));
      expect(crestOf(name, ['#111111', '#eeeeee'])).toEqual({ colours: ['#111111', '#eeeeee'], field: crestOf(name, null).field });
    }),
  );
});

it('uses all six fields, none for more than twice its share', () => {
  const fields = Array.from({ length: 600 }, (_, i) => crestOf(`Team ${i}`, null).field);
  for (const field of CREST_FIELDS) {
    const count = fields.filter((f) => f === field).length;
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThan(200);
  }
});

it('draws two colours', () => {
  const { colours } = crestOf('Avalon Town', null);
  expect(colours[0]).toMatch(/^#[0-9a-f]{6}$/);
  expect(colours[0]).not.toBe(colours[1]);
});
