import { expect, it } from 'vitest';
import { clearInvite, storedInvite, storeInvite } from './invite-link.ts';
import { inviteFields } from './sign-up-draft.ts';

const monday = new Date('2026-03-02T10:00:00Z');
const after = (days: number) => new Date(monday.getTime() + days * 86_400_000);

it('keeps a code for 30 days in its canonical spelling', () => {
  expect(storeInvite('?invite=qx7m2kpa&q=x', monday)).toBe('QX7M2KPA');
  expect(storedInvite(after(29.9))).toBe('QX7M2KPA');
  expect(storedInvite(after(30))).toBeNull();
});

it('keeps only the last code, and forgets it on request', () => {
  storeInvite('?invite=QX7M2KPA', monday);
  storeInvite('?invite=ABCDEFGH', monday);
  expect(storedInvite(monday)).toBe('ABCDEFGH');
  clearInvite();
  expect(storedInvite(monday)).toBeNull();
});

it.each(['', '?invite=', '?invite=SHORT', '?invite=OOOO0000'])('finds no code in "%s" and keeps the one it has', (search) => {
  storeInvite('?invite=QX7M2KPA', monday);
  expect(storeInvite(search, monday)).toBeNull();
  expect(storedInvite(monday)).toBe('QX7M2KPA');
});

it('returns how a code was obtained: by a link or by typing', () => {
  storeInvite('?invite=QX7M2KPA', monday);
  expect(inviteFields(' qx7m-2kpa', monday)).toEqual({ invite_code: 'qx7m-2kpa', invite_through: 'link' });
  expect(inviteFields('ABCDEFGH', monday)).toEqual({ invite_code: 'ABCDEFGH', invite_through: 'code' });
  expect(inviteFields('QX7M2KPA', after(30))).toEqual({ invite_code: 'QX7M2KPA', invite_through: 'code' });
  expect(inviteFields('  ', monday)).toEqual({});
});

it.each(['nonsense', '7', '{"code":"<script>","until":9999999999999}'])('does not trust what storage holds: %s', (stored) => {
  localStorage.setItem('invite', stored);
  expect(storedInvite(monday)).toBeNull();
});
