import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { t } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { toast, useToasts } from '#web/data/toasts.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { Toaster } from './toaster.tsx';

const Here = () => <output>{useLocation().pathname}</output>;

beforeEach(async () => {
  await showLocale('en');
  useToasts.setState({ toasts: [] });
  render(
    <Providers>
      <MemoryRouter>
        <Toaster />
        <Here />
      </MemoryRouter>
    </Providers>,
  );
});

afterEach(() => void vi.useRealTimers());

const timeouts = () => useToasts.getState().toasts.map(({ timeout }) => timeout);

it('stays for 2.5 s, an error longer', () => {
  act(() => {
    toast('info', 'Noted');
    toast('error', 'Broken');
  });
  const [info, error] = timeouts();
  expect(info).toBe(2_500);
  expect(error).toBeGreaterThan(2_500);
});

it('disappears after its time', async () => {
  act(() => toast('success', 'Saved', { timeout: 60 }));
  expect(screen.getByText('Saved')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  expect(useToasts.getState().toasts).toEqual([]);
});

it('stays while hovered', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  act(() => toast('success', 'Saved', { timeout: 200 }));
  fireEvent.pointerMove(screen.getByText('Saved'));
  act(() => void vi.advanceTimersByTime(400));
  expect(screen.getByText('Saved')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByRole('region'));
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.queryByText('Saved')).toBeNull();
});

it('can be dismissed, and shows identical texts once', async () => {
  act(() => {
    toast('error', 'Broken');
    toast('error', 'Broken');
  });
  expect(screen.getAllByText('Broken')).toHaveLength(1);
  await userEvent.setup().click(screen.getByRole('button', { name: t('shell.dismiss') }));
  await waitFor(() => expect(screen.queryByText('Broken')).toBeNull());
});

it('links to details, stays long enough to be pressed, and then disappears', async () => {
  act(() => toast('success', 'You won', { link: { to: '/bets', label: 'My bets' } }));
  expect(timeouts()).toEqual([6_000]);
  await userEvent.click(screen.getByRole('link', { name: 'My bets' }));
  expect(screen.getByText('/bets')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('You won')).toBeNull());
});

it('announces information after the current sentence, and errors at once', async () => {
  const spoken = () =>
    [...document.querySelectorAll('[role=status][aria-live]')].map((region) => [region.getAttribute('aria-live'), region.textContent]);
  act(() => {
    toast('info', 'Noted');
    toast('success', 'Saved');
    toast('error', 'Broken');
  });
  await waitFor(() =>
    expect(spoken()).toEqual([
      ['polite', expect.stringContaining('Noted')],
      ['polite', expect.stringContaining('Saved')],
      ['assertive', expect.stringContaining('Broken')],
    ]),
  );
});
