import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatShield, parseShield, REVEALED_MAX, SHIELD_DELAYS, type Shield } from './shield.ts';

const shields = fc.oneof(
  fc.constantFrom(...SHIELD_DELAYS).map((delaySeconds): Shield => ({ delaySeconds })),
  fc.array(fc.integer({ min: 1, max: 2_147_483_647 }), { maxLength: REVEALED_MAX }).map((revealed): Shield => ({ revealed })),
);

describe('the spoiler mode cookie', () => {
  it('is parsed to the value that was formatted', () => {
    fc.assert(fc.property(shields, (shield) => void expect(parseShield(formatShield(shield))).toEqual(shield)));
  });

  it('keeps the matches that were revealed last', () => {
    const revealed = Array.from({ length: REVEALED_MAX + 5 }, (_, index) => index + 1);
    expect(parseShield(formatShield({ revealed }))).toEqual({ revealed: revealed.slice(5) });
  });

  it.each(['', '0', '7', '181', '-15', '15.3', '15 ', 'revealed', 'Reveal', '1e1'])(
    'is null for a value that cannot be chosen: %j',
    (text) => {
      expect(parseShield(text)).toBeNull();
    },
  );

  it('ignores entries that are not match ids', () => {
    expect(parseShield("reveal.0.x.7.-1.1e3.2147483648.99999999999.8'.9")).toEqual({ revealed: [7, 9] });
  });

  it('is parsed for any list of matches, up to the maximum number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const shield = parseShield(`reveal.${text}`);
        expect(shield && 'revealed' in shield && shield.revealed.length <= REVEALED_MAX).toBe(true);
      }),
    );
  });
});
