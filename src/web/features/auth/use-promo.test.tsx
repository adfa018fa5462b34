import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, closePromo, openLogin, useUiState } from '#web/data/ui-state.ts';
import { usePromo } from './use-promo.ts';

const user = { id: 'u', email: 'a@example.com', display_name: 'A', avatar_url: null, public_handle: 'a' };

function Page() {
  usePromo();
  return null;
}

const open = (at = '/matches') => {
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return router;
};
const isShown = () => useUiState.getState().showPromo;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  closePromo();
  closeAuth();
  useSession.setState({ user: null, booted: true });
});
afterEach(() => vi.useRealTimers());

it('appears three seconds after the page', async () => {
  open();
  await wait(2_900);
  expect(isShown()).toBe(false);
  await wait(200);
  expect(isShown()).toBe(true);
});

it('starts counting again on every page', async () => {
  const router = open();
  await wait(2_000);
  await act(() => router.navigate('/leagues'));
  await wait(2_000);
  expect(isShown()).toBe(false);
  await wait(1_100);
  expect(isShown()).toBe(true);
});

it('does not appear again within four hours', async () => {
  const router = open();
  await wait(3_100);
  act(() => closePromo());
  await wait(4 * HOUR_MS - 10_000);
  await act(() => router.navigate('/leagues'));
  await wait(3_100);
  expect(isShown()).toBe(false);
  await wait(10_000);
  await act(() => router.navigate('/bets'));
  await wait(3_100);
  expect(isShown()).toBe(true);
});

it('is for visitors only, and waits until the session is known', async () => {
  useSession.setState({ booted: false });
  open();
  await wait(5_000);
  expect(isShown()).toBe(false);
  act(() => useSession.setState({ booted: true, user }));
  await wait(5_000);
  expect(isShown()).toBe(false);
});

it('does not interrupt signing in', async () => {
  open();
  act(() => openLogin());
  await wait(5_000);
  expect(isShown()).toBe(false);
});

it('does not interrupt a return from a provider', async () => {
  open('/sign-in?provider=google');
  await wait(5_000);
  expect(isShown()).toBe(false);
});
