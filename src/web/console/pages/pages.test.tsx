import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminRow } from '#contract/admins.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beAdmin, makeConsoleOverview, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OVERVIEW = 'GET /api/admin/overview';
const TRENDS = 'GET /api/admin/trends';
const WAITING = 'GET /api/admin/withdrawals';
const AUDIT = 'GET /api/admin/audit';
const ADMINS = 'GET /api/admin/admins';

const trendDay = (day: string, bets: number) => ({
  day,
  is_partial: day === '2026-11-22',
  registrations: 1,
  daily_actives: 10,
  weekly_actives: 40,
  bets,
  bet_participants: 5,
  recharge_amount: 0,
  recharge_users: 0,
  average_recharge: null,
});
const TREND = {
  window: 7,
  days: [trendDay('2026-11-21', 30), trendDay('2026-11-22', 12)],
  before: [trendDay('2026-11-14', 20), trendDay('2026-11-15', 1)],
  counted_at: '2026-11-22T12:00:00.000Z',
};
const list = (items: unknown[]) => ({ items, page: 1, page_size: 20, total: items.length });
const FAILING = { status: 500, json: { detail: 'Broken.' } };

const server = await serveConsole();
// The charts are a large library: preloaded so that tests do not wait for it.
beforeAll(() => import('#web/console/ui/trend-chart.tsx').then(() => undefined));
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin();
  server.on(TRENDS, { json: TREND });
  server.on(WAITING, { json: list([]) });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);

describe('the overview', () => {
  it('shows the five figures with their changes, and the state of the site', async () => {
    renderConsole('/admin');
    const figures = within(await screen.findByRole('region', { name: t('admin_overview.figures') }));
    for (const text of ['48,210', '6,944', '91.4m', t('admin_overview.usdt', { amount: '312' })])
      expect(figures.getByText(text)).toBeTruthy();
    expect(figures.getByText(t('admin_overview.since_yesterday', { change: '+1.8%' }))).toBeTruthy();
    expect(screen.getByText(new RegExp(`^${t('admin_overview.ledger_proven', { ago: '' })}`))).toBeTruthy();
    expect(screen.getByText(new RegExp(`^${t('admin_overview.feed', { name: 'demo', ago: '' })}`))).toBeTruthy();
    expect(screen.queryByRole('region', { name: t('admin_overview.problems_heading') })).toBeNull();
  });

  it('leads from each figure and each open task to what it counts', async () => {
    const calm = makeConsoleOverview();
    const some = { count: 1, oldest_at: null };
    const queues = Object.fromEntries(Object.keys(calm.queues).map((name) => [name, some]));
    server.on(OVERVIEW, {
      json: makeConsoleOverview({ queues: { ...calm.queues, ...queues }, quarantine: { total: 2, last_24h: 1 } }),
    });
    renderConsole('/admin');
    const linksIn = (part: HTMLElement) =>
      within(part)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    const figures = await screen.findByRole('region', { name: t('admin_overview.figures') });
    const today = new Date().toISOString().slice(0, 10);
    expect(linksIn(figures)).toEqual([
      '/admin/users',
      '/admin/users?sort=last_login_at',
      '/admin/users?sort=points_balance',
      '/admin/withdrawals',
      `/admin/withdrawals?status=approved&days=decided&from=${today}&to=${today}`,
    ]);
    const tasks = screen.getByRole('heading', { name: t('admin_overview.queues') }).closest('section')!;
    expect(linksIn(tasks)).toEqual([
      '/admin/withdrawals',
      '/admin/withdrawals?work=second_approval',
      '/admin/withdrawals?status=being_sent',
      '/admin/approvals',
      '/admin/invite-reviews',
      '/admin/exclusion-reviews',
      '/admin/chat',
      '/admin/chat?tab=appeals',
      '/admin/quarantine',
    ]);
  });

  it('shows problems, and waiting work in the menu', async () => {
    const calm = makeConsoleOverview();
    server.on(OVERVIEW, {
      json: makeConsoleOverview({
        problems: ['ledger_unproven'],
        ledger: { ...calm.ledger, proof: { proven: false, proven_at: '2026-11-22T11:00:00.000Z', blocks: 3 } },
        queues: { ...calm.queues, withdrawals: { count: 7, oldest_at: '2026-11-21T12:00:00.000Z' } },
        switches: [{ name: 'redeem', is_on: false }],
      }),
    });
    renderConsole('/admin');
    const wrong = within(await screen.findByRole('region', { name: t('admin_overview.problems_heading') }));
    expect(wrong.getByText(t('admin_overview.problems.ledger_unproven'))).toBeTruthy();
    expect(wrong.getByText(t('admin_overview.switched_off', { names: t('admin_overview.switches.redeem') }))).toBeTruthy();
    expect(screen.getByText(t('admin_overview.ledger_faulty'))).toBeTruthy();
    const menu = within(screen.getByRole('navigation', { name: t('admin.nav') }));
    expect(menu.getByRole('link', { name: new RegExp(t('admin.pages.withdrawals')) }).textContent).toContain(
      t('admin.waiting', { count: 7 }),
    );
  });

  it('shows which past seasons are imported, to come, and refused with the provider’s words', async () => {
    const [feed] = makeConsoleOverview().feeds;
    const problem = 'Free plans do not have access to this season.';
    const seasons = [
      { season: '2025/26', state: 'refused' as const, problem },
      { season: '2024/25', state: 'fetched' as const, problem: null },
      { season: '2023/24', state: 'waiting' as const, problem: null },
    ];
    server.on(OVERVIEW, { json: makeConsoleOverview({ feeds: [{ ...feed!, history: [{ league: 'Premier League', seasons }] }] }) });
    renderConsole('/admin');
    const table = await screen.findByRole('region', { name: t('admin_overview.history') });
    const [, row] = within(table).getAllByRole('row');
    const cells = within(row!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    const counted = t('admin_overview.history_count', { fetched: 1, wanted: 3 });
    expect(cells).toEqual(['Premier League demo', counted, '2023/24', `2025/26${problem}`]);
  });

  it('shows what feeds told that was refused, and which second opinions were found', async () => {
    server.on(OVERVIEW, {
      json: makeConsoleOverview({
        refusals: [
          { feed: 'api-football', reason: 'unknown status EXTRA_BREAK', count: 3 },
          { feed: 'b-feed', reason: 'score_dropped', count: 1 },
        ],
        opinions: [{ feed: 'second', state: 'no_match', count: 2 }],
      }),
    });
    renderConsole('/admin');
    const heading = await screen.findByRole('heading', { name: t('admin_overview.quality') });
    const card = within(heading.closest('section')!);
    const cells = card.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(['api-football', 'unknown status EXTRA_BREAK', '3', 'b-feed', 'score dropped', '1']);
    expect(card.getByText(t('admin_overview.opinion_no_match', { feed: 'second', count: 2 }))).toBeTruthy();
  });

  it('fails part by part, each with a retry', async () => {
    const user = userEvent.setup();
    server.on(WAITING, FAILING);
    renderConsole('/admin');
    const failed = await screen.findByText(t('admin_overview.waiting_failed'));
    expect(await screen.findByText('48,210')).toBeTruthy();
    server.on(WAITING, { json: list([]) });
    await user.click(within(failed.closest('section')!).getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('admin_overview.waiting_none'))).toBeTruthy();
  });
});

describe('the trends', () => {
  it('are also shown as a table with the earlier days, for a selectable window', async () => {
    const user = userEvent.setup();
    const { path } = renderConsole('/admin/trends');
    await user.click(await screen.findByRole('radio', { name: t('admin_overview.as_table') }));
    const table = within(await screen.findByRole('table'));
    const [, today] = table.getAllByRole('row');
    expect(today?.textContent).toContain(t('admin_overview.so_far'));
    expect(
      within(today!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toContain('12 1');
    await user.click(screen.getByRole('radio', { name: t('admin_overview.days', { days: 30 }) }));
    await waitFor(() => expect(path()).toBe('/admin/trends?view=table&window=30'));
    await waitFor(() => expect(server.heard.filter((call) => call.path === '/api/admin/trends').at(-1)?.query).toEqual({ window: '30' }));
  });

  it('show each series’ value, compared with the earlier days', async () => {
    renderConsole('/admin/trends');
    const bets = within((await screen.findByText(t('admin_overview.series.bets'), { selector: 'h2' })).closest('section')!);
    const total = t('admin_overview.total', { value: '42' });
    expect(bets.getByText(total)).toBeTruthy();
    expect(bets.getByText(t('admin_overview.against_before', { change: '+100%', days: 7 }))).toBeTruthy();
    const label = t('admin_overview.chart_label', { series: t('admin_overview.series.bets'), value: total });
    expect(bets.getByRole('figure', { name: label })).toBeTruthy();
  });

  it('say beside each series what it counts, as charts and as a table', async () => {
    const user = userEvent.setup();
    renderConsole('/admin/trends');
    expect(await screen.findByText(t('admin_overview.definitions.weekly_actives'))).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: t('admin_overview.as_table') }));
    const heading = await screen.findByRole('heading', { name: t('admin_overview.definitions_heading') });
    expect(within(heading.closest('section')!).getAllByRole('definition')).toHaveLength(8);
  });

  it('are shown for a chosen range once it is complete, as its file, until a window is chosen again', async () => {
    const user = userEvent.setup();
    const { path } = renderConsole('/admin/trends?from=2026-11-03');
    const asked = () => server.heard.filter((call) => call.path === '/api/admin/trends').at(-1)?.query;
    expect(await screen.findByText(t('admin_overview.range_hint', { days: 366 }))).toBeTruthy();
    await waitFor(() => expect(asked()).toEqual({ window: '7' }));
    enterText(screen.getByLabelText(t('admin_overview.range_to')), '2026-11-05');
    const range = { from: '2026-11-03', to: '2026-11-05' };
    await waitFor(() => expect(asked()).toEqual(range));
    expect(screen.queryByText(t('admin_overview.range_hint', { days: 366 }))).toBeNull();
    expect(screen.getByRole('radio', { name: t('admin_overview.days', { days: 7 }) })).toHaveProperty('checked', false);
    server.on('GET /api/admin/trends.csv', FAILING);
    await user.click(screen.getByRole('button', { name: t('admin.csv') }));
    await waitFor(() => expect(server.heard.find((call) => call.path === '/api/admin/trends.csv')?.query).toEqual(range));
    await user.click(screen.getByRole('radio', { name: t('admin_overview.days', { days: 7 }) }));
    await waitFor(() => expect(path()).toBe('/admin/trends'));
    expect(screen.getByRole('radio', { name: t('admin_overview.days', { days: 7 }) })).toHaveProperty('checked', true);
  });

  it('show that the file could not be created', async () => {
    const user = userEvent.setup();
    server.on('GET /api/admin/trends.csv', FAILING);
    renderConsole('/admin/trends');
    await user.click(await screen.findByRole('button', { name: t('admin.csv') }));
    await waitFor(() => expect(toasts()).toContain(`error: ${t('admin.csv_failed')}: Broken.`));
  });
});

const entry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  admin: { id: '0195a000-0000-7000-8000-00000000ad31', email: 'ops@example.com', role: 'finance' },
  action: 'user.disable',
  subject: { kind: 'user', id: 'u-1', name: 'Lan' },
  before: { status: 'normal' },
  after: { status: 'disabled' },
  reason: 'Shared accounts',
  ip: '127.0.0.1',
  created_at: '2026-11-22T11:00:00.000Z',
  ...changes,
});

describe('the audit log', () => {
  const LOG = {
    items: [entry(2), entry(1, { action: 'admin.invite' })],
    ...{ next: 1, total: 3, total_exact: true },
    admins: [],
    actions: ['admin.invite', 'user.disable'],
  };

  it('is filtered by the address', async () => {
    const user = userEvent.setup();
    server.on(AUDIT, { json: LOG });
    const { path } = renderConsole('/admin/audit?from=2026-11-20&kind=user&admin=nonsense');
    await screen.findByText('Shared accounts', { selector: 'tr:first-child *' });
    const [asked] = server.heard.filter((call) => call.path === '/api/admin/audit');
    expect(asked?.query).toEqual({ subject_kind: 'user', from: new Date('2026-11-20T00:00:00').toISOString() });
    await user.selectOptions(screen.getByRole('combobox', { name: t('admin_audit.action') }), 'user.disable');
    await waitFor(() => expect(path()).toContain('action=user.disable'));
    await user.click(screen.getByRole('button', { name: t('admin.clear_filters') }));
    await waitFor(() => expect(path()).not.toContain('kind='));
  });

  it('is navigated by keyboard, and an entry shows the changed values', async () => {
    const user = userEvent.setup();
    server.on(AUDIT, { json: LOG });
    const { path } = renderConsole('/admin/audit');
    await screen.findAllByText('Shared accounts');
    await user.keyboard('jjk{Enter}');
    const opened = within(
      await screen.findByRole('dialog', { name: t('admin_audit.did.user_disable', { who: 'ops@example.com', about: 'Lan' }) }),
    );
    const [, row] = opened.getAllByRole('row');
    expect(row?.textContent).toBe('statusnormaldisabled');
    await waitFor(() => expect(path()).toContain('entry=2'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(path()).toBe('/admin/audit'));
  });

  it('leads to older entries, and names actions that have no words', async () => {
    const user = userEvent.setup();
    server.on(AUDIT, { json: { ...LOG, items: [entry(2, { action: 'moon.land', subject: { kind: 'moon', id: '1', name: null } })] } });
    const { path } = renderConsole('/admin/audit');
    expect(
      await screen.findByText(t('admin_audit.did_other', { who: 'ops@example.com', action: 'moon.land', about: 'moon 1' })),
    ).toBeTruthy();
    await user.click(screen.getByRole('link', { name: t('admin_audit.older') }));
    await waitFor(() => expect(path()).toBe('/admin/audit?before=1'));
    await waitFor(() => expect(server.heard.filter((call) => call.path === '/api/admin/audit').at(-1)?.query).toEqual({ before_id: '1' }));
  });

  it('is refused to roles without access', async () => {
    beAdmin({ role: 'viewer' });
    server.on(AUDIT, { status: 403, json: { code: 'forbidden', detail: 'You may not do this.' } });
    renderConsole('/admin/audit');
    expect(await screen.findByText(t('admin.forbidden'))).toBeTruthy();
    expect(screen.getByText(t('admin.forbidden_hint', { role: t('admin.roles.viewer') }))).toBeTruthy();
  });
});

const adminRow = (changes: Partial<AdminRow> = {}): AdminRow => ({
  id: '0195a000-0000-7000-8000-00000000ad02',
  email: 'second@example.com',
  role: 'reviewer',
  status: 'normal',
  totp_enabled: true,
  one_time_until: null,
  sessions: 1,
  created_by: null,
  created_at: '2026-11-01T12:00:00.000Z',
  last_login_at: null,
  ...changes,
});

describe('the admins', () => {
  const DISABLE = `POST /api/admin/admins/${adminRow().id}/status`;

  beforeEach(() => {
    const me = beAdmin({ role: 'super' });
    server.on(ADMINS, { json: list([adminRow(), adminRow({ id: me.id, email: me.email, role: 'super' })]) });
  });

  it('are changed with a reason, except by themselves', async () => {
    const user = userEvent.setup();
    server.on(
      DISABLE,
      { status: 403, json: { code: 'forbidden', detail: 'Not the last one.' } },
      { json: { admin: adminRow(), approval: null } },
    );
    renderConsole('/admin/admins');
    await screen.findByText('second@example.com');
    expect(screen.getAllByRole('button', { name: new RegExp(`^${t('admin_admins.actions', { email: '' })}`) })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: t('admin_admins.actions', { email: 'second@example.com' }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('admin_admins.disable') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_admins.disable') }));
    await user.click(dialog.getByRole('button', { name: t('admin_admins.disable_submit') }));
    expect(dialog.getByText(t('admin.reason_required'))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason')), 'Left the company');
    await user.click(dialog.getByRole('button', { name: t('admin_admins.disable_submit') }));
    expect(await dialog.findByText('Not the last one.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: t('admin_admins.disable_submit') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf(DISABLE).at(-1)).toEqual({ status: 'disabled', reason: 'Left the company' });
  });

  it('get a new role through a second super, without a password', async () => {
    const user = userEvent.setup();
    const ROLE = `POST /api/admin/admins/${adminRow().id}/role`;
    server.on(ROLE, { json: { admin: adminRow(), approval: { id: '0195a000-0000-7000-8000-00000000c0de' } } });
    renderConsole('/admin/admins');
    await user.click(await screen.findByRole('button', { name: t('admin_admins.actions', { email: 'second@example.com' }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('admin_admins.change_role') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_admins.change_role') }));
    expect(dialog.getByText(t('admin_admins.change_role_lead', { email: 'second@example.com' }))).toBeTruthy();
    await user.selectOptions(dialog.getByLabelText(t('admin_admins.role')), 'super');
    await enterText(dialog.getByLabelText(t('admin.reason')), 'Takes over');
    await user.click(dialog.getByRole('button', { name: t('admin_admins.change_role_submit') }));
    await waitFor(() => expect(toasts()).toContain(`info: ${t('admin_admins.waits')}`));
    expect(server.bodiesOf(ROLE)).toEqual([{ role: 'super', reason: 'Takes over' }]);
  });

  it('are requested: a second super has to approve', async () => {
    const user = userEvent.setup();
    server.on(
      'POST /api/admin/admins',
      { status: 409, json: { code: 'email_taken', detail: 'Is one already.' } },
      { status: 201, json: { approval: { id: '0195a000-0000-7000-8000-00000000c0de' } } },
    );
    renderConsole('/admin/admins');
    await user.click(await screen.findByRole('button', { name: t('admin_admins.invite') }));
    const form = within(await screen.findByRole('dialog', { name: t('admin_admins.invite') }));
    await enterText(form.getByLabelText(t('admin_admins.email')), 'second@example.com');
    await user.selectOptions(form.getByLabelText(t('admin_admins.role')), 'reviewer');
    await user.click(form.getByRole('button', { name: t('admin_admins.invite_submit') }));
    expect(await form.findByText('Is one already.')).toBeTruthy();
    await user.click(form.getByRole('button', { name: t('admin_admins.invite_submit') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf('POST /api/admin/admins').at(-1)).toEqual({ email: 'second@example.com', role: 'reviewer' });
  });
});

describe('the first visit', () => {
  it('leads from the one-time password to a new password, the second factor, and the requested page', async () => {
    const user = userEvent.setup();
    const me = beAdmin({ must_change_password: true, totp_enabled: false });
    server.on('POST /api/admin/auth/password', { json: { admin: { ...me, must_change_password: false } } });
    server.on('POST /api/admin/auth/two-factor', { json: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' } });
    server.on('POST /api/admin/auth/two-factor/confirm', {
      json: { admin: { ...me, must_change_password: false, totp_enabled: true }, recovery_codes: ['AAAA-2222', 'BBBB-3333'] },
    });
    const { path } = renderConsole('/admin/trends?window=14');
    await enterText(await screen.findByLabelText(t('admin_account.one_time_password')), 'ZRBU-FH6B');
    await enterText(screen.getByLabelText(t('admin_account.new_password')), 'Operate-1994');
    await enterText(screen.getByLabelText(t('admin_account.password_again')), 'Operate-1994');
    await user.click(screen.getByRole('button', { name: t('admin_account.password_submit') }));
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    expect(server.bodiesOf('POST /api/admin/auth/two-factor')).toEqual([{ password: 'Operate-1994' }]);
    await user.type(screen.getByLabelText(t('two_factor.code')), '123456');
    await user.click(screen.getByRole('button', { name: t('two_factor.turn_on') }));
    expect(await screen.findByText('AAAA-2222')).toBeTruthy();
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: t('two_factor.done') }));
    await screen.findByRole('heading', { name: t('admin.pages.trends') });
    await waitFor(() => expect(path()).toBe('/admin/trends?window=14'));
  });
});
