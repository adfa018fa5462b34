import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followLooks, oncePerBrowser, useUnseen } from './once-per-browser.ts';

const told: string[] = [];
const tell = (key: string) => oncePerBrowser(key, () => told.push(key));
const unseen = () => useUnseen.getState().events.map(({ key }) => key);
const look = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
/** What another tab does to the storage is told by an event, which jsdom sends to no one. */
const tellElsewhere = (...keys: string[]) => {
  localStorage.setItem('told', JSON.stringify(keys));
  window.dispatchEvent(new StorageEvent('storage', { key: 'told' }));
};

let stop: () => void;
beforeEach(() => {
  told.length = 0;
  stop = followLooks();
});
afterEach(() => {
  look(false);
  stop();
  Reflect.deleteProperty(navigator, 'locks');
});

it('tells at once where somebody looks, and the same only once', () => {
  tell('bet 1');
  tell('bet 1');
  tell('bet 2');
  expect(told).toEqual(['bet 1', 'bet 2']);
  expect(unseen()).toEqual([]);
});

it('keeps what nobody saw until somebody looks', () => {
  look(true);
  tell('bet 1');
  tell('bet 1');
  tell('bet 2');
  expect([told, unseen()]).toEqual([[], ['bet 1', 'bet 2']]);
  look(false);
  expect([told, unseen()]).toEqual([['bet 1', 'bet 2'], []]);
});

it('leaves out what another tab has told, before or meanwhile', () => {
  tellElsewhere('bet 1');
  tell('bet 1');
  look(true);
  tell('bet 2');
  tell('bet 3');
  tellElsewhere('bet 1', 'bet 2');
  expect(unseen()).toEqual(['bet 3']);
  look(false);
  expect(told).toEqual(['bet 3']);
});

it('asks again when its turn has come: two windows side by side hear of it in the same moment', async () => {
  let begin: () => void = () => undefined;
  const turn = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const request = vi.fn((_: string, work: () => void) => turn.then(work));
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  tell('bet 1');
  tell('bet 2');
  localStorage.setItem('told', '["bet 1"]');
  begin();
  await expect.poll(() => told).toEqual(['bet 2']);
});

it.each(['', '{', 'null', '{"a":1}', '[1,null]'])('is not confused by whatever stands in the storage: %s', (text) => {
  localStorage.setItem('told', text);
  tell('bet 1');
  tell('bet 1');
  expect(told).toEqual(['bet 1']);
});

it('keeps no more than a hundred in mind', () => {
  for (let n = 1; n <= 120; n++) tell(`bet ${n}`);
  expect(JSON.parse(localStorage.getItem('told') ?? '')).toHaveLength(100);
  tell('bet 120');
  expect(told).toHaveLength(120);
});

it('forgets what waited when its user leaves', () => {
  look(true);
  tell('bet 1');
  stop();
  look(false);
  expect([told, unseen()]).toEqual([[], []]);
});
