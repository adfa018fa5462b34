import { expect, it } from 'vitest';
import { ADMIN_ROLES, seesContacts } from '#domain/identity/admin-role.ts';
import { type ContactKind, maskContact } from './contact-mask.ts';

it.each<[ContactKind, string, string]>([
  ['email', 'minh.hoang@example.com', 'm***@example.com'],
  ['identifier', 'minh.hoang@example.com', 'm***@example.com'],
  ['identifier', '@minh_hoang', 'm***'],
  ['identifier', '279058397', '2***'],
  ['phone', '+84901234567', '+84***67'],
  ['ip', '203.0.113.7', '203.0.***'],
  ['ip', '2001:db8:1:2::/64', '2001:db8:***'],
  ['wallet', 'TXk9f2Qm1ab77XcQm1ab77XcQm1ab8Qp3a', 'TXk***p3a'],
  ['name', 'Minh', 'Minh'],
])('masks as %s %s: %s', (kind, text, masked) => {
  expect(maskContact(kind, text)).toBe(masked);
});

it('masks a name that is taken from the address', () => {
  expect(maskContact('name', 'minh.hoang', 'minh.hoang@example.com')).toBe('m***');
  expect(maskContact('name', 'Minh', 'minh.hoang@example.com')).toBe('Minh');
});

it('seesContacts shows whole contacts to every role but viewer', () => {
  expect(ADMIN_ROLES.filter((role) => !seesContacts(role))).toEqual(['viewer']);
});
