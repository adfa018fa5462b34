import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KINDS, open, seal } from './bus.ts';

const envelope = fc.record({
  kind: fc.constantFrom(...KINDS),
  sender: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  count: fc.nat({ max: 2 ** 32 - 1 }),
  topic: fc.string({ unit: 'grapheme', maxLength: 100 }),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

it('is decoded as it was encoded', () => {
  fc.assert(
    fc.property(envelope, (sent) => {
      expect(open(seal(sent))).toEqual(sent);
    }),
  );
});

it('is validated: other bytes are neither accepted nor throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void open(Buffer.from(bytes))));
  expect(open(Buffer.from('{"t":"change"}'))).toBeNull();
  const sent = seal({ kind: 'touch', sender: '0011223344556677', count: 1, topic: 'leagues', body: Buffer.alloc(0) });
  expect(open(sent.subarray(0, sent.length - 1))).toBeNull();
  sent[0] = 2;
  expect(open(sent)).toBeNull();
});
