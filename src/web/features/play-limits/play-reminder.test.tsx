import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { beGuest, beUser, makeLimits } from '#test/web/fixtures/accounts.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { t } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { PlayReminder } from './play-reminder.tsx';

const LIMITS = 'GET /api/account/limits';
const today = (staked: number, lost: number) =>
  makeLimits([
    { kind: 'stake', period: 'day', used: staked },
    { kind: 'loss', period: 'day', used: lost },
  ]);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  localStorage.clear();
  beUser();
  await chooseLocale('en');
});
afterAll(() => server.stop());

/** Opens the page for a user whose hour has just ended. */
function open() {
  const userId = useSession.getState().user?.id ?? 'nobody';
  localStorage.setItem('play_clock', JSON.stringify({ userId, hereMs: HOUR_MS, at: Date.now() }));
  render(
    <Providers>
      <MemoryRouter initialEntries={['/matches']}>
        <PlayReminder />
        <Routes>
          <Route path="/matches" element="the matches" />
          <Route path="/settings/limits" element="the limits" />
        </Routes>
      </MemoryRouter>
    </Providers>,
  );
  return userEvent.setup();
}
const hour = () => screen.queryByRole('dialog', { name: t('play_limits.hour_title') });

it('shows the day’s totals, and can be closed to continue', async () => {
  server.on(LIMITS, { json: today(1_200, 340) });
  const user = open();
  const dialog = await screen.findByRole('dialog', { name: t('play_limits.hour_title') });
  expect([...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    t('play_limits.points_value', { points: '1,200' }),
    t('play_limits.points_value', { points: '−340' }),
  ]);
  await user.click(screen.getByRole('button', { name: t('play_limits.play_on') }));
  await waitFor(() => expect(hour()).toBeNull());
  expect(screen.getByText('the matches')).toBeTruthy();
});

it('shows the profit with its sign, and links to a break', async () => {
  server.on(LIMITS, { json: today(1_200, -800) });
  const user = open();
  expect(await screen.findByText(t('play_limits.points_value', { points: '+800' }))).toBeTruthy();
  await user.click(screen.getByRole('link', { name: t('play_limits.take_break') }));
  expect(await screen.findByText('the limits')).toBeTruthy();
  expect(hour()).toBeNull();
});

it.each([
  ['has staked nothing today', today(0, -500)],
  ['is away from play', { ...today(100, 100), exclusion: { kind: 'time_out', until: '2099-01-01T00:00:00.000Z' } }],
])('does not interrupt a user who %s', async (_, json) => {
  server.on(LIMITS, { json });
  open();
  await waitFor(() => expect(server.heard.some(({ path }) => path.startsWith('/api/account/limits'))).toBe(true));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(hour()).toBeNull();
});

it('does not count for guests', async () => {
  beGuest();
  open();
  expect(hour()).toBeNull();
  expect(server.heard).toEqual([]);
});
