import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makePage, makeReview, makeReviewRow } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, makeAdmin, renderConsole } from '#test/web/render-console.tsx';
import { catchSavedFiles } from '#test/web/saved-files.ts';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/admin/withdrawals';
const HASH = 'ab'.repeat(32);
const DECISIONS = [t('admin_withdrawals.approve'), t('admin_withdrawals.reject')];

const files = catchSavedFiles();
const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin();
  server.on('GET /api/admin/withdrawals/export.csv', { text: '\uFEFFid\r\n' });
  await chooseLocale('en');
});

const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);
const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
const keysOf = (call: string) =>
  server.heard.filter(({ method, path }) => `${method} ${path}` === call).map(({ headers }) => headers['idempotency-key']);

describe('the queue of withdrawals', () => {
  it('shows the time waited, amount, origins and flags of each', async () => {
    const late = makeReviewRow({ name: 'Minh Hoang', hours: 21 });
    const early = makeReviewRow({ name: 'Zhao Wei', hours: 19, flags: ['ring', 'disabled'], points: 5_000, usdt: '5.00' });
    server.on(LIST, { json: makePage([late, early]) });
    renderConsole('/admin/withdrawals');
    const first = await rowOf('Minh Hoang');
    expect(first.getByText('32,000')).toBeTruthy();
    const origins = [
      t('admin_evidence.origin_share', { origin: t('admin_evidence.origins.contests'), share: '88%' }),
      t('admin_evidence.origin_share', { origin: t('admin_evidence.origins.check_in'), share: '12%' }),
    ];
    expect(first.getByText(origins.join(', '))).toBeTruthy();
    expect(first.getByText(t('admin_withdrawals.clear'))).toBeTruthy();
    expect(first.getByText('21h 0m').className).toContain('text-bad');
    const second = await rowOf('Zhao Wei');
    expect(second.getByText('19h 0m').className).not.toContain('text-bad');
    expect(second.getByText(t('admin_withdrawals.flags.ring'))).toBeTruthy();
    expect(second.getByText(t('admin_withdrawals.flags.disabled'))).toBeTruthy();
  });

  it('keeps status, search and page in the address, and requests just those', async () => {
    server.on(LIST, { json: makePage([makeReviewRow()], { total: 45 }) });
    const { path } = renderConsole('/admin/withdrawals?status=nonsense');
    await screen.findByText(t('common.page_range', { from: '1', to: '20', total: '45' }));
    await userEvent.click(screen.getByRole('radio', { name: t('admin_withdrawals.status.rejected') }));
    await waitFor(() => expect(path()).toBe('/admin/withdrawals?status=rejected'));
    await userEvent.click(await screen.findByRole('link', { name: t('common.page_next') }));
    await waitFor(() => expect(path()).toBe('/admin/withdrawals?status=rejected&page=2'));
    await waitFor(() =>
      expect(server.heard.filter((call) => call.path === '/api/admin/withdrawals').map(({ query }) => query)).toEqual([
        { status: 'pending', page: '1' },
        { status: 'rejected', page: '1' },
        { status: 'rejected', page: '2' },
      ]),
    );
  });

  it('is operated by keys: j to a row, a approves it after confirmation, with one key for all attempts', async () => {
    const row = makeReviewRow({ name: 'Minh Hoang' });
    const approve = `POST /api/admin/withdrawals/${row.id}/approve`;
    server.on(LIST, { json: makePage([row]) });
    server.on(
      approve,
      { status: 503, json: { code: 'unavailable', detail: 'Not now.' } },
      { json: { withdrawal: { ...row, status: 'approved' } } },
    );
    renderConsole('/admin/withdrawals');
    await rowOf('Minh Hoang');
    await userEvent.keyboard('j');
    await userEvent.keyboard('a');
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_withdrawals.approve_title', { usdt: '32.00' }) }));
    await enterText(dialog.getByLabelText(t('admin_withdrawals.hash_optional')), ` ${HASH} `);
    await enterText(dialog.getByLabelText(t('admin_withdrawals.note')), 'Well played');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.approve') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Not now.');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.approve') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf(approve)).toEqual([
      { note: 'Well played', tx_hash: HASH },
      { note: 'Well played', tx_hash: HASH },
    ]);
    expect(new Set(keysOf(approve)).size).toBe(1);
    expect(toasts()).toEqual([t('admin_withdrawals.done.approved')]);
  });

  it('asks for what the filters say, and saves a file of just that', async () => {
    server.on(LIST, { json: { ...makePage([makeReviewRow()]), points: 32_000 } });
    const { path } = renderConsole('/admin/withdrawals?min=1000&age=24&sort=points&order=asc&max=nonsense');
    await rowOf('Minh Hoang');
    await userEvent.selectOptions(screen.getByLabelText(t('admin_withdrawals.queue.flag')), t('admin_withdrawals.flags.ring'));
    await userEvent.selectOptions(
      screen.getByLabelText(t('admin_withdrawals.queue.work')),
      t('admin_withdrawals.queue.works.second_approval'),
    );
    await waitFor(() => expect(path()).toContain('work=second_approval'));
    await userEvent.click(screen.getByRole('button', { name: t('admin.csv') }));
    await waitFor(() => expect(files).toHaveLength(1));
    const wanted = {
      ...{ status: 'pending', flag: 'ring', work: 'second_approval', hours_min: '24', points_min: '1000' },
      ...{ sort: 'points', order: 'asc' },
    };
    expect(server.heard.find((call) => call.path.endsWith('export.csv'))?.query).toEqual(wanted);
    expect(server.heard.findLast((call) => call.path === '/api/admin/withdrawals')?.query).toEqual({ ...wanted, page: '1' });
    await userEvent.click(screen.getByRole('button', { name: t('admin_withdrawals.queue.in_order') }));
    await waitFor(() => expect(path()).not.toContain('sort='));
  });

  it('shows who is looking at a withdrawal, and says so by a key', async () => {
    const until = new Date(Date.now() + 60_000).toISOString();
    const row = makeReviewRow({ assignee: { id: '0195a000-0000-7000-8000-00000000bbbb', email: 'mai@example.com', until }, notes: 2 });
    server.on(LIST, { json: { ...makePage([row]), points: 32_000 } });
    server.on(`POST /api/admin/withdrawals/${row.id}/assign`, { json: { assignee: null } });
    renderConsole('/admin/withdrawals');
    expect((await rowOf('Minh Hoang')).getByText(/mai@example\.com/)).toBeTruthy();
    expect(screen.getByText(t('admin_withdrawals.queue.notes', { count: 2 }))).toBeTruthy();
    await userEvent.keyboard('jl');
    await waitFor(() => expect(server.bodiesOf(`POST /api/admin/withdrawals/${row.id}/assign`)).toEqual([{ on: true }]));
    await userEvent.keyboard('a');
    expect((await screen.findByRole('dialog')).textContent).toContain('mai@example.com');
  });

  it('moves by arrows, and returns the focus after a dialog and after a page', async () => {
    const rows = [makeReviewRow({ name: 'First One' }), makeReviewRow({ name: 'Second One' }), makeReviewRow({ name: 'Third One' })];
    const left = rows.filter((_, at) => at !== 1);
    const reject = `POST /api/admin/withdrawals/${rows[1]!.id}/reject`;
    server.on(LIST, { json: { ...makePage(rows), points: 0 } }, { json: { ...makePage(left), points: 0 } });
    server.on(reject, { json: { withdrawal: rows[1] } });
    server.on(`GET /api/admin/withdrawals/${rows[2]!.id}`, { json: makeReview(rows[2]!) });
    const { path } = renderConsole('/admin/withdrawals?q=one');
    await rowOf('First One');
    await userEvent.keyboard('j{ArrowDown}r{Escape}');
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('Second One'));
    await userEvent.keyboard('r');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(dialog.getByLabelText(t('admin_withdrawals.reason_code')), t('admin_withdrawals.reason_codes.wallet'));
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.reject') }));
    // The row is gone: the one in its place has the focus.
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('Third One'));
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { name: t('admin_withdrawals.title', { usdt: '32.00', name: 'Third One' }) });
    await userEvent.keyboard('u');
    await waitFor(() => expect(path()).toBe('/admin/withdrawals?q=one'));
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('Third One'));
  });

  it('opens the focused row by Enter', async () => {
    const row = makeReviewRow();
    server.on(LIST, { json: makePage([row]) });
    server.on(`GET /api/admin/withdrawals/${row.id}`, { json: makeReview(row) });
    const { path } = renderConsole('/admin/withdrawals');
    await rowOf('Minh Hoang');
    await userEvent.keyboard('j{Enter}');
    await waitFor(() => expect(path()).toBe(`/admin/withdrawals/${row.id}`));
    await screen.findByRole('heading', { name: t('admin_withdrawals.title', { usdt: '32.00', name: 'Minh Hoang' }) });
  });

  it('shows a first approval: another admin approves as second, the same one waits', async () => {
    const first = { id: makeAdmin().id, email: 'ops@example.com', at: new Date().toISOString(), note: 'The number is another' };
    const needsTwo = { given: 1, needed: 2, reasons: ['large' as const] };
    const own = makeReviewRow({ name: 'Own Word', approvals: { ...needsTwo, first } });
    const other = makeReviewRow({
      name: 'Other Word',
      approvals: { ...needsTwo, first: { ...first, id: '0195a000-0000-7000-8000-00000000bbbb', email: 'b@example.com' } },
    });
    server.on(LIST, { json: makePage([own, other]) });
    renderConsole('/admin/withdrawals');
    const ownRow = await rowOf('Own Word');
    expect(ownRow.getByText(t('admin_withdrawals.yours_given'))).toBeTruthy();
    expect(ownRow.queryByRole('button', { name: new RegExp(`^${t('admin_withdrawals.approve')}`) })).toBeNull();
    await userEvent.click((await rowOf('Other Word')).getByRole('button', { name: t('admin_withdrawals.approve_second') }));
    expect((await screen.findByRole('dialog')).textContent).toContain(
      t('admin_withdrawals.two_needed', { reasons: t('admin_withdrawals.reasons.large') }),
    );
    expect(screen.getByText(t('admin_withdrawals.first_note', { note: 'The number is another' }))).toBeTruthy();
  });

  it('stores the first approval, says that a second admin is needed, and takes no transaction yet', async () => {
    const row = makeReviewRow({ approvals: { given: 0, needed: 2, reasons: ['first', 'new_wallet'], first: null } });
    server.on(LIST, { json: makePage([row]) });
    server.on(`POST /api/admin/withdrawals/${row.id}/approve`, { json: { withdrawal: row } });
    renderConsole('/admin/withdrawals');
    await userEvent.click((await rowOf('Minh Hoang')).getByRole('button', { name: t('admin_withdrawals.approve') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText(t('admin_withdrawals.hash_optional'))).toBeNull();
    const reasons = [t('admin_withdrawals.reasons.first'), t('admin_withdrawals.reasons.new_wallet')].join(', ');
    expect(dialog.getByText(t('admin_withdrawals.two_needed', { reasons }))).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.approve') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_withdrawals.done.first')]));
  });

  it('requires a reason if there is evidence against the user', async () => {
    const row = makeReviewRow({ flags: ['ring'], approvals: { given: 0, needed: 2, reasons: ['evidence'], first: null } });
    const approve = `POST /api/admin/withdrawals/${row.id}/approve`;
    server.on(LIST, { json: makePage([row]) });
    server.on(approve, { json: { withdrawal: row } });
    renderConsole('/admin/withdrawals');
    await userEvent.click((await rowOf('Minh Hoang')).getByRole('button', { name: t('admin_withdrawals.approve') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('admin_withdrawals.two_needed', { reasons: t('admin_withdrawals.reasons.evidence') }))).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.approve') }));
    expect(server.bodiesOf(approve)).toEqual([]);
    await enterText(dialog.getByLabelText(t('admin.reason')), 'One office');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.approve') }));
    await waitFor(() => expect(server.bodiesOf(approve)).toEqual([{ reason: 'One office' }]));
  });

  it('rejects with a chosen reason, and shows the server’s error without one', async () => {
    const row = makeReviewRow();
    const reject = `POST /api/admin/withdrawals/${row.id}/reject`;
    server.on(LIST, { json: makePage([row]) });
    server.on(reject, { status: 422, json: { code: 'reason_required', detail: 'Please say why.' } }, { json: { withdrawal: row } });
    renderConsole('/admin/withdrawals');
    await rowOf('Minh Hoang');
    await userEvent.keyboard('jr');
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_withdrawals.reject_title', { usdt: '32.00' }) }));
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.reject') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Please say why.');
    await userEvent.selectOptions(dialog.getByLabelText(t('admin_withdrawals.reason_code')), t('admin_withdrawals.reason_codes.wallet'));
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.reject') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf(reject)).toEqual([{}, { reason_code: 'wallet' }]);
  });

  it('shows the outcome if another admin was first', async () => {
    const row = makeReviewRow();
    server.on(LIST, { json: makePage([row]) }, { json: makePage([]) });
    server.on(`POST /api/admin/withdrawals/${row.id}/approve`, {
      status: 409,
      json: { code: 'already_decided', detail: 'This was decided already.' },
    });
    renderConsole('/admin/withdrawals');
    await userEvent.click((await rowOf('Minh Hoang')).getByRole('button', { name: t('admin_withdrawals.approve') }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.approve') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('This was decided already.');
    expect(await screen.findByText(t('admin_withdrawals.none.pending'))).toBeTruthy();
  });

  it.each([
    ['viewer', []],
    ['support', []],
    ['reviewer', [...DECISIONS, t('admin.csv')]],
    ['finance', [...DECISIONS, t('admin.csv')]],
  ] as const)('offers a %s the actions of the role', async (role, offered) => {
    beAdmin({ role });
    server.on(LIST, { json: makePage([makeReviewRow()]) });
    renderConsole('/admin/withdrawals');
    await rowOf('Minh Hoang');
    const names = [...DECISIONS, t('admin.csv')].filter((name) => screen.queryByRole('button', { name }) !== null);
    expect(names).toEqual(offered);
    await userEvent.keyboard('ja');
    expect(screen.queryByRole('dialog') !== null).toBe(offered.length > 0);
  });

  it('saves the list as a file, for a range of days, and shows errors', async () => {
    server.on(LIST, { json: makePage([]) });
    renderConsole('/admin/withdrawals?status=approved&from=2026-11-01&to=2026-11-30');
    await userEvent.click(await screen.findByRole('button', { name: t('admin.csv') }));
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['withdrawals.csv']));
    expect(server.heard.find(({ path }) => path.endsWith('export.csv'))?.query).toEqual({
      status: 'approved',
      days: 'submitted',
      from: '2026-11-01',
      to: '2026-11-30',
    });
    server.on('GET /api/admin/withdrawals/export.csv', { status: 429, json: { code: 'rate_limited', detail: 'Too many.' } });
    await userEvent.click(screen.getByRole('button', { name: t('admin.csv') }));
    await waitFor(() => expect(toasts()).toContain(`${t('admin.csv_failed')}: Too many.`));
  });

  it('asks for a code before the file, and reports it only once it is there', async () => {
    const FILE = 'GET /api/admin/withdrawals/export.csv';
    const CODE = 'POST /api/admin/auth/step-up';
    server.on(LIST, { json: makePage([]) });
    server.on(FILE, { status: 403, json: { code: 'step_up_required', detail: 'Prove it.' } }, { text: '\uFEFFid\r\n' });
    server.on(
      CODE,
      { status: 401, json: { code: 'invalid_totp', detail: 'Wrong code.' } },
      { json: { until: '2026-11-23T12:10:00.000Z' } },
    );
    renderConsole('/admin/withdrawals?status=approved');
    await userEvent.click(await screen.findByRole('button', { name: t('admin.csv') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('admin.csv_code_title') }));
    expect(toasts()).toEqual([]);
    await enterText(dialog.getByLabelText(t('admin.csv_code')), '123456');
    await userEvent.click(dialog.getByRole('button', { name: t('admin.csv') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Wrong code.');
    expect(toasts()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: t('admin.csv') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin.csv_done')]));
    expect(files.map(({ name }) => name)).toEqual(['withdrawals.csv']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows an error, and retries on request', async () => {
    server.on(LIST, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([makeReviewRow()]) });
    renderConsole('/admin/withdrawals');
    expect(await screen.findByText(t('admin_withdrawals.failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    await rowOf('Minh Hoang');
  });

  it('tells the admin if their role has no access', async () => {
    server.on(LIST, { status: 403, json: { code: 'forbidden', detail: 'You may not do this.' } });
    renderConsole('/admin/withdrawals');
    expect(await screen.findByText(t('admin.forbidden'))).toBeTruthy();
  });
});
