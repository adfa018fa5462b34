import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { makeAdminUser, makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/admin/users';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  beAdmin();
  await chooseLocale('en');
});

const asked = () => server.heard.filter(({ path }) => path === '/api/admin/users').map(({ query }) => query);

describe('the list of users', () => {
  it('shows the columns that an operator needs', async () => {
    const referrer = makeAdminUser({ name: 'Who Invited' });
    server.on(LIST, { json: makePage([makeAdminUser({ status: 'disabled', referrer, last_login_at: null })]) });
    renderConsole('/admin/users');
    const row = within((await screen.findByRole('link', { name: 'Minh Hoang' })).closest('tr') as HTMLElement);
    for (const words of [
      t('admin_evidence.user_status.disabled'),
      'minh.hoang@example.com',
      '+84901234567',
      '12,480',
      '203.0.113.7 · Vietnam',
      t('admin_users.never'),
      'ABCD2345',
      '@minh',
    ]) {
      expect(row.getByText(words)).toBeTruthy();
    }
    expect(row.getByRole('link', { name: 'Who Invited' }).getAttribute('href')).toBe(`/admin/users/${referrer.id}`);
  });

  it('is sorted, filtered and searched by the address', async () => {
    server.on(LIST, { json: makePage([makeAdminUser()]) });
    const { path } = renderConsole('/admin/users?order=sideways');
    const sortByBalance = t('admin.sort_by', { column: t('admin_users.balance') });
    await userEvent.click(await screen.findByRole('button', { name: sortByBalance }));
    await waitFor(() => expect(path()).toBe('/admin/users?sort=points_balance'));
    expect(screen.getByRole('columnheader', { name: new RegExp(t('admin_users.balance')) }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: sortByBalance }));
    await waitFor(() => expect(path()).toBe('/admin/users?sort=points_balance&order=asc'));
    await userEvent.selectOptions(screen.getByLabelText(t('admin_users.status_filter')), t('admin_evidence.user_status.disabled'));
    await userEvent.type(screen.getByRole('searchbox'), 'minh');
    await waitFor(() => expect(asked().at(-1)).toEqual({ q: 'minh', status: 'disabled', sort: 'points_balance', order: 'asc', page: '1' }));
  });

  it('distinguishes no users from no matches', async () => {
    server.on(LIST, { json: makePage([]) });
    const { navigate } = renderConsole('/admin/users');
    expect(await screen.findByText(t('admin_users.none_yet'))).toBeTruthy();
    await navigate('/admin/users?q=nobody');
    expect(await screen.findByText(t('admin_users.none'))).toBeTruthy();
  });

  it.each([
    ['support', []],
    ['reviewer', [t('admin_users.invite_reviews')]],
    ['finance', [t('admin_users.invite_reviews'), t('admin.csv')]],
  ] as const)('offers a %s the actions of the role', async (role, offered) => {
    beAdmin({ role });
    server.on(LIST, { json: makePage([makeAdminUser()]) });
    renderConsole('/admin/users');
    await screen.findByRole('link', { name: 'Minh Hoang' });
    const found = [
      screen.queryByRole('link', { name: t('admin_users.invite_reviews') }),
      screen.queryByRole('button', { name: t('admin.csv') }),
    ];
    expect(found.flatMap((element) => element?.textContent ?? [])).toEqual(offered);
  });

  it('shows an error, and retries on request', async () => {
    server.on(LIST, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([makeAdminUser()]) });
    renderConsole('/admin/users');
    expect(await screen.findByText(t('admin_users.failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    await screen.findByRole('link', { name: 'Minh Hoang' });
  });
});
