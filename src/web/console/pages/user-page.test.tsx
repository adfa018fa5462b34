import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminUser } from '#contract/admin-users.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeAdminUser, makeInvited, makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin();
  await chooseLocale('en');
});

/** Lets the server answer with a user, and opens their page at a tab. */
function open(user: AdminUser, tab?: string) {
  server.on(`GET /api/admin/users/${user.id}`, { json: user });
  return renderConsole(`/admin/users/${user.id}${tab ? `/${tab}` : ''}`);
}

const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
const dialog = async () => within(await screen.findByRole('dialog'));
/** The level of the user that makeAdminUser returns. */
const LEVEL = t('admin_users.level_value', { level: t('account.tier.gold', { step: 'II' }), experience: 3_100 });

describe('a user’s page', () => {
  it('shows their identity and the state of their account', async () => {
    open(
      makeAdminUser({
        status: 'disabled',
        status_change: { status: 'disabled', reason: 'Two accounts', admin_email: 'a@example.com', at: '2026-11-20T10:00:00.000Z' },
        exclusion: { kind: 'self_exclusion', until: '2027-05-20T10:00:00.000Z' },
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Minh Hoang' })).toBeTruthy();
    const by = t('admin_users.status_by', { email: 'a@example.com', when: '20 November 2026 at 10:00', reason: 'Two accounts' });
    expect(screen.getByText(`${t('admin_evidence.user_status.disabled')} · ${by}`)).toBeTruthy();
    expect(screen.getByText(t('admin_users.exclusion_until.self_exclusion', { when: '20 May 2027 at 10:00' }))).toBeTruthy();
    expect(screen.getByText(LEVEL)).toBeTruthy();
    expect(screen.getByText(t('admin_users.played_value', { hits: 71, played: 120 }))).toBeTruthy();
  });

  it('is disabled with a reason, and enabled again', async () => {
    const user = makeAdminUser();
    const status = `POST /api/admin/users/${user.id}/status`;
    server.on(status, { json: { status: 'disabled', sessions_ended: 2 } });
    open(user);
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.disable') }));
    const asking = await dialog();
    await userEvent.click(asking.getByRole('button', { name: t('admin_users.disable') }));
    expect(asking.getByText(t('admin.reason_required'))).toBeTruthy();
    server.on(`GET /api/admin/users/${user.id}`, { json: { ...user, status: 'disabled' } });
    await enterText(asking.getByLabelText(t('admin.reason')), 'Two accounts');
    await userEvent.click(asking.getByRole('button', { name: t('admin_users.disable') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_users.disabled', { count: 2 })]));
    expect(server.bodiesOf(status)).toEqual([{ status: 'disabled', reason: 'Two accounts' }]);
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.enable') }));
    await enterText((await dialog()).getByLabelText(t('admin.reason')), 'Cleared');
    await userEvent.click((await dialog()).getByRole('button', { name: t('admin_users.enable') }));
    await waitFor(() => expect(server.bodiesOf(status)[1]).toEqual({ status: 'normal', reason: 'Cleared' }));
  });

  it('adjusts points in each way, and shows when a second admin is needed', async () => {
    const user = makeAdminUser();
    const adjust = `POST /api/admin/users/${user.id}/adjust`;
    server.on(
      adjust,
      { json: { approval: null, balance: 11_480 } },
      { json: { approval: { id: '0195a000-0000-7000-8000-00000000aaaa' }, balance: 11_480 } },
    );
    open(user);
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.adjust') }));
    let asking = await dialog();
    await enterText(asking.getByLabelText(t('admin.reason')), 'Wrong booking');
    await userEvent.click(asking.getByRole('button', { name: t('admin_users.adjust_none') }));
    expect((await asking.findByRole('alert')).textContent).toBe(t('admin_users.adjust_missing'));
    await userEvent.click(asking.getByRole('radio', { name: t('admin_users.ways.take') }));
    await userEvent.type(asking.getByLabelText(t('admin_users.adjust_amount')), '1,000');
    await enterText(asking.getByLabelText(t('admin_users.adjust_note')), 'Correction');
    await userEvent.click(asking.getByRole('button', { name: t('admin_users.adjust_submit.take', { points: 1_000 }) }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_users.adjusted', { balance: 11_480 })]));
    await userEvent.click(screen.getByRole('button', { name: t('admin_users.adjust') }));
    asking = await dialog();
    await userEvent.type(asking.getByLabelText(t('admin_users.adjust_amount')), '20000');
    await userEvent.type(asking.getByLabelText(t('admin.reason')), 'Paid');
    await userEvent.click(asking.getByRole('button', { name: t('admin_users.adjust_submit.top_up', { points: 20_000 }) }));
    await waitFor(() => expect(toasts()).toContain(t('admin_users.adjust_waits')));
    expect(server.bodiesOf(adjust)).toEqual([
      { delta: -1_000, source: 'admin_adjust', reason: 'Wrong booking', note: 'Correction' },
      { delta: 20_000, source: 'manual_adjust', reason: 'Paid' },
    ]);
    const keys = server.heard.filter(({ path }) => path.endsWith('/adjust')).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('is signed out everywhere, with a reason', async () => {
    const user = makeAdminUser();
    server.on(`POST /api/admin/users/${user.id}/sessions/end`, { json: { ended: 1 } });
    open(user);
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.end_sessions') }));
    await enterText((await dialog()).getByLabelText(t('admin.reason')), 'Lost phone');
    await userEvent.click((await dialog()).getByRole('button', { name: t('admin_users.end_sessions') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_users.sessions_ended', { count: 1 })]));
  });

  it.each([
    ['viewer', []],
    ['support', [t('admin_users.end_sessions'), t('admin_users.disable')]],
    ['reviewer', [t('admin_users.end_sessions'), t('admin_users.disable')]],
    ['finance', [t('admin_users.adjust'), t('admin_users.end_sessions'), t('admin_users.disable')]],
  ] as const)('offers a %s the actions of the role', async (role, offered) => {
    beAdmin({ role });
    open(makeAdminUser());
    await screen.findByText(LEVEL);
    expect(
      [t('admin_users.adjust'), t('admin_users.end_sessions'), t('admin_users.disable')].filter(
        (name) => screen.queryByRole('button', { name }) !== null,
      ),
    ).toEqual(offered);
  });

  it('has an address for each tab, and follows the older form', async () => {
    const user = makeAdminUser();
    server.on(`GET /api/admin/users/${user.id}/limits`, {
      json: {
        limits: [{ kind: 'stake', period: 'day', amount: 300, used: 300, resets_at: '2026-11-22T00:00:00.000Z', next: null }],
        exclusion: null,
        exclusions: [{ kind: 'time_out', began_at: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z', is_carried: true }],
      },
    });
    server.on(`GET /api/admin/users/${user.id}/chat`, { json: makePage([]) });
    server.on(`GET /api/admin/users/${user.id}`, { json: user });
    const { path } = renderConsole(`/admin/users/${user.id}?tab=limits`);
    expect(await screen.findByText(t('admin_users.limits.carried'))).toBeTruthy();
    expect(path()).toBe(`/admin/users/${user.id}/limits`);
    expect(screen.getByText(t('play_limits.name.stake.day'))).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: t('admin_users.tabs.chat') }));
    expect(await screen.findByText(t('admin_users.chat.none'))).toBeTruthy();
    expect(path()).toBe(`/admin/users/${user.id}/chat`);
  });

  it('filters the ledger by the address, in the user’s time zone', async () => {
    const user = makeAdminUser();
    const row = { id: '1', source: 'daily_login', delta: 10, balance: 12_480, status: 'posted', note: null, match: null, at_risk: null };
    server.on(`GET /api/admin/users/${user.id}/points`, { json: makePage([{ ...row, at: '2026-11-21T20:00:00.000Z' }]) });
    const { path } = open(user, 'points');
    // 20:00 in UTC is the next morning in Saigon.
    expect(await screen.findByText('22 Nov 2026, 03:00')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: t('account.type_credit') }));
    await userEvent.selectOptions(screen.getByLabelText(t('account.filter_source')), t('account.source_name.bet_stake'));
    await waitFor(() => expect(path()).toBe(`/admin/users/${user.id}/points?type=credit&source=bet_stake`));
    await waitFor(() =>
      expect(server.heard.filter((call) => call.path.endsWith('/points')).at(-1)?.query).toEqual({
        type: 'credit',
        source: 'bet_stake',
        page: '1',
      }),
    );
  });

  it('explains the balance in sentences, page by page, and says if it does not add up', async () => {
    const user = makeAdminUser();
    const proof = { transfers: 2, balance_sum: 20, held_sum: 0, balance: 20, held: 0 };
    const nothing = { match: null, withdrawal_id: null, by: null, agreed_by: null, reason: null, note: null, held: 0 };
    const at = '2026-11-20T10:00:00.000Z';
    const start = { balance: 0, held: 0 };
    const first = { id: 7, at, kind: 'check_in', points: 30, balance: 30, ...nothing };
    const taken = {
      id: 9,
      at,
      kind: 'taken',
      points: 10,
      balance: 20,
      ...nothing,
      by: { id: user.id, email: 'ops@example.com' },
      reason: 'Typo',
    };
    server.on(`GET /api/admin/users/${user.id}/points`, { json: makePage([]) });
    server.on(
      `GET /api/admin/users/${user.id}/explained-balance`,
      { json: { start, steps: [first], next: 7, proof: { ...proof, holds: true } } },
      { json: { start: { balance: 30, held: 0 }, steps: [taken], next: null, proof: { ...proof, balance: 25, holds: false } } },
    );
    open(user, 'points');
    const button = await screen.findByRole('button', { name: t('admin_users.explain.title'), expanded: false });
    await userEvent.click(button);
    expect(await screen.findByText(t('admin_users.explain.steps.check_in', { points: 30 }), { exact: false })).toBeTruthy();
    expect(screen.getByText(t('admin_users.explain.adds_up', proof))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('admin_users.explain.more') }));
    const sentence = t('admin_users.explain.steps.taken', { points: 10, by: 'ops@example.com' });
    expect(await screen.findByText(sentence, { exact: false })).toBeTruthy();
    expect(screen.getByText(t('admin_users.explain.reason', { reason: 'Typo' }), { exact: false })).toBeTruthy();
    expect(screen.getByText(t('admin_users.explain.differs', { ...proof, balance: 25 }))).toBeTruthy();
    expect(server.heard.filter((call) => call.path.endsWith('/explained-balance')).at(-1)?.query).toEqual({ after_id: '7' });
  });

  it('shows who requested and approved adjustments, and why', async () => {
    const user = makeAdminUser();
    const asker = { id: '0195a000-0000-7000-8000-00000000aaaa', email: 'first@example.com' };
    const second = { id: '0195a000-0000-7000-8000-00000000bbbb', email: 'second@example.com' };
    const at = '2026-11-20T10:00:00.000Z';
    const given = { id: asker.id, at, delta: 20_000, source: 'manual_adjust', reason: 'Paid at the counter', admin: asker };
    server.on(`GET /api/admin/users/${user.id}/adjustments`, {
      json: makePage([
        { ...given, approved_by: { ...second, at, note: 'Seen the receipt' } },
        { ...given, id: second.id, delta: -5, source: 'admin_adjust', reason: '', admin: second, approved_by: null },
      ]),
    });
    open(user, 'adjustments');
    const [, first, last] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(first?.textContent).toContain('+20,000');
    expect(within(first!).getByText('Paid at the counter')).toBeTruthy();
    expect(within(first!).getByText(t('admin_users.adjusted_by', { email: 'first@example.com' }))).toBeTruthy();
    expect(within(first!).getByText(t('admin_users.agreed_by', { email: 'second@example.com' }))).toBeTruthy();
    expect(within(first!).getByText(t('admin_users.agreed_note', { note: 'Seen the receipt' }))).toBeTruthy();
    expect(within(last!).getByText(t('admin_users.adjusted_by', { email: 'second@example.com' }))).toBeTruthy();
    expect(within(last!).getByText(t('admin_users.alone'))).toBeTruthy();
  });

  it('shows invites as nested lists, and how many are left out', async () => {
    const user = makeAdminUser({ invitees: 3 });
    const child = makeInvited('Child', { invitees: 1 });
    const other = makeInvited('Other');
    const grandchild = makeInvited('Grandchild');
    server.on(`GET /api/admin/users/${user.id}/referrals`, {
      json: {
        referrers: [makeInvited('Parent')],
        invitees: [
          { ...child, level: 1, invited_by: user.id },
          { ...grandchild, level: 2, invited_by: child.id },
          { ...other, level: 1, invited_by: user.id },
        ],
      },
    });
    open(user, 'invites');
    const item = (await screen.findByRole('link', { name: 'Child' })).closest('li') as HTMLElement;
    expect(within(item).getByRole('link', { name: 'Grandchild' })).toBeTruthy();
    expect(within(item).queryByRole('link', { name: 'Other' })).toBeNull();
    expect(screen.getByText(t('admin_users.tree_more', { count: 1 }))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Parent' })).toBeTruthy();
  });

  it('adds notes that other admins read', async () => {
    const user = makeAdminUser();
    const notes = `/api/admin/users/${user.id}/notes`;
    const note = {
      id: '0195a000-0000-7000-8000-00000000abcd',
      admin: { id: user.id, email: 'a@example.com' },
      text: 'Called us',
      created_at: '2026-11-20T10:00:00.000Z',
    };
    server.on(`GET ${notes}`, { json: makePage([]) }, { json: makePage([note]) });
    server.on(`POST ${notes}`, { status: 201, json: { note } });
    open(user, 'notes');
    expect(await screen.findByText(t('admin_users.notes_none'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('admin_users.note_add') }));
    expect((await screen.findByRole('alert')).textContent).toBe(t('admin_users.note_missing'));
    await enterText(screen.getByLabelText(t('admin_users.note')), ' Called us ');
    await userEvent.click(screen.getByRole('button', { name: t('admin_users.note_add') }));
    expect(await screen.findByText('Called us')).toBeTruthy();
    expect(server.bodiesOf(`POST ${notes}`)).toEqual([{ text: 'Called us' }]);
  });

  it('shows API keys below the sessions, and revokes one with a reason', async () => {
    const user = makeAdminUser();
    const key = {
      ...{ id: '01890a5d-ac96-774b-bcce-000000000001', name: 'My bot', hint: 'mp_AbCdE', scopes: ['read', 'me:tip'] },
      ...{ created_at: '2026-11-20T10:00:00.000Z', last_used_at: null, expires_at: null, revoked_at: null },
    };
    const revoke = `POST /api/admin/users/${user.id}/api-keys/${key.id}/revoke`;
    server.on(`GET /api/admin/users/${user.id}/sessions`, { json: makePage([]) });
    server.on(
      `GET /api/admin/users/${user.id}/api-keys`,
      { json: { items: [key] } },
      { json: { items: [{ ...key, revoked_at: '2026-11-20T11:00:00.000Z' }] } },
    );
    server.on(revoke, { json: {} });
    open(user, 'sessions');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.api_keys.revoke_of', { name: 'My bot' }) }));
    await enterText((await dialog()).getByLabelText(t('admin.reason')), 'It was published');
    await userEvent.click((await dialog()).getByRole('button', { name: t('admin_users.api_keys.revoke') }));
    expect(await screen.findByText(t('admin_users.api_keys.states.revoked'))).toBeTruthy();
    expect(server.bodiesOf(revoke)).toEqual([{ reason: 'It was published' }]);
  });

  it('offers a viewer no key to revoke', async () => {
    beAdmin({ role: 'viewer' });
    const user = makeAdminUser();
    const key = {
      ...{ id: '01890a5d-ac96-774b-bcce-000000000001', name: 'My bot', hint: 'mp_AbCdE', scopes: ['read'] },
      ...{ created_at: '2026-11-20T10:00:00.000Z', last_used_at: null, expires_at: null, revoked_at: null },
    };
    server.on(`GET /api/admin/users/${user.id}/sessions`, { json: makePage([]) });
    server.on(`GET /api/admin/users/${user.id}/api-keys`, { json: { items: [key] } });
    open(user, 'sessions');
    expect(await screen.findByText(t('admin_users.api_keys.states.valid'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('admin_users.api_keys.revoke_of', { name: 'My bot' }) })).toBeNull();
  });

  it('retries a failed part independently of the others', async () => {
    const user = makeAdminUser();
    const bets = `GET /api/admin/users/${user.id}/bets`;
    server.on(bets, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([]) });
    open(user, 'bets');
    expect(await screen.findByText(t('admin_users.bets_failed'))).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Minh Hoang' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('admin_users.bets_none'))).toBeTruthy();
  });

  it('shows an error for an unknown user', async () => {
    server.on('GET /api/admin/users/nobody', { status: 404, json: { code: 'not_found', detail: 'No.' } });
    renderConsole('/admin/users/nobody');
    expect(await screen.findByText(t('admin_users.no_such'))).toBeTruthy();
  });
});
