import { expect, it } from 'vitest';
import { emailIdentity, maskEmail, normaliseEmail } from './email.ts';

it('normaliseEmail gives an address one spelling', () => expect(normaliseEmail('  Mai.Tran@Example.COM ')).toBe('mai.tran@example.com'));

it.each([
  ['M.ai+bets@gmail.com', 'mai@gmail.com'],
  ['mai@GoogleMail.com', 'mai@gmail.com'],
  ['mai.tran+x@outlook.com', 'mai.tran@outlook.com'],
  ['m.ai+a+b@pm.me', 'mai@proton.me'],
  ['mai.tran+x@example.com', 'mai.tran+x@example.com'],
  ['mai@toString', 'mai@tostring'],
])('emailIdentity finds the mailbox behind %s', (email, identity) => expect(emailIdentity(email)).toBe(identity));

it('maskEmail masks all but the first letter of the mailbox', () => {
  expect(maskEmail('mai@example.com')).toBe('m***@example.com');
  expect(maskEmail('"a@b"@example.com')).toBe('"***@example.com');
  expect(maskEmail('m@example.com')).toBe('m***@example.com');
});
