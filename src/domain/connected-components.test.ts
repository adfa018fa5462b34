import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectedComponents } from './grouping.ts';

describe('connectedComponents', () => {
  it('joins sets that overlap over any number of steps, and leaves out members of no set', () => {
    const names = connectedComponents([['a', 'b'], ['c', 'd'], [], ['b', 'c'], ['x', 'y']]);
    expect(new Set(['a', 'b', 'c', 'd'].map((id) => names.get(id))).size).toBe(1);
    expect(names.get('x')).toBe(names.get('y'));
    expect(names.get('x')).not.toBe(names.get('a'));
    expect(names.get('z')).toBeUndefined();
  });

  it('finds the same components as a walk along the sets', () => {
    const member = fc.integer({ min: 0, max: 12 }).map(String);
    fc.assert(
      fc.property(fc.array(fc.array(member, { minLength: 1, maxLength: 4 }), { maxLength: 10 }), (sets) => {
        const names = connectedComponents(sets);
        for (const start of names.keys()) {
          const reached = new Set([start]);
          for (let size = 0; size < reached.size; ) {
            size = reached.size;
            for (const set of sets) if (set.some((id) => reached.has(id))) for (const id of set) reached.add(id);
          }
          for (const id of names.keys()) expect(names.get(id) === names.get(start)).toBe(reached.has(id));
        }
      }),
    );
  });
});
