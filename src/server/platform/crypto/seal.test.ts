import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './server-keys.ts';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const deps = { serverKeys: [newKey, oldKey] as const, randomBytes: (count: number) => randomBytes(count) };

describe('a sealed text', () => {
  it('can be unsealed, whatever its content', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => unseal(deps, seal(deps, text)) === text));
  });

  it('looks different each time, and shows nothing of it', () => {
    const first = seal(deps, 'minh@example.com');
    expect(first.equals(seal(deps, 'minh@example.com'))).toBe(false);
    expect(first.includes('minh')).toBe(false);
  });

  it('is read after the key changed, until the old one is gone', () => {
    const sealed = seal({ ...deps, serverKeys: [oldKey] }, 'a code');
    expect(unseal(deps, sealed)).toBe('a code');
    expect(unseal({ serverKeys: [newKey] }, sealed)).toBeNull();
  });

  it('is not read when a single bit was altered, or a part is missing', () => {
    const sealed = seal(deps, 'a code');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(unseal(deps, altered)).toBeNull();
    }
    for (let length = 0; length < sealed.length; length++) expect(unseal(deps, sealed.subarray(0, length))).toBeNull();
  });
});
