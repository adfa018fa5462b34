import { randomBytes } from 'node:crypto';
import { Secret, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { generateSecret, stepOf, totpUri } from './totp.ts';

describe('a code of the authenticator app', () => {
  const secret = Secret.fromLatin1('12345678901234567890');

  // The last six digits of the test vectors in RFC 6238, appendix B.
  it.each([
    ['1970-01-01T00:00:59Z', '287082', 0x1],
    ['2005-03-18T01:58:29Z', '081804', 0x23523ec],
    ['2005-03-18T01:58:31Z', '050471', 0x23523ed],
    ['2009-02-13T23:31:30Z', '005924', 0x273ef07],
    ['2033-05-18T03:33:20Z', '279037', 0x3f940aa],
    ['2603-10-11T11:33:20Z', '353130', 0x27bc86aa],
  ])('matches the standard at %s', (at, code, step) => {
    expect(stepOf(secret, code, new Date(at))).toBe(step);
  });

  it('is valid in its time step, the one before and the one after, and identifies its step', () => {
    const at = (seconds: number) => stepOf(secret, '279037', new Date((2_000_000_000 + seconds) * 1000));
    // 2,000,000,000 is 20 seconds into its step.
    expect([-51, -50, 39, 40].map(at)).toEqual([null, 0x3f940aa, 0x3f940aa, null]);
  });
});

it('generates a secret of 160 bits, and names the owner and the site in the URI for the app', () => {
  const secret = generateSecret({ randomBytes: (count) => randomBytes(count) });
  expect(secret.bytes).toHaveLength(20);
  const uri = totpUri(secret, 'ada+1@example.com');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Matchpoint:ada%2B1%40example\.com\?issuer=Matchpoint&secret=[A-Z2-7]{32}&/);
  expect(URI.parse(uri)).toMatchObject({ issuer: 'Matchpoint', label: 'ada+1@example.com', algorithm: 'SHA1', digits: 6, period: 30 });
});
