import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { watchNearness } from './when-near.tsx';

const SCREEN_PX = 800;
const ROW_PX = 60;
/** jsdom has no layout and so no observer: the tests report what a browser would. */
let say: (entries: Partial<IntersectionObserverEntry>[]) => void;
const before = { observer: globalThis.IntersectionObserver, innerHeight: window.innerHeight };
globalThis.IntersectionObserver = class {
  constructor(tell: (entries: Partial<IntersectionObserverEntry>[]) => void) {
    say = tell;
  }
  observe = () => undefined;
  unobserve = () => undefined;
} as unknown as typeof IntersectionObserver;
window.innerHeight = SCREEN_PX;
afterAll(() => {
  globalThis.IntersectionObserver = before.observer;
  window.innerHeight = before.innerHeight;
});

let told: string[];
let stops: (() => void)[];
beforeEach(() => {
  told = [];
  stops = [];
  document.body.innerHTML = '';
});
afterEach(() => {
  for (const stop of stops) stop();
});

function place(name: string): HTMLElement {
  const element = document.body.appendChild(document.createElement('button'));
  stops.push(watchNearness(element, (isNear, height) => told.push(isNear ? name : `${name} left ${height}`)));
  return element;
}
/** An observed position, in pixels below the top of the screen. */
const at = (target: Element, top: number): Partial<IntersectionObserverEntry> => ({
  target,
  isIntersecting: top > -SCREEN_PX && top < 2 * SCREEN_PX,
  boundingClientRect: { top, bottom: top + ROW_PX, height: ROW_PX } as DOMRectReadOnly,
});
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('reports visible places at once, and near ones one per frame, nearest first', async () => {
  const [above, shown, below, next] = [place('above'), place('shown'), place('below'), place('next')];
  say([at(above, -300), at(shown, 100), at(below, SCREEN_PX + 500), at(next, SCREEN_PX)]);
  expect(told).toEqual(['shown', 'next']);
  await frame();
  expect(told).toEqual(['shown', 'next', 'above']);
  await frame();
  expect(told).toEqual(['shown', 'next', 'above', 'below']);
});

it('reports the height of a leaving place, and none that left before its turn', async () => {
  const [leaving, hasty, gone] = [place('leaving'), place('hasty'), place('gone')];
  say([at(leaving, 0), at(hasty, SCREEN_PX + 200), at(gone, SCREEN_PX + 300)]);
  say([at(leaving, -SCREEN_PX - ROW_PX), at(hasty, 3 * SCREEN_PX)]);
  stops.at(-1)?.();
  await frame();
  await frame();
  expect(told).toEqual(['leaving', 'leaving left 60', 'hasty left 60']);
});

it('never reports a focused place as leaving', () => {
  const focused = place('focused');
  say([at(focused, 0)]);
  focused.focus();
  say([at(focused, -2 * SCREEN_PX)]);
  expect(told).toEqual(['focused']);
});
