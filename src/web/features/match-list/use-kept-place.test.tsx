import { randomUUID } from 'node:crypto';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useKeptPlace } from './use-kept-place.ts';

/** The page is scrolled by this many pixels. jsdom has no layout, so each row says where it stands. */
let scrolled = 0;
window.scrollBy = vi.fn<(options?: ScrollToOptions | number) => void>((options) => {
  if (typeof options === 'object') scrolled += options.top ?? 0;
}) as typeof window.scrollBy;

const ROW_PX = 100;
const standAt = (place: number) => (row: HTMLElement | null) => {
  if (row) row.getBoundingClientRect = () => new DOMRect(0, place * ROW_PX - scrolled, 300, ROW_PX);
};

interface ListProps {
  names: readonly string[];
  isFetching: boolean;
}

/** Like the list of matches, rows are keyed by position: a row that moves loses its elements, and the focus with them. */
function List({ names, isFetching }: ListProps) {
  useKeptPlace(true, isFetching);
  return names.map((name, place) => (
    <div key={place} data-row={name} ref={standAt(place)}>
      <Link key={name} to="/match" onClick={(event) => event.preventDefault()}>
        {name}
      </Link>
    </div>
  ));
}

let navigate: NavigateFunction;
function Navigator() {
  navigate = useNavigate();
  return null;
}

const NAMES = Array.from({ length: 30 }, (_, i) => `row ${i}`);
const withFirst = (name: string) => [name, ...NAMES.filter((other) => other !== name)];

/** Shows the list scrolled to row 10. A click does not open a match by itself: its page loads until `arrive`. */
function show() {
  scrolled = 1_000;
  // Places are kept by history entry, also those of earlier tests.
  const entry = { pathname: '/', key: randomUUID() };
  const site = (list: ListProps) => (
    <MemoryRouter initialEntries={[entry]}>
      <Navigator />
      <Routes>
        <Route path="/" element={<List {...list} />} />
        <Route path="/match" element={null} />
      </Routes>
    </MemoryRouter>
  );
  const { rerender } = render(site({ names: NAMES, isFetching: false }));
  return {
    change: (names: readonly string[], isFetching = false) => rerender(site({ names, isFetching })),
    click: (name: string) => fireEvent.click(screen.getByText(name)),
    arrive: () => act(() => void navigate('/match')),
    goBack: () => act(() => void navigate(-1)),
  };
}

/** Pixels from the top of the screen to the row. */
const topOf = (name: string) => document.querySelector(`[data-row="${name}"]`)?.getBoundingClientRect().top;

test('a reader returns to the row that they opened, where the list has moved it', () => {
  const { change, click, arrive, goBack } = show();
  click('row 13');
  arrive();
  change(withFirst('row 13'));
  goBack();
  expect(topOf('row 13')).toBe(300);
});

test('a row that moves while its match loads is still the one that was opened', () => {
  const { change, click, arrive, goBack } = show();
  click('row 13');
  // All rows above it move down by one.
  change(withFirst('row 16'));
  arrive();
  // The first row on the screen moves to the top.
  change(withFirst('row 10'));
  goBack();
  expect(topOf('row 13')).toBe(400);
});

test('the answer that follows the cached list does not carry the rows away', () => {
  const { change, click, arrive, goBack } = show();
  click('row 13');
  arrive();
  change(NAMES, true);
  goBack();
  change(withFirst('row 13'), true);
  change(withFirst('row 13'), false);
  expect(topOf('row 13')).toBe(300);
  // From then on the page stays where it is.
  change(NAMES);
  expect(topOf('row 13')).toBe(1_600);
});

test('a reader who has moved on is not brought back', () => {
  const { change, click, arrive, goBack } = show();
  click('row 13');
  arrive();
  change(NAMES, true);
  goBack();
  fireEvent.wheel(window);
  scrolled += 500;
  change(withFirst('row 29'), false);
  expect(topOf('row 13')).toBe(-100);
});
