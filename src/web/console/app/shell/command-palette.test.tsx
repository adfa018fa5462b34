import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { makePage, makeUserRef } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const server = await serveConsole();
const SEARCH = 'GET /api/admin/search';
const NOTHING = { users: [], withdrawals: [], contests: [], admins: [] };
beforeEach(async () => {
  queryClient.clear();
  beAdmin();
  await chooseLocale('en');
  server.on('GET /api/admin/users', { json: makePage([]) });
});

const field = () => screen.findByRole('combobox', { name: t('admin.jump.title') });

describe('jumping to anything', () => {
  it('opens by Ctrl+K, finds pages and users, and goes there by arrows and Enter', async () => {
    const user = makeUserRef('Minh Hoang');
    server.on(SEARCH, { json: { ...NOTHING, users: [{ ...user, status: 'normal' }] } });
    const { path } = renderConsole('/admin/users');
    await screen.findByRole('heading', { name: t('admin.pages.users') });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await field(), 'users');
    await screen.findByRole('option', { name: /Minh Hoang/ });
    expect(screen.getByRole('option', { selected: true }).textContent).toContain(t('admin.pages.users'));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(path()).toBe(`/admin/users/${user.id}`));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.heard.filter((call) => call.path === '/api/admin/search').map(({ query }) => query)).toEqual([{ q: 'users' }]);
  });

  it('offers only the pages of the role, asks for nothing at one letter, and says if nothing was found', async () => {
    beAdmin({ role: 'viewer' });
    server.on(SEARCH, { json: NOTHING });
    renderConsole('/admin/users');
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(t('admin.jump.open')) }));
    await userEvent.type(await field(), 'a');
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(names.some((name) => name?.includes(t('admin.pages.approvals')))).toBe(true);
    expect(names.some((name) => name?.startsWith(t('admin.pages.admins')) || name?.startsWith(t('admin.pages.audit')))).toBe(false);
    await userEvent.type(await field(), 'zzzz');
    expect(await screen.findByText(t('admin.jump.none'))).toBeTruthy();
    expect(server.heard.filter((call) => call.path === '/api/admin/search').every(({ query }) => query.q !== 'a')).toBe(true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
