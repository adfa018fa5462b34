import { afterEach, beforeEach, expect, it } from 'vitest';
import { beTouchScreen } from '#test/web/screen-keyboard.ts';
import { followKeyboard } from './keyboard.ts';

let screen: ReturnType<typeof beTouchScreen>;
let told: (number | null)[];
let stop: () => void;
beforeEach(() => {
  screen = beTouchScreen();
  document.body.innerHTML = '<textarea></textarea><button></button>';
  told = [];
  stop = followKeyboard((left) => told.push(left));
  document.querySelector('textarea')?.focus();
});
afterEach(() => {
  stop();
  screen.putAway();
});

it.each([
  ['covers the end of the page', false],
  ['makes the page lower', true],
])('tells what a keyboard leaves in sight that %s, and that it is gone', (_, makesPageLower) => {
  screen.show({ inSight: 460, makesPageLower });
  screen.show({ inSight: 500, makesPageLower });
  screen.showAll();
  expect(told).toEqual([null, 460, 500, null]);
});

it('takes no bar of the browser for one, nor whoever zooms, nor a screen that is turned', () => {
  screen.show({ inSight: 844 - 110, makesPageLower: true });
  screen.show({ inSight: 422, scale: 2 });
  screen.show({ inSight: 390, makesPageLower: true, width: 844 });
  expect(told).toEqual([null, null, null, null]);
});

it('knows that there is none where nothing is written', () => {
  document.querySelector('button')?.focus();
  screen.show({ inSight: 460 });
  expect(told.at(-1)).toBeNull();
});

it('tells an end of it to whoever stops listening', () => {
  screen.show({ inSight: 460 });
  stop();
  screen.show({ inSight: 400 });
  expect(told).toEqual([null, 460, null]);
});
