import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleList, LIST_COLUMNS, type ListView } from '#contract/list-views.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { makeCase, makeFixture } from '#test/web/fixtures/console-contests.ts';
import { makeAdminUser, makePage, makeReviewRow } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

/** Views that an admin saves of a list, and the columns that they choose. */

const look = (list: ConsoleList) => `/api/admin/account/lists/${list}`;
const makeView = (name: string, values: Record<string, string>): ListView => ({ id: crypto.randomUUID(), name, values });

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  beAdmin();
  await chooseLocale('en');
  server.on('GET /api/admin/users', { json: makePage([makeAdminUser()]) });
});

const bodyOf = (method: string, path: string) => {
  const request = server.heard.findLast((one) => one.method === method && one.path === path);
  return request && JSON.parse(request.body || '{}');
};
const choice = () => screen.findByLabelText(t('admin_lists.view'));
const openDialog = async () => userEvent.click(await screen.findByRole('button', { name: t('admin_lists.manage') }));
const chosenText = async () => ((await choice()) as HTMLSelectElement).selectedOptions[0]?.textContent;

describe('a saved view', () => {
  it('keeps what the address has besides the page, and is then the one that is chosen', async () => {
    const path = look('users');
    const view = makeView('Disabled', { status: 'disabled', sort: 'points_balance', q: 'minh' });
    server.on(`POST ${path}/views`, { status: 201, json: { view } });
    renderConsole('/admin/users?q=minh&status=disabled&sort=points_balance&page=3&utm=x');
    await openDialog();
    server.on(`GET ${path}`, { json: { views: [view], hidden: [] } });
    expect(screen.getByText(t('admin_lists.none'))).toBeTruthy();
    await userEvent.type(screen.getByLabelText(t('admin_lists.name')), 'Disabled{Enter}');
    await waitFor(() => expect(bodyOf('POST', `${path}/views`)).toEqual({ name: 'Disabled', values: view.values }));
    await waitFor(async () => expect(await chosenText()).toBe('Disabled'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is opened by one choice, from a page behind the first too, and left again by the standard list', async () => {
    const [first, second] = [makeView('Rich', { sort: 'points_balance' }), makeView('Disabled', { status: 'disabled', q: 'minh' })];
    server.on(`GET ${look('users')}`, { json: { views: [first, second], hidden: [] } });
    const { path } = renderConsole('/admin/users?q=other&page=2');
    await waitFor(async () => expect(await chosenText()).toBe(t('admin_lists.unsaved')));
    await userEvent.selectOptions(await choice(), 'Disabled');
    await waitFor(() => expect(path()).toBe('/admin/users?q=minh&status=disabled'));
    expect(await chosenText()).toBe('Disabled');
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('minh');
    await userEvent.selectOptions(await choice(), 'Rich');
    await waitFor(() => expect(path()).toBe('/admin/users?sort=points_balance'));
    await userEvent.selectOptions(await choice(), t('admin_lists.standard'));
    await waitFor(() => expect(path()).toBe('/admin/users'));
  });

  it('opens without what its list knows no longer', async () => {
    const values = { gone: 'x', status: 'no_such_status', sort: 'no_such_sort', order: 'asc', page: '7' };
    server.on(`GET ${look('users')}`, { json: { views: [makeView('Old', values)], hidden: [] } });
    const { path } = renderConsole('/admin/users');
    await userEvent.selectOptions(await choice(), 'Old');
    await waitFor(() => expect(path()).toBe('/admin/users?order=asc'));
    expect(await chosenText()).toBe('Old');
    expect(await screen.findByRole('link', { name: 'Minh Hoang' })).toBeTruthy();
  });

  it('is renamed, replaced and deleted by keyboard, each confirmed in its dialog', async () => {
    const view = makeView('Disabled', { status: 'disabled' });
    const path = `/api/admin/account/views/${view.id}`;
    server.on(`GET ${look('users')}`, { json: { views: [view], hidden: [] } });
    server.on(`PATCH ${path}`, { json: { view } });
    server.on(`DELETE ${path}`, { json: {} });
    renderConsole('/admin/users?q=minh');
    await openDialog();
    const press = async (name: string) => {
      (await screen.findByRole('button', { name })).focus();
      await userEvent.keyboard('{Enter}');
    };
    await press(t('admin_lists.rename_one', { name: 'Disabled' }));
    const field = await screen.findByLabelText(t('admin_lists.name'));
    await userEvent.clear(field);
    await userEvent.type(field, 'Gone{Enter}');
    await waitFor(() => expect(bodyOf('PATCH', path)).toEqual({ name: 'Gone' }));
    // The focus returns to the views, not to the page behind.
    const views = await screen.findByRole('list', { name: t('admin_lists.yours') });
    await waitFor(() => expect(document.activeElement).toBe(views));
    await press(t('admin_lists.replace_one', { name: 'Disabled' }));
    await press(t('admin_lists.replace'));
    await waitFor(() => expect(bodyOf('PATCH', path)).toEqual({ values: { q: 'minh' } }));
    await press(t('admin_lists.delete_one', { name: 'Disabled' }));
    await press(t('admin_lists.back'));
    expect(bodyOf('DELETE', path)).toBeUndefined();
    await press(t('admin_lists.delete_one', { name: 'Disabled' }));
    await press(t('admin_lists.delete'));
    await waitFor(() => expect(bodyOf('DELETE', path)).toBeDefined());
  });

  it('says at its name why it is refused, and keeps what was typed', async () => {
    const detail = 'You already have a view with that name.';
    server.on(`POST ${look('users')}/views`, { status: 409, json: { code: 'view_name_taken', detail } });
    renderConsole('/admin/users');
    await openDialog();
    const field = screen.getByLabelText(t('admin_lists.name')) as HTMLInputElement;
    await userEvent.click(screen.getByRole('button', { name: t('admin_lists.save') }));
    expect(await screen.findByText(t('admin_lists.name_required'))).toBeTruthy();
    await userEvent.type(field, 'Twice{Enter}');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect([field.value, document.activeElement]).toEqual(['Twice', field]);
  });

  it('is of one admin: another one on the same page gets their own', async () => {
    server.on(`GET ${look('users')}`, { json: { views: [makeView('Mine', { q: 'x' })], hidden: ['status'] } });
    const { navigate } = renderConsole('/admin/users');
    await choice();
    server.on(`GET ${look('users')}`, { json: { views: [], hidden: [] } });
    beAdmin({ id: crypto.randomUUID() });
    await navigate('/admin/users?q=x');
    await waitFor(() => expect(screen.queryByLabelText(t('admin_lists.view'))).toBeNull());
    expect(await screen.findByRole('columnheader', { name: t('admin_users.status') })).toBeTruthy();
  });
});

describe('the columns of a list', () => {
  it('are hidden and shown again at once, and saved in the order of the choices', async () => {
    const path = `${look('users')}/columns`;
    server.on(`PUT ${path}`, ({ body }) => ({ json: JSON.parse(body) as object, afterMs: 20 }));
    renderConsole('/admin/users');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_lists.columns') }));
    const dialog = within(await screen.findByRole('dialog'));
    const column = (name: 'status' | 'balance') => dialog.getByRole('checkbox', { name: t(`admin_users.${name}`) });
    await userEvent.click(column('status'));
    await userEvent.click(column('balance'));
    await userEvent.click(column('status'));
    await waitFor(() =>
      expect(server.heard.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).hidden)).toEqual([
        ['status'],
        ['status', 'balance'],
        ['balance'],
      ]),
    );
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('columnheader', { name: new RegExp(t('admin_users.balance')) })).toBeNull();
    expect(screen.getByRole('columnheader', { name: t('admin_users.status') })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Minh Hoang' })).toBeTruthy();
  });

  it('come back if the choice cannot be saved', async () => {
    server.on(`PUT ${look('users')}/columns`, { status: 503, json: { code: 'unavailable', detail: 'Not now.' } });
    renderConsole('/admin/users');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_lists.columns') }));
    const status = within(await screen.findByRole('dialog')).getByRole('checkbox', { name: t('admin_users.status') });
    await userEvent.click(status);
    await waitFor(() => expect(status.getAttribute('aria-checked')).toBe('true'));
    expect(screen.getByText('Not now.')).toBeTruthy();
  });

  it('are all shown while the choice cannot be loaded', async () => {
    server.on(`GET ${look('users')}`, { status: 500, json: { code: 'internal', detail: 'Broken.' } });
    renderConsole('/admin/users');
    expect(await screen.findByRole('columnheader', { name: t('admin_users.status') })).toBeTruthy();
  });

  const entry = {
    ...{
      id: 7,
      admin: { id: null, email: 'ops@example.com', role: 'super' },
      action: 'user.note',
      subject: { kind: 'user', id: 'x', name: null },
    },
    ...{ before: null, after: null, reason: null, ip: null, created_at: '2026-11-22T11:00:00.000Z' },
  };
  it.each<[ConsoleList, string, string, object]>([
    ['users', '/admin/users', 'GET /api/admin/users', makePage([makeAdminUser()])],
    ['withdrawals', '/admin/withdrawals', 'GET /api/admin/withdrawals', { ...makePage([makeReviewRow()]), points: 1 }],
    ['contests', '/admin/contests', 'GET /api/admin/contests', makePage([makeCase()])],
    ['fixtures', '/admin/fixtures', 'GET /api/admin/fixtures', { ...makePage([makeFixture()]), leagues: [] }],
    ['audit', '/admin/audit', 'GET /api/admin/audit', { items: [entry], next: null, total: 1, total_exact: true, admins: [], actions: [] }],
  ])('of %s that the server knows are all offered, and any can be hidden but the first', async (list, path, call, json) => {
    server.on(call, { json });
    server.on(`GET ${look(list)}`, { json: { views: [], hidden: LIST_COLUMNS[list] } });
    renderConsole(path);
    const button = await screen.findByRole('button', { name: t('admin_lists.columns') });
    await waitFor(() => expect(screen.getAllByRole('columnheader').length).toBeLessThan(5));
    await userEvent.click(button);
    const offered = within(await screen.findByRole('dialog')).getAllByRole('checkbox');
    expect(offered.map((box) => box.getAttribute('aria-checked'))).toEqual(LIST_COLUMNS[list].map(() => 'false'));
  });
});
