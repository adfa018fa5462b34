import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeCase, makeCaseDetail } from '#test/web/fixtures/console-contests.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
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
    expect(within(first!).getByText(t('admin_contests.why.no_result'))).toBeTruthy();
    expect(within(first!).getByText('7h 0m').className).toContain('text-bad');
    expect(within(first!).getByText('10,000')).toBeTruthy();
    expect(within(second!).getByText(t('admin_contests.second_waits'))).toBeTruthy();
    expect(asked()[0]).toEqual({ state: 'unresolved', page: '1' });
  });

  it('keeps state, search and page in the address', async () => {
    server.on(LIST, page([makeCase()], 41));
    const { path } = renderConsole('/admin/contests?state=nonsense');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: t('admin_contests.filter.settled') }));
    await user.type(screen.getByRole('searchbox'), 'Avalon');
    await waitFor(() => expect(path()).toBe('/admin/contests?state=settled&q=Avalon'));
    await user.click(await screen.findByRole('link', { name: t('common.page_next') }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ state: 'settled', q: 'Avalon', page: '2' }));
  });

  it('shows that nothing is waiting; or an error, with a retry', async () => {
    server.on(LIST, failure, page([]));
    renderConsole('/admin/contests');
    expect(await screen.findByText(t('admin_contests.failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('admin_contests.none_waits'))).toBeTruthy();
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

  it('shows what other providers say beside the source, and only then', async () => {
    const { facts } = makeCaseDetail();
    const told = { told_at: '2026-11-22T20:01:00.000Z', seen_at: null, is_swapped: true };
    const opinion = { feed: 'second', status: 'ft' as const, score: [0, 0] as [number, number], end: 'played' as const, ...told };
    await open({ facts: { ...facts, feeds: ['first'], result: [1, 0], end: 'played', opinions: [{ ...opinion, result: [0, 0] }] } });
    const rows = within(screen.getByRole('region', { name: t('admin_contests.opinions') })).getAllByRole('row');
    const cells = rows.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(cells.map(([feed, , end]) => [feed, end])).toEqual([
      ['first', '1–0'],
      [`second (${t('admin_contests.opinion_swapped')})`, '0–0'],
    ]);
    expect(screen.getByText(t('admin_contests.opinions_hint'))).toBeTruthy();
  });

  it('shows that the source called a match off which another provider saw played', async () => {
    const { facts } = makeCaseDetail();
    const opinion = { feed: 'second', status: 'ft' as const, score: [0, 0] as [number, number], end: 'played' as const };
    const told = { is_swapped: false, told_at: facts.status_since, seen_at: null, result: [0, 0] as [number, number] };
    await open({ facts: { ...facts, feeds: ['first'], end: 'off', opinions: [{ ...opinion, ...told }] } });
    const [, source] = within(screen.getByRole('region', { name: t('admin_contests.opinions') })).getAllByRole('row');
    expect(within(source!).getByText(t('admin_contests.opinion_off'))).toBeTruthy();
  });

  it('shows the facts, the payout of each ending, and that no timer runs', async () => {
    await open();
    expect(screen.getByText(t('admin_contests.blind'))).toBeTruthy();
    expect(screen.getByText('6,000 · 1,000 · 3,000')).toBeTruthy();
    const rows = within(screen.getByRole('region', { name: t('admin_contests.outlook') })).getAllByRole('row');
    expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual([
      t('admin_contests.ending'),
      t('admin_contests.wins', { pick: t('admin_contests.picks.home') }),
      t('admin_contests.wins', { pick: t('admin_contests.picks.draw') }),
      t('admin_contests.wins', { pick: t('admin_contests.picks.away') }),
      t('admin_contests.voided'),
    ]);
  });

  it('is settled on a score with a reason, after showing what that pays', async () => {
    const { contest, user } = await open();
    server.on(`POST /api/admin/contests/${contest.id}/settle`, {
      json: { approval: null, contest: makeCase({ id: contest.id, state: 'settled' }) },
    });
    await user.click(screen.getByRole('button', { name: t('admin_contests.action.settle') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin.reason')), 'The league told us');
    await user.click(dialog.getByRole('button', { name: t('admin_contests.action.settle') }));
    expect((await dialog.findByRole('alert')).textContent).toBe(t('admin_contests.score_required'));
    await user.type(dialog.getByLabelText('Avalon Town'), '2');
    await user.type(dialog.getByLabelText('Northgate'), '2x');
    expect(dialog.getByRole('status').textContent).toContain(t('admin_contests.wins', { pick: t('admin_contests.picks.draw') }));
    await user.click(dialog.getByRole('button', { name: t('admin_contests.action.settle') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('admin_contests.done.settle')}`]));
    const [call] = sent(`POST /api/admin/contests/${contest.id}/settle`);
    expect(JSON.parse(call!.body)).toEqual({ home_score: 2, away_score: 2, reason: 'The league told us' });
    expect(call!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('waits for a second admin if it holds many points', async () => {
    const { contest, user } = await open({ needs_second: true });
    server.on(`POST /api/admin/contests/${contest.id}/void`, {
      json: { approval: { id: contest.id }, contest: makeCase({ id: contest.id }) },
    });
    await user.click(screen.getByRole('button', { name: t('admin_contests.action.void') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('admin_contests.needs_second'))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason')), 'It never took place');
    await user.click(dialog.getByRole('button', { name: t('admin_contests.ask_second') }));
    await waitFor(() => expect(toasts()).toEqual([`info: ${t('admin_contests.waits_for_second')}`]));
  });

  it('shows why an action was refused, and that a reason is required', async () => {
    const { contest, user } = await open();
    server.on(`POST /api/admin/contests/${contest.id}/void`, {
      status: 403,
      json: { code: 'totp_setup_required', detail: 'Set up your app first.' },
    });
    await user.click(screen.getByRole('button', { name: t('admin_contests.action.void') }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: t('admin_contests.action.void') }));
    expect(dialog.getByText(t('admin.reason_required'))).toBeTruthy();
    await user.type(dialog.getByLabelText(t('admin.reason')), 'x');
    await user.click(dialog.getByRole('button', { name: t('admin_contests.action.void') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Set up your app first.');
  });

  it('offers no actions to other roles, or while a second admin is asked', async () => {
    beAdmin({ role: 'viewer' });
    await open();
    expect(screen.queryByRole('button', { name: t('admin_contests.action.settle') })).toBeNull();
  });

  it('shows where it waits while a second admin is asked', async () => {
    await open({ approval_id: '01890a5d-ac96-774b-bcce-0000000000ab' });
    expect(screen.getByText(t('admin_contests.second_waits_hint'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('admin_contests.action.void') })).toBeNull();
  });
});
