import { act, render } from '@testing-library/react';
import { afterAll, expect, it } from 'vitest';

/** jsdom has no layout and so no observer: the tests report what a browser would. */
let say: (entries: Partial<IntersectionObserverEntry>[]) => void;
const before = globalThis.IntersectionObserver;
globalThis.IntersectionObserver = class {
  constructor(tell: (entries: Partial<IntersectionObserverEntry>[]) => void) {
    say = tell;
  }
  observe = () => undefined;
  unobserve = () => undefined;
} as unknown as typeof IntersectionObserver;
afterAll(() => {
  globalThis.IntersectionObserver = before;
});
// The module looks for the observer when it is loaded.
const { WhenNear } = await import('./when-near.tsx');

const header = (height: number) => (
  <WhenNear as="header" height={height} isFirst>
    {() => <b>League</b>}
  </WhenNear>
);

it('keeps its height, and the expected one once its content is to change', () => {
  const { container, rerender } = render(header(40));
  const place = container.querySelector('header') as HTMLElement;
  const isAt = (top: number) =>
    act(() =>
      say([{ target: place, isIntersecting: top === 0, boundingClientRect: { top, bottom: top + 43, height: 43 } as DOMRectReadOnly }]),
    );
  expect([place.textContent, place.style.height]).toEqual(['League', '']);
  isAt(-5_000);
  expect([place.textContent, place.style.height]).toEqual(['', '43px']);
  rerender(header(60));
  expect(place.style.height).toBe('60px');
  isAt(0);
  expect([place.textContent, place.style.height]).toEqual(['League', '']);
});

it('keeps the expected height if it leaves while it is empty or hidden', () => {
  const { container } = render(header(40));
  const place = container.querySelector('header') as HTMLElement;
  const nowhere = { top: 0, bottom: 0, height: 0 } as DOMRectReadOnly;
  act(() => say([{ target: place, isIntersecting: false, boundingClientRect: nowhere }]));
  expect([place.textContent, place.style.height]).toEqual(['', '40px']);
});
