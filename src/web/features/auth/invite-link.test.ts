import { expect, it } from 'vitest';
import { clearInvite, keepInvite, keptInvite } from './invite-link.ts';
import { inviteFields } from './sign-up-draft.ts';

const monday = new Date('2026-03-02T10:00:00Z');
const after = (days: number) => new Date(monday.getTime() + days * 86_400_000);

it('keeps a code for 30 days, in its one spelling', () => {
  expect(keepInvite('?invite=qx7m2kpa&q=x', monday)).toBe('QX7M2KPA');
  expect(keptInvite(after(29.9))).toBe('QX7M2KPA');
  expect(keptInvite(after(30))).toBeNull();
});

it('keeps the last code only, and forgets it when asked', () => {
  keepInvite('?invite=QX7M2KPA', monday);
  keepInvite('?invite=ABCDEFGH', monday);
  expect(keptInvite(monday)).toBe('ABCDEFGH');
  clearInvite();
  expect(keptInvite(monday)).toBeNull();
});

it.each(['', '?invite=', '?invite=SHORT', '?invite=OOOO0000'])('finds no code in "%s" and keeps the one it has', (search) => {
  keepInvite('?invite=QX7M2KPA', monday);
  expect(keepInvite(search, monday)).toBeNull();
  expect(keptInvite(monday)).toBe('QX7M2KPA');
});

it('says how a code was come by: the link had it, or it was typed', () => {
  keepInvite('?invite=QX7M2KPA', monday);
  expect(inviteFields(' qx7m-2kpa', monday)).toEqual({ invite_code: 'qx7m-2kpa', invite_through: 'link' });
  expect(inviteFields('ABCDEFGH', monday)).toEqual({ invite_code: 'ABCDEFGH', invite_through: 'code' });
  expect(inviteFields('QX7M2KPA', after(30))).toEqual({ invite_code: 'QX7M2KPA', invite_through: 'code' });
  expect(inviteFields('  ', monday)).toEqual({});
});

it.each(['nonsense', '7', '{"code":"<script>","until":9999999999999}'])('does not trust what storage holds: %s', (stored) => {
  localStorage.setItem('invite', stored);
  expect(keptInvite(monday)).toBeNull();
});
