import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { useEnds, watchInput } from '#web/console/lib/idle.ts';
import { ADMIN_TOKEN_KEY } from '#web/console/lib/session.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ACTIVE = 'POST /api/admin/auth/active';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  await chooseLocale('en');
});

const told = () => server.calls().filter((call) => call === ACTIVE).length;
const endsIn = (ms: number) => ({
  json: { idle_at: new Date(Date.now() + ms).toISOString(), ends_at: new Date(Date.now() + 12 * 3_600_000).toISOString() },
});

describe('input', () => {
  it('is reported when a page opens, and afterwards at most once a minute', async () => {
    beAdmin();
    const stop = watchInput();
    await waitFor(() => expect(useEnds.getState().idleAt).not.toBeNull());
    for (let i = 0; i < 5; i++) fireEvent.keyDown(document.body, { key: 'a' });
    fireEvent.pointerDown(document.body);
    await server.settle();
    expect(told()).toBe(1);
    stop();
    expect(useEnds.getState()).toEqual({ idleAt: null, endsAt: null });
  });

  it('in another tab counts here', async () => {
    beAdmin();
    const stop = watchInput();
    await waitFor(() => expect(useEnds.getState().idleAt).not.toBeNull());
    localStorage.setItem('admin_idle_at', '1795000000000');
    // Browsers may tell late of an earlier value.
    for (const newValue of ['1795000000000', '1794000000000'])
      window.dispatchEvent(new StorageEvent('storage', { key: 'admin_idle_at', newValue }));
    expect(useEnds.getState().idleAt).toBe(1_795_000_000_000);
    stop();
  });
});

describe('two minutes before the end', () => {
  it('asks whether the admin is there, and keeps the session if so', async () => {
    const user = userEvent.setup();
    beAdmin();
    server.on(ACTIVE, endsIn(100_000), endsIn(1_800_000));
    renderConsole('/admin/account');
    await screen.findByRole('dialog', { name: t('admin.idle_title') });
    await user.click(screen.getByRole('button', { name: t('admin.idle_stay') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('admin-token');
  });

  it('signs out without an answer, says why, and leads back after signing in', async () => {
    beAdmin();
    server.on(ACTIVE, endsIn(1_800_000));
    const { path } = renderConsole('/admin/account');
    await screen.findByRole('heading', { name: t('admin.pages.account') });
    await waitFor(() => expect(useEnds.getState().idleAt).not.toBeNull());
    act(() => useEnds.setState({ idleAt: Date.now() - 1_000 }));
    expect(await screen.findByText(t('admin.idle_ended', { minutes: 30 }))).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/admin/login?next=%2Fadmin%2Faccount'));
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull();
  });
});
