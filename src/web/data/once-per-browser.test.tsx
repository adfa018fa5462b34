import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followLooks, oncePerBrowser, useUnseen } from './once-per-browser.ts';

const told: string[] = [];
const tell = (key: string) => oncePerBrowser(key, () => told.push(key));
const unseen = () => useUnseen.getState().events.map(({ key }) => key);
const look = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
/** Changes the storage as another tab would, with the event: jsdom does not dispatch it. */
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

it('announces at once on a visible page, and the same event only once', () => {
  tell('bet 1');
  tell('bet 1');
  tell('bet 2');
  expect(told).toEqual(['bet 1', 'bet 2']);
  expect(unseen()).toEqual([]);
});

it('keeps events of a hidden page until it is visible', () => {
  look(true);
  tell('bet 1');
  tell('bet 1');
  tell('bet 2');
  expect([told, unseen()]).toEqual([[], ['bet 1', 'bet 2']]);
  look(false);
  expect([told, unseen()]).toEqual([['bet 1', 'bet 2'], []]);
});

it('skips events that another tab announced, before or meanwhile', () => {
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

it('checks again when its turn comes: two visible windows receive an event at the same moment', async () => {
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

it.each(['', '{', 'null', '{"a":1}', '[1,null]'])('survives any stored value: %s', (text) => {
  localStorage.setItem('told', text);
  tell('bet 1');
  tell('bet 1');
  expect(told).toEqual(['bet 1']);
});

it('remembers no more than a hundred', () => {
  for (let n = 1; n <= 120; n++) tell(`bet ${n}`);
  expect(JSON.parse(localStorage.getItem('told') ?? '')).toHaveLength(100);
  tell('bet 120');
  expect(told).toHaveLength(120);
});

it('drops waiting events when the user signs out', () => {
  look(true);
  tell('bet 1');
  stop();
  look(false);
  expect([told, unseen()]).toEqual([[], []]);
});
