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
])('reports the height that a keyboard leaves visible that %s, and its end', (_, makesPageLower) => {
  screen.show({ inSight: 460, makesPageLower });
  screen.show({ inSight: 500, makesPageLower });
  screen.showAll();
  expect(told).toEqual([null, 460, 500, null]);
});

it('does not mistake a browser’s bar, zooming, or a rotated screen for one', () => {
  screen.show({ inSight: 844 - 110, makesPageLower: true });
  screen.show({ inSight: 422, scale: 2 });
  screen.show({ inSight: 390, makesPageLower: true, width: 844 });
  expect(told).toEqual([null, null, null, null]);
});

it('reports none if nothing is being typed', () => {
  document.querySelector('button')?.focus();
  screen.show({ inSight: 460 });
  expect(told.at(-1)).toBeNull();
});

it('reports its end when the listener stops', () => {
  screen.show({ inSight: 460 });
  stop();
  screen.show({ inSight: 400 });
  expect(told).toEqual([null, 460, null]);
});
