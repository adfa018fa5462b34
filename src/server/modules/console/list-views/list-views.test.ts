import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ConsoleList,
  changeListView,
  deleteListView,
  getListLook,
  hideColumns,
  LIST_COLUMNS,
  LIST_VIEWS_MAX,
  saveListView,
} from '#contract/list-views.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const test = useTestApp();
let admin: TestAdmin;
let colleague: TestAdmin;
beforeEach(async () => {
  admin = await createAdmin(test.current, 'viewer');
  colleague = await createAdmin(test.current, 'super');
});

const large = { status: 'pending', min: '50000', sort: 'points', order: 'desc' };
type Values = Record<string, string>;

const save = (name: string, values: Values = large, { by = admin, list = 'withdrawals' as ConsoleList } = {}) =>
  callApp(test.current.app, saveListView, { list, name, values }, { token: by.token });
const change = (id: string, changes: { name?: string; values?: Values }, by = admin) =>
  callApp(test.current.app, changeListView, { id, ...changes }, { token: by.token });
const remove = (id: string, by = admin) => callApp(test.current.app, deleteListView, { id }, { token: by.token });
const hide = (list: ConsoleList, hidden: string[], by = admin) =>
  callApp(test.current.app, hideColumns, { list, hidden }, { token: by.token });
const look = async (list: ConsoleList = 'withdrawals', by = admin) =>
  (await callApp(test.current.app, getListLook, { list }, { token: by.token })).reply;
const names = async (list?: ConsoleList, by?: TestAdmin) => (await look(list, by)).views.map(({ name }) => name);
const outcome = ({ status, problem }: { status: number; problem?: { code: string } }) => [status, problem?.code];

describe('a saved view', () => {
  it('follows the admin to another browser, and stays in its list', async () => {
    const { reply, status } = await save('  Large, first ');
    expect([status, reply.view]).toEqual([201, { id: expect.any(String), name: 'Large, first', values: large }]);
    await save('a search', { q: 'Nguyễn', status: 'frozen' });
    const token = await signInAdmin(test.current, admin);
    const elsewhere = await callApp(test.current.app, getListLook, { list: 'withdrawals' }, { token });
    expect(elsewhere.reply.views.map(({ name, values }) => [name, values])).toEqual([
      ['a search', { q: 'Nguyễn', status: 'frozen' }],
      ['Large, first', large],
    ]);
    expect(await names('users')).toEqual([]);
  });

  it('is renamed, replaced and deleted', async () => {
    const { id } = (await save('Large')).reply.view;
    expect((await change(id, { name: 'Largest' })).reply.view).toEqual({ id, name: 'Largest', values: large });
    expect((await change(id, { values: {} })).reply.view).toEqual({ id, name: 'Largest', values: {} });
    expect((await change(id, { name: 'LARGEST' })).reply.view.name).toBe('LARGEST');
    expect((await remove(id)).status).toBe(200);
    expect(await names()).toEqual([]);
    expect(outcome(await remove(id))).toEqual([404, 'not_found']);
    expect(outcome(await change(id, { name: 'Again' }))).toEqual([404, 'not_found']);
  });

  it('is nobody else’s to see, change or delete', async () => {
    const { id } = (await save('Mine')).reply.view;
    expect(await names('withdrawals', colleague)).toEqual([]);
    expect(outcome(await change(id, { name: 'Yours' }, colleague))).toEqual([404, 'not_found']);
    expect(outcome(await remove(id, colleague))).toEqual([404, 'not_found']);
    expect((await save('Mine', {}, { by: colleague })).status).toBe(201);
    expect(await look()).toMatchObject({ views: [{ name: 'Mine', values: large }] });
  });

  it('has a name of its own in its list, whatever the capitals', async () => {
    const { id } = (await save('Überfällig')).reply.view;
    const other = (await save('Other')).reply.view.id;
    // The same letters, typed with a combining mark.
    for (const name of ['Überfällig', 'überFÄLLIG', 'U\u0308berfällig']) {
      expect(outcome(await save(name)), name).toEqual([409, 'view_name_taken']);
      expect(outcome(await change(other, { name })), name).toEqual([409, 'view_name_taken']);
    }
    expect((await save('Überfällig', {}, { list: 'users' })).status).toBe(201);
    expect((await change(id, { name: 'überfällig' })).status).toBe(200);
  });

  it.each(['', '   ', 'x'.repeat(41), 'two\nlines', 'turned \u202e around', '\u200b', 'nul \0'])(
    'is refused with a name that cannot be read: %j',
    async (name) => {
      expect(outcome(await save(name))).toEqual([400, 'invalid_payload']);
      const { id } = (await save('fine')).reply.view;
      expect(outcome(await change(id, { name }))).toEqual([400, 'invalid_payload']);
      expect(await names()).toEqual(['fine']);
    },
  );

  it.each<[string, unknown]>([
    ['a list', ['pending']],
    ['a number', { page: 2 }],
    ['a name that no address has', { 'a=b&c': 'x' }],
    ['a long value', { q: 'x'.repeat(121) }],
    ['an empty value', { q: '' }],
    ['a control character', { q: 'a\u0007b' }],
    ['too many values', Object.fromEntries(Array.from('abcdefghijklmnopqrstu', (name) => [name, 'x']))],
  ])('is refused with %s for values', async (_, values) => {
    expect(outcome(await save('odd', values as Values))).toEqual([400, 'invalid_payload']);
    expect(await names()).toEqual([]);
  });

  it('has no other prototype, whatever the request says', async () => {
    await save('odd', JSON.parse('{ "__proto__": { "status": "approved" }, "q": "x" }') as Values);
    expect((await look()).views).toMatchObject([{ values: { q: 'x' } }]);
    expect(Object.keys((await look()).views[0]!.values)).toEqual(['q']);
  });

  it('is one of a limited number, also when saved at the same time', async () => {
    for (let n = 1; n < LIST_VIEWS_MAX; n++) expect((await save(`view ${n}`)).status).toBe(201);
    const both = await Promise.all([save('last'), save('one too many')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409)!;
    expect(refused.problem).toMatchObject({ code: 'too_many_views', params: { max: LIST_VIEWS_MAX } });
    expect(await names()).toHaveLength(LIST_VIEWS_MAX);
    expect((await save('elsewhere', {}, { list: 'users' })).status).toBe(201);
  });

  it('is saved once when two browsers save the same name at the same time', async () => {
    const both = await Promise.all([save('Twice'), save('twice')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await names()).toHaveLength(1);
  });

  it('is kept as it was saved, though its list knows a value no longer', async () => {
    await save('From before', { gone: 'x', status: 'no_such_status' });
    expect((await look()).views).toMatchObject([{ values: { gone: 'x', status: 'no_such_status' } }]);
  });
});

describe('hidden columns', () => {
  it('are kept for each admin and list, in the list’s order', async () => {
    expect((await hide('users', ['invitees', 'status'])).reply).toEqual({ hidden: ['status', 'invitees'] });
    expect((await look('users')).hidden).toEqual(['status', 'invitees']);
    expect((await look('withdrawals')).hidden).toEqual([]);
    expect((await look('users', colleague)).hidden).toEqual([]);
    await hide('users', []);
    expect((await look('users')).hidden).toEqual([]);
  });

  it('never include what an admin must not overlook, nor what the list does not have', async () => {
    for (const column of ['evidence', 'decide', 'waiting', 'no_such_column'])
      expect(outcome(await hide('withdrawals', ['usdt', column])), column).toEqual([400, 'invalid_payload']);
    expect(outcome(await hide('quarantine', ['status']))).toEqual([400, 'invalid_payload']);
    expect((await look()).hidden).toEqual([]);
  });

  it('are forgotten when the list has them no longer', async () => {
    const [admin_id, changed_at] = [admin.id, test.current.clock.now()];
    const row = { admin_id, list: 'audit', hidden: ['removed', ...LIST_COLUMNS.audit], changed_at };
    await test.current.deps.db.insertInto('admin_list_columns').values(row).execute();
    expect((await look('audit')).hidden).toEqual([...LIST_COLUMNS.audit]);
  });
});

it('an unknown list and an unknown view are not found', async () => {
  const { token } = admin;
  const list = 'no_such_list' as ConsoleList;
  expect((await callApp(test.current.app, getListLook, { list }, { token })).status).toBe(404);
  expect((await save('x', {}, { list })).status).toBe(404);
  expect((await hide(list, [])).status).toBe(404);
  expect(outcome(await remove(randomUUID()))).toEqual([404, 'not_found']);
});
