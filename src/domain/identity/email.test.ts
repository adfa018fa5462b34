import { expect, it } from 'vitest';
import { emailIdentity, maskEmail, normaliseEmail } from './email.ts';

it('spells an address one way', () => expect(normaliseEmail('  Mai.Tran@Example.COM ')).toBe('mai.tran@example.com'));

it.each([
  ['M.ai+bets@gmail.com', 'mai@gmail.com'],
  ['mai@GoogleMail.com', 'mai@gmail.com'],
  ['mai.tran+x@outlook.com', 'mai.tran@outlook.com'],
  ['m.ai+a+b@pm.me', 'mai@proton.me'],
  ['mai.tran+x@example.com', 'mai.tran+x@example.com'],
  ['mai@toString', 'mai@tostring'],
])('knows who is behind %s', (email, identity) => expect(emailIdentity(email)).toBe(identity));

it('masks all but the first letter', () => {
  expect(maskEmail('mai@example.com')).toBe('m***@example.com');
  expect(maskEmail('"a@b"@example.com')).toBe('"***@example.com');
  expect(maskEmail('m@example.com')).toBe('m***@example.com');
});
