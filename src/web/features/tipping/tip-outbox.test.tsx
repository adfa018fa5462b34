import { expect, it } from 'vitest';
import { followOtherTabs, readOutbox } from './tip-outbox.ts';

const KEY = 'tips:user:group';
const EARLIER = boxOf('earlier');
const NOW = boxOf('now');

function boxOf(edit: string): string {
  return JSON.stringify({ pending: { 7: { tip: [2, 1], isJoker: false, edit } }, refused: {} });
}

it('shows what another tab has stored, also if the browser tells late of something earlier', () => {
  const stop = followOtherTabs();
  const edit = () => readOutbox('user', 'group').pending[7]?.edit;
  expect(edit()).toBeUndefined();
  localStorage.setItem(KEY, NOW);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: NOW }));
  expect(edit()).toBe('now');
  for (const newValue of [EARLIER, null]) window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }));
  expect(edit()).toBe('now');
  localStorage.removeItem(KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
  expect(edit()).toBeUndefined();
  stop();
});
