import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminUser } from '#contract/admin-users.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeAdminUser, makeInvited, makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
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
  return renderConsole(`/admin/users/${user.id}${tab ? `?tab=${tab}` : ''}`);
}

const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
const dialog = async () => within(await screen.findByRole('dialog'));

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
    expect(screen.getByText(/^Disabled · a@example.com, .*: Two accounts$/)).toBeTruthy();
    expect(screen.getByText(/^self-excluded until/)).toBeTruthy();
    expect(screen.getByText('Gold II · 3,100 XP')).toBeTruthy();
    expect(screen.getByText('71 of 120 won')).toBeTruthy();
  });

  it('is disabled with a reason, and enabled again', async () => {
    const user = makeAdminUser();
    const status = `POST /api/admin/users/${user.id}/status`;
    server.on(status, { json: { status: 'disabled', sessions_ended: 2 } });
    open(user);
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    const asking = await dialog();
    await userEvent.click(asking.getByRole('button', { name: 'Disable' }));
    expect(asking.getByText('Please say why')).toBeTruthy();
    server.on(`GET /api/admin/users/${user.id}`, { json: { ...user, status: 'disabled' } });
    await enterText(asking.getByLabelText('Reason'), 'Two accounts');
    await userEvent.click(asking.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(toasts()).toEqual(['Disabled. 2 sessions ended.']));
    expect(server.bodiesOf(status)).toEqual([{ status: 'disabled', reason: 'Two accounts' }]);
    await userEvent.click(await screen.findByRole('button', { name: 'Enable' }));
    await enterText((await dialog()).getByLabelText('Reason'), 'Cleared');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Enable' }));
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
    await userEvent.click(await screen.findByRole('button', { name: 'Adjust points' }));
    let asking = await dialog();
    await enterText(asking.getByLabelText('Reason'), 'Wrong booking');
    await userEvent.click(asking.getByRole('button', { name: 'Adjust' }));
    expect((await asking.findByRole('alert')).textContent).toBe('Please enter how many points');
    await userEvent.click(asking.getByRole('radio', { name: 'Take' }));
    await userEvent.type(asking.getByLabelText('Points'), '1,000');
    await enterText(asking.getByLabelText('Note for the user (optional)'), 'Correction');
    await userEvent.click(asking.getByRole('button', { name: 'Take 1,000 points' }));
    await waitFor(() => expect(toasts()).toEqual(['Done. The balance is 11,480 now.']));
    await userEvent.click(screen.getByRole('button', { name: 'Adjust points' }));
    asking = await dialog();
    await userEvent.type(asking.getByLabelText('Points'), '20000');
    await userEvent.type(asking.getByLabelText('Reason'), 'Paid');
    await userEvent.click(asking.getByRole('button', { name: 'Top up 20,000 points' }));
    await waitFor(() => expect(toasts()).toContain('It waits for a second admin, under Approvals.'));
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
    await userEvent.click(await screen.findByRole('button', { name: 'End sessions' }));
    await enterText((await dialog()).getByLabelText('Reason'), 'Lost phone');
    await userEvent.click((await dialog()).getByRole('button', { name: 'End sessions' }));
    await waitFor(() => expect(toasts()).toEqual(['1 session ended.']));
  });

  it.each([
    ['viewer', []],
    ['support', ['End sessions', 'Disable']],
    ['reviewer', ['End sessions', 'Disable']],
    ['finance', ['Adjust points', 'End sessions', 'Disable']],
  ] as const)('offers a %s the actions of the role', async (role, offered) => {
    beAdmin({ role });
    open(makeAdminUser());
    await screen.findByText('Gold II · 3,100 XP');
    expect(['Adjust points', 'End sessions', 'Disable'].filter((name) => screen.queryByRole('button', { name }) !== null)).toEqual(offered);
  });

  it('filters the ledger by the address, in the user’s time zone', async () => {
    const user = makeAdminUser();
    const row = { id: '1', source: 'daily_login', delta: 10, balance: 12_480, status: 'posted', note: null, match: null, at_risk: null };
    server.on(`GET /api/admin/users/${user.id}/points`, { json: makePage([{ ...row, at: '2026-11-21T20:00:00.000Z' }]) });
    const { path } = open(user, 'points');
    // 20:00 in UTC is the next morning in Saigon.
    expect(await screen.findByText('Nov 22, 2026, 03:00')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'In' }));
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'Stakes');
    await waitFor(() => expect(path()).toBe(`/admin/users/${user.id}?tab=points&type=credit&source=bet_stake`));
    await waitFor(() =>
      expect(server.heard.filter((call) => call.path.endsWith('/points')).at(-1)?.query).toEqual({
        type: 'credit',
        source: 'bet_stake',
        page: '1',
      }),
    );
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
    expect(within(first!).getByText('Asked for by first@example.com')).toBeTruthy();
    expect(within(first!).getByText('Approved by second@example.com')).toBeTruthy();
    expect(within(first!).getByText('Note: Seen the receipt')).toBeTruthy();
    expect(within(last!).getByText('Asked for by second@example.com')).toBeTruthy();
    expect(within(last!).getByText('No second admin was needed')).toBeTruthy();
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
    expect(screen.getByText('1 more')).toBeTruthy();
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
    expect(await screen.findByText('No notes yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Please write something');
    await enterText(screen.getByLabelText('A note for other admins'), ' Called us ');
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Called us')).toBeTruthy();
    expect(server.bodiesOf(`POST ${notes}`)).toEqual([{ text: 'Called us' }]);
  });

  it('retries a failed part independently of the others', async () => {
    const user = makeAdminUser();
    const bets = `GET /api/admin/users/${user.id}/bets`;
    server.on(bets, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([]) });
    open(user, 'bets');
    expect(await screen.findByText('The bets could not be loaded')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Minh Hoang' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No bets')).toBeTruthy();
  });

  it('shows an error for an unknown user', async () => {
    server.on('GET /api/admin/users/nobody', { status: 404, json: { code: 'not_found', detail: 'No.' } });
    renderConsole('/admin/users/nobody');
    expect(await screen.findByText('There is no such user')).toBeTruthy();
  });
});
