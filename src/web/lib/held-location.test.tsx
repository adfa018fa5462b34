import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { HeldLocation } from './held-location.tsx';
import { lazyPart } from './lazy-part.tsx';

function Address() {
  return <p>at {useLocation().pathname}</p>;
}

/** Renders a page that leads to another one, whose code is loaded when the returned function is called. */
function renderTwoPages() {
  let finish: (code: () => ReactNode) => void = () => undefined;
  const code = new Promise<() => ReactNode>((resolve) => {
    finish = resolve;
  });
  const Second = lazyPart(() => code, { fallback: () => <p>loading</p> });
  render(
    <MemoryRouter initialEntries={['/first']}>
      <HeldLocation pageAt={(path) => (path === '/second' ? Second : undefined)}>
        <Address />
        <Routes>
          <Route
            path="/first"
            element={
              <>
                <Link to="/second">second</Link>
                <Link to="/third">third</Link>
              </>
            }
          />
          <Route path="/second" element={<Second />} />
          <Route path="/third" element={<p>the third</p>} />
        </Routes>
      </HeldLocation>
    </MemoryRouter>,
  );
  return async () => {
    finish(() => <p>the second</p>);
    await code;
  };
}

it('keeps a page and its address until the code of the next one has come', async () => {
  const loadSecond = renderTwoPages();
  await userEvent.click(screen.getByText('second'));
  expect(screen.getByText('at /first')).toBeTruthy();
  expect(screen.queryByText('loading')).toBeNull();
  await loadSecond();
  expect(await screen.findByText('the second')).toBeTruthy();
  expect(screen.getByText('at /second')).toBeTruthy();
});

it('lets the browser paint before it renders a page whose code is there', async () => {
  renderTwoPages();
  screen.getByText('third').click();
  // Renders are made in microtasks, effects after the next paint.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(screen.getByText('at /first')).toBeTruthy();
  expect(await screen.findByText('the third')).toBeTruthy();
});

it('goes where the reader wanted to go last', async () => {
  const loadSecond = renderTwoPages();
  await userEvent.click(screen.getByText('second'));
  await userEvent.click(screen.getByText('third'));
  expect(await screen.findByText('the third')).toBeTruthy();
  await loadSecond();
  expect(await screen.findByText('at /third')).toBeTruthy();
});
