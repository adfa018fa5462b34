import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeCase, makeCaseDetail } from '#test/web/fixtures/console-contests.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/admin/contests';
const page = (items: object[], total = items.length) => ({ json: { items, page: 1, page_size: 20, total } });

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'reviewer' });
  server.on(LIST, page([]));
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const asked = () => server.heard.filter(({ path }) => path === '/api/admin/contests').map(({ query }) => query);
const sent = (call: string) => server.heard.filter(({ method, path }) => `${method} ${path}` === call);
const failure = { status: 500, json: { code: 'internal', detail: 'Something went wrong on our side.' } };

describe('the list of contests', () => {
  it('shows unresolved contests, with the reason and time', async () => {
    const since = new Date(Date.now() - 7 * 3_600_000).toISOString();
    server.on(
      LIST,
      page([makeCase({ unresolved: { why: 'no_result', since } }), makeCase({ approval_id: '01890a5d-ac96-774b-bcce-0000000000aa' })]),
    );
    renderConsole('/admin/contests');
    const [first, second] = (await screen.findAllByRole('row')).slice(1);
    expect(within(first!).getByRole('link', { name: 'Avalon Town – Northgate' }).getAttribute('href')).toMatch(/^\/admin\/contests\/0189/);
    expect(within(first!).getByText('no result 6 hours after its planned end')).toBeTruthy();
    expect(within(first!).getByText('7h 0m').className).toContain('text-bad');
    expect(within(first!).getByText('10,000')).toBeTruthy();
    expect(within(second!).getByText('Second admin')).toBeTruthy();
    expect(asked()[0]).toEqual({ state: 'unresolved', page: '1' });
  });

  it('keeps state, search and page in the address', async () => {
    server.on(LIST, page([makeCase()], 41));
    const { path } = renderConsole('/admin/contests?state=nonsense');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Settled' }));
    await user.type(screen.getByRole('searchbox'), 'Avalon');
    await waitFor(() => expect(path()).toBe('/admin/contests?state=settled&q=Avalon'));
    await user.click(await screen.findByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ state: 'settled', q: 'Avalon', page: '2' }));
  });

  it('shows that nothing is waiting; or an error, with a retry', async () => {
    server.on(LIST, failure, page([]));
    renderConsole('/admin/contests');
    expect(await screen.findByText('The contests could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No contest waits for a person')).toBeTruthy();
  });
});

describe('a contest', () => {
  const open = async (rest: Parameters<typeof makeCaseDetail>[0] = {}) => {
    const contest = makeCaseDetail(rest);
    server.on(`GET /api/admin/contests/${contest.id}`, { json: contest });
    renderConsole(`/admin/contests/${contest.id}`);
    await screen.findByRole('heading', { name: 'Avalon Town – Northgate' });
    return { contest, user: userEvent.setup() };
  };

  it('shows the facts, the payout of each ending, and that no timer runs', async () => {
    await open();
    expect(screen.getByText('No timer runs')).toBeTruthy();
    expect(screen.getByText('6,000 · 1,000 · 3,000')).toBeTruthy();
    const rows = within(screen.getByRole('region', { name: 'What each ending would pay' })).getAllByRole('row');
    expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual([
      'Ending',
      'Home wins',
      'Draw wins',
      'Away wins',
      'Void: every stake goes back',
    ]);
  });

  it('is settled on a score with a reason, after showing what that pays', async () => {
    const { contest, user } = await open();
    server.on(`POST /api/admin/contests/${contest.id}/settle`, {
      json: { approval: null, contest: makeCase({ id: contest.id, state: 'settled' }) },
    });
    await user.click(screen.getByRole('button', { name: 'Settle' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText('Reason'), 'The league told us');
    await user.click(dialog.getByRole('button', { name: 'Settle' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Enter both scores.');
    await user.type(dialog.getByLabelText('Avalon Town'), '2');
    await user.type(dialog.getByLabelText('Northgate'), '2x');
    expect(dialog.getByRole('status').textContent).toContain('Draw wins');
    await user.click(dialog.getByRole('button', { name: 'Settle' }));
    await waitFor(() => expect(toasts()).toEqual(['success: The contest is settled.']));
    const [call] = sent(`POST /api/admin/contests/${contest.id}/settle`);
    expect(JSON.parse(call!.body)).toEqual({ home_score: 2, away_score: 2, reason: 'The league told us' });
    expect(call!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('waits for a second admin if it holds many points', async () => {
    const { contest, user } = await open({ needs_second: true });
    server.on(`POST /api/admin/contests/${contest.id}/void`, {
      json: { approval: { id: contest.id }, contest: makeCase({ id: contest.id }) },
    });
    await user.click(screen.getByRole('button', { name: 'Void' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('It holds so many points that a second admin has to agree.')).toBeTruthy();
    await enterText(dialog.getByLabelText('Reason'), 'It never took place');
    await user.click(dialog.getByRole('button', { name: 'Ask a second admin' }));
    await waitFor(() => expect(toasts()).toEqual(['info: It waits for a second admin now.']));
  });

  it('shows why an action was refused, and that a reason is required', async () => {
    const { contest, user } = await open();
    server.on(`POST /api/admin/contests/${contest.id}/void`, {
      status: 403,
      json: { code: 'totp_setup_required', detail: 'Set up your app first.' },
    });
    await user.click(screen.getByRole('button', { name: 'Void' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Void' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    await user.type(dialog.getByLabelText('Reason'), 'x');
    await user.click(dialog.getByRole('button', { name: 'Void' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Set up your app first.');
  });

  it('offers no actions to other roles, or while a second admin is asked', async () => {
    beAdmin({ role: 'viewer' });
    await open();
    expect(screen.queryByRole('button', { name: 'Settle' })).toBeNull();
  });

  it('shows where it waits while a second admin is asked', async () => {
    await open({ approval_id: '01890a5d-ac96-774b-bcce-0000000000ab' });
    expect(screen.getByText(/^A second admin has to agree first/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Void' })).toBeNull();
  });
});
