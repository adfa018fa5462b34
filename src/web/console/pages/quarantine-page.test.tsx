import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeFixture, makeQuarantined } from '#test/web/fixtures/console-contests.ts';
import { makeLeague } from '#test/web/fixtures/matches.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ROWS = 'GET /api/admin/quarantine';
const FIXTURES = 'GET /api/admin/fixtures';
const rows = (items: object[]) => ({
  json: { items, page: 1, page_size: 20, total: items.length, feeds: ['demo', 'manual'], kinds: ['status'] },
});
const fixtures = (items: object[], leagues = [makeLeague()]) => ({ json: { items, page: 1, page_size: 20, total: items.length, leagues } });

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'reviewer' });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const sent = (call: string) => server.heard.filter(({ method, path }) => `${method} ${path}` === call);

describe('the quarantine', () => {
  it('shows reports and why they were rejected, by feed and kind', async () => {
    server.on(ROWS, rows([makeQuarantined()]));
    const { path } = renderConsole('/admin/quarantine');
    const row = within((await screen.findByText('score dropped')).closest('li')!);
    expect(row.getByText('Avalon Town – Northgate')).toBeTruthy();
    expect(row.getByText(/"home": 1/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText(t('admin_quarantine.all_feeds')), 'manual');
    await waitFor(() => expect(path()).toBe('/admin/quarantine?feed=manual'));
    await waitFor(() => expect(sent(ROWS).at(-1)?.query).toEqual({ page: '1', feed: 'manual' }));
  });

  it('accepts or discards a report, with a reason', async () => {
    const row = makeQuarantined();
    server.on(ROWS, rows([row]));
    server.on(`POST /api/admin/quarantine/${row.id}/accept`, { json: { changed: false } });
    server.on(`POST /api/admin/quarantine/${row.id}/drop`, { json: { dropped: true } });
    const user = userEvent.setup();
    renderConsole('/admin/quarantine');
    for (const [button, reason, told] of [
      [t('admin_quarantine.accept'), 'I saw it', `success: ${t('admin_quarantine.accepted_unchanged')}`],
      [t('admin_quarantine.drop'), 'Nonsense', `success: ${t('admin_quarantine.dropped')}`],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('dialog'));
      await enterText(dialog.getByLabelText(t('admin.reason')), reason);
      await user.click(dialog.getByRole('button', { name: button }));
      await waitFor(() => expect(toasts()).toContain(told));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(JSON.parse(sent(`POST /api/admin/quarantine/${row.id}/accept`)[0]!.body)).toEqual({ reason: 'I saw it' });
  });

  it('offers no unsafe actions, and none to viewers', async () => {
    server.on(ROWS, rows([makeQuarantined({ is_acceptable: false })]));
    renderConsole('/admin/quarantine');
    await screen.findByText('score dropped');
    expect(screen.queryByRole('button', { name: t('admin_quarantine.accept') })).toBeNull();
    expect(screen.getByRole('button', { name: t('admin_quarantine.drop') })).toBeTruthy();
  });

  it('shows that nothing was rejected', async () => {
    beAdmin({ role: 'viewer' });
    server.on(ROWS, rows([]));
    renderConsole('/admin/quarantine');
    expect(await screen.findByText(t('admin_quarantine.none'))).toBeTruthy();
  });
});

describe('matches without a feed', () => {
  it('are updated with only the changed values', async () => {
    const fixture = makeFixture();
    server.on(FIXTURES, fixtures([fixture]));
    server.on(`PATCH /api/admin/fixtures/${fixture.id}`, { json: { fixture } });
    const user = userEvent.setup();
    renderConsole('/admin/fixtures');
    await user.click(await screen.findByRole('button', { name: t('admin_fixtures.change') }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText(t('admin_fixtures.status')), t('match.status.long.ft'));
    await user.clear(dialog.getByLabelText('Avalon Town'));
    await user.type(dialog.getByLabelText('Avalon Town'), '3');
    await enterText(dialog.getByLabelText(t('admin.reason')), 'Final whistle');
    await user.click(dialog.getByRole('button', { name: t('admin_fixtures.tell') }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(JSON.parse(sent(`PATCH /api/admin/fixtures/${fixture.id}`)[0]!.body)).toEqual({
      status: 'ft',
      score: { home: 3, away: 0 },
      reason: 'Final whistle',
    });
  });

  it('are entered: existing teams by number, others by name', async () => {
    const known = makeFixture();
    server.on(FIXTURES, fixtures([known], [known.league]));
    server.on('POST /api/admin/fixtures', { json: { fixture: known } });
    const user = userEvent.setup();
    renderConsole('/admin/fixtures');
    await user.click(await screen.findByRole('button', { name: t('admin_fixtures.new') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin_fixtures.season')), '2026/27');
    await enterText(dialog.getByLabelText(t('admin_fixtures.round')), 'Round 4');
    await enterText(dialog.getByLabelText(t('admin_fixtures.home')), 'avalon town');
    expect(await dialog.findByText(t('admin_fixtures.known_team'))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin_fixtures.away')), 'Harbour Rovers');
    expect(dialog.getByText(t('admin_fixtures.new_team'))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason')), 'No feed has it');
    await user.click(dialog.getByRole('button', { name: t('admin_fixtures.create') }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(JSON.parse(sent('POST /api/admin/fixtures')[0]!.body)).toEqual({
      league: { id: known.league.id },
      season: '2026/27',
      round: 'Round 4',
      home: { id: known.home.id },
      away: { name: 'Harbour Rovers' },
      kickoff_at: null,
      reason: 'No feed has it',
    });
  });

  it('can have a new league; and show why they were refused', async () => {
    server.on(FIXTURES, fixtures([], []));
    server.on('POST /api/admin/fixtures', {
      status: 400,
      json: { code: 'invalid_payload', detail: 'Something in this request cannot be used: season.' },
    });
    const user = userEvent.setup();
    renderConsole('/admin/fixtures');
    await screen.findByText(t('admin_fixtures.none'));
    await user.click(screen.getByRole('button', { name: t('admin_fixtures.new') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin_fixtures.league_name')), 'Harbour Cup');
    await user.selectOptions(dialog.getByLabelText(t('admin_fixtures.sport')), t('matches.sports.tennis'));
    expect(dialog.getByRole('checkbox').getAttribute('aria-checked')).toBe('false');
    await user.type(dialog.getByLabelText(t('admin.reason')), 'x');
    await user.click(dialog.getByRole('button', { name: t('admin_fixtures.create') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Something in this request cannot be used: season.');
    expect(JSON.parse(sent('POST /api/admin/fixtures')[0]!.body).league).toEqual({
      name: 'Harbour Cup',
      sport: 'tennis',
      draw_possible: false,
    });
  });
});
