import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CREST_FIELD_PATHS, CREST_FIELDS, crestOf } from './crest.ts';

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

it.each(CREST_FIELDS)('draws %s within the shield', (field) => {
  const points = [...CREST_FIELD_PATHS[field].matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(points.length).toBeGreaterThan(3);
  for (const [x, y] of points) {
    const fromMiddle = Math.abs(x - 12);
    expect(fromMiddle).toBeLessThanOrEqual(11);
    // The shield's rim rises towards its middle from 3.2 to 0.8, and narrows below from 14.5 to a point at 27.2.
    expect(y).toBeGreaterThanOrEqual(0.8);
    expect(y).toBeLessThanOrEqual(27.2);
    if (y > 14.5) expect((fromMiddle / 11) ** 2 + ((y - 14.5) / 12.7) ** 2).toBeLessThan(1.12);
  }
});
