import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { search } from '#contract/search.ts';
import { listOpenTippingGroups } from '#contract/tipping-groups.ts';
import { importTipping, type TippingImport } from '#contract/tipping-import.ts';
import { PRESETS } from '#domain/tipping/rules.ts';
import { scoreTip } from '#domain/tipping/score-tips.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeLeague, makeMeta } from '#test/web/fixtures/matches.ts';
import { GROUP_ID, makeMembers, makeMyGroup, makePlaces, makeTippingGroup } from '#test/web/fixtures/tipping.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { codeIn } from '#web/features/tipping/group-lists.tsx';
import { examplesOf, madeUpTerms } from '#web/features/tipping/rule-examples.tsx';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const GROUPS = 'GET /api/tipping/groups';
const OPEN = 'GET /api/tipping/open-groups';
const CREATE = 'POST /api/tipping/groups';
const JOIN = 'POST /api/tipping/join';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  closeAuth();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on(GROUPS, { json: { items: [] } });
  server.on(OPEN, { json: openGroups() });
  server.on(`GET /api/tipping/groups/${GROUP_ID}`, { json: makeTippingGroup({ role: 'owner', code: 'ABCD2345' }) });
  server.on(`GET /api/tipping/groups/${GROUP_ID}/members`, { json: makeMembers([]) });
  server.on(`GET /api/tipping/groups/${GROUP_ID}/places`, { json: makePlaces([]) });
  await chooseLocale('en');
});

const openGroups = (...items: ReturnType<typeof makeTippingGroup>[]) =>
  listOpenTippingGroups.reply.parse({ items, page: 1, page_size: 50, total: items.length });

describe('the groups', () => {
  it('stand by what is urgent: missing tips with the earliest deadline first', async () => {
    const later = { missing: 1, next_deadline: '2030-01-02T00:00:00.000Z' };
    const soon = { missing: 3, next_deadline: '2030-01-01T00:00:00.000Z' };
    const ids = ['1', '2', '3'].map((n) => GROUP_ID.slice(0, -1) + n);
    const items = [
      makeMyGroup({ id: ids[0]!, name: 'Done' }),
      makeMyGroup({ id: ids[1]!, name: 'Later', ...later }),
      makeMyGroup({ id: ids[2]!, name: 'Soon', ...soon, place: null }),
    ];
    server.on(GROUPS, { json: { items } });
    renderSite('/groups');
    const links = await screen.findAllByRole('link', { name: /^(Done|Later|Soon)$/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(['Soon', 'Later', 'Done']);
    expect(screen.getByText(new RegExp(t('tipping.missing', { count: 3 })))).toBeTruthy();
  });

  it('can be read by guests, who sign in to join and come back', async () => {
    beGuest();
    server.on(OPEN, { json: openGroups(makeTippingGroup({ name: 'Everyone', visibility: 'listed' })) });
    renderSite('/groups');
    await userEvent.click(await screen.findByRole('button', { name: t('tipping.join_of', { name: 'Everyone' }) }));
    expect(useUiState.getState()).toMatchObject({ showLogin: true, authNext: `/group/${GROUP_ID}` });
    expect(server.calls()).not.toContain(GROUPS);
  });

  it('are joined by a code, or by a pasted link', () => {
    expect(['ABCD2345', ' abcd 2345 ', 'https://m.example/groups/join/ABCD2345?x=1'].map(codeIn)).toEqual([
      'ABCD2345',
      'abcd 2345',
      'ABCD2345',
    ]);
  });
});

describe('an invitation', () => {
  it('shows the group, and joins with one press', async () => {
    server.on('GET /api/tipping/invitations/ABCD2345', { json: makeTippingGroup() });
    server.on(JOIN, { json: makeTippingGroup() });
    const { path } = renderSite('/groups/join/ABCD2345');
    expect(await screen.findByText('Sunday Office')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('tipping.join') }));
    await waitFor(() => expect(path()).toBe(`/group/${GROUP_ID}`));
    expect(server.bodiesOf(JOIN)).toEqual([{ code: 'ABCD2345' }]);
  });

  it('leads guests through sign-up and back', async () => {
    beGuest();
    server.on('GET /api/tipping/invitations/ABCD2345', { json: makeTippingGroup() });
    renderSite('/groups/join/ABCD2345');
    const form = within((await screen.findByText(t('tipping.invited_to'))).closest('form')!);
    await userEvent.click(form.getByRole('button', { name: t('shell.sign_up') }));
    expect(useUiState.getState()).toMatchObject({ showRegister: true, authNext: '/groups/join/ABCD2345' });
  });

  it('that is wrong is asked for once, and says so', async () => {
    server.on('GET /api/tipping/invitations/WRONG', { status: 404, json: { code: 'not_found', detail: 'Not found.' } });
    renderSite('/groups/join/WRONG');
    expect(await screen.findByText(t('tipping.code_unknown'))).toBeTruthy();
    expect(server.calls().filter((call) => call.includes('invitations'))).toHaveLength(1);
  });
});

describe('a new group', () => {
  const fill = async () => {
    server.on('GET /api/search', {
      json: search.reply.parse({ items: [{ kind: 'league', league: makeLeague({ id: 7, name: 'Premier' }) }] }),
    });
    renderSite('/groups/new');
    await enterText(await screen.findByRole('textbox', { name: t('tipping.name') }), ' Sunday Office ');
    await enterText(screen.getByRole('searchbox', { name: t('tipping.search_competition') }), 'prem');
    await userEvent.click(await screen.findByRole('button', { name: /Premier/ }));
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: t('tipping.create') }));

  it('is created from a preset, and leads to its invitation', async () => {
    server.on(CREATE, { status: 201, json: makeTippingGroup({ role: 'owner' }) });
    await fill();
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('tipping.preset.simple')) }));
    await send();
    await waitFor(() =>
      expect(server.bodiesOf(CREATE)).toEqual([
        {
          name: 'Sunday Office',
          visibility: 'private',
          competitions: [{ kind: 'league', league_id: 7 }],
          round_kind: 'league_round',
          rules: 'simple',
        },
      ]),
    );
    expect(await screen.findByText('ABCD2345')).toBeTruthy();
  });

  it('can have rules of its own, but none that contradict themselves', async () => {
    server.on(CREATE, { status: 201, json: makeTippingGroup({ role: 'owner' }) });
    await fill();
    fireEvent.input(screen.getByRole('textbox', { name: t('tipping.edit.exact') }), { target: { value: '1' } });
    expect(screen.getByText(t('tipping.fault.better_is_worth_less'))).toBeTruthy();
    await send();
    expect(server.bodiesOf(CREATE)).toEqual([]);
    fireEvent.input(screen.getByRole('textbox', { name: t('tipping.edit.exact') }), { target: { value: '7' } });
    await send();
    const points = { ...PRESETS.classic.points, exact: 7 };
    await waitFor(() => expect(server.bodiesOf(CREATE)).toMatchObject([{ rules: { ...PRESETS.classic, points } }]));
  });

  it('says what is missing', async () => {
    renderSite('/groups/new');
    await screen.findByRole('textbox', { name: t('tipping.name') });
    await send();
    expect(screen.getByText(t('tipping.name_missing'))).toBeTruthy();
    expect(screen.getByText(t('tipping.competitions_missing'))).toBeTruthy();
    expect(server.bodiesOf(CREATE)).toEqual([]);
  });
});

describe('moving over', () => {
  const IMPORT = `POST /api/tipping/groups/${GROUP_ID}/import`;
  const reply = (rest: Partial<TippingImport> = {}) =>
    importTipping.reply.parse({
      ...{
        faults: [],
        faults_total: 0,
        is_written: false,
        places: ['Ana'],
        tips: { added: 1, changed: 0, same: 0, matches: 1 },
        rules: null,
      },
      ...rest,
    });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const write = (field: HTMLElement, text: string) => fireEvent.input(field, { target: { value: text } });
  const open = async () => {
    renderSite(`/group/${GROUP_ID}?tab=members&import=1`);
    write(await screen.findByRole('textbox', { name: t('tipping.move.file.members') }), 'Ana\nAna');
  };

  it('is checked line by line before it is written, and again after a change', async () => {
    const fault = { file: 'members', line: 2, fault: 'name_twice', text: 'Ana' } as const;
    server.on(IMPORT, { json: reply({ faults: [fault], faults_total: 1 }) });
    await open();
    await press(t('tipping.move.preview'));
    expect(await screen.findByText(new RegExp(t('tipping.move.fault.name_twice')))).toBeTruthy();
    write(screen.getByRole('textbox', { name: t('tipping.move.file.members') }), 'Ana');
    await press(t('tipping.move.preview'));
    await screen.findByRole('button', { name: t('tipping.move.submit') });
    await press(t('tipping.move.submit'));
    await waitFor(() =>
      expect(server.bodiesOf(IMPORT)).toEqual([
        { mode: 'preview', members: 'Ana\nAna', rules: '', tips: '' },
        { mode: 'preview', members: 'Ana', rules: '', tips: '' },
        { mode: 'import', members: 'Ana', rules: '', tips: '' },
      ]),
    );
  });

  it('is not offered while rules are faulty, nor after the first match has closed', async () => {
    const fault = { file: 'rules', line: 0, fault: 'contradiction', text: '' } as const;
    server.on(IMPORT, { json: reply({ faults: [fault], faults_total: 1 }) });
    await open();
    await press(t('tipping.move.preview'));
    expect(await screen.findByText(t('tipping.move.rules_first'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('tipping.move.submit') })).toBeNull();
  });

  it('shows the links of places to the owner, and everybody who imported what', async () => {
    const place = { id: 5, name: 'Onkel Heinz', tips: 12, code: 'WXYZ2345' };
    const log = { by: 'ada', at: '2026-11-20T18:00:00.000Z', places: 1, tips: 12, changed: 0 };
    server.on(`GET /api/tipping/groups/${GROUP_ID}/places`, { json: makePlaces([place], { is_open: false, imports: [log] }) });
    renderSite(`/group/${GROUP_ID}?tab=members`);
    expect(await screen.findByRole('button', { name: t('tipping.move.link_of', { name: 'Onkel Heinz' }) })).toBeTruthy();
    expect(screen.getByText(/^ada, /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('tipping.move.open') })).toBeNull();
  });
});

describe('the Telegram chat of a group', () => {
  const chat = { title: 'Kitchen <b>table</b>', since: '2026-11-20T18:00:00.000Z' };
  const members = `/group/${GROUP_ID}?tab=members`;
  const call = `/api/tipping/groups/${GROUP_ID}/telegram`;

  it('is connected by the owner, whose own Telegram comes first', async () => {
    server.on('GET /api/meta', { json: makeMeta({ contacts: { phone: true, telegram: true } }) });
    const link = { url: 'https://t.me/Bot?startgroup=abc', command: '/start@Bot abc', expires_at: '2030-01-01T00:00:00.000Z' };
    server.on(`POST ${call}`, { status: 201, json: link });
    renderSite(members);
    expect(await screen.findByRole('link', { name: t('tipping.telegram.to_settings') })).toBeTruthy();
    cleanup();
    queryClient.clear();
    server.on('GET /api/account/overview', { json: makeOverview({ telegram_bound: true }) });
    renderSite(members);
    await userEvent.click(await screen.findByRole('button', { name: t('tipping.telegram.connect') }));
    const open = await screen.findByRole('link', { name: t('tipping.telegram.open') });
    expect(open.getAttribute('href')).toBe(link.url);
  });

  it('is shown to every member with what is told there; owner and helpers can disconnect it', async () => {
    for (const role of ['member', 'helper'] as const) {
      server.on(`GET /api/tipping/groups/${GROUP_ID}`, { json: makeTippingGroup({ role, telegram: chat }) });
      renderSite(members);
      expect(await screen.findByText(chat.title)).toBeTruthy();
      expect(screen.getByText(t('tipping.telegram.shown'))).toBeTruthy();
      expect(screen.queryByRole('button', { name: t('tipping.telegram.disconnect') }) !== null).toBe(role === 'helper');
      cleanup();
      queryClient.clear();
    }
  });
});

it.each([
  ['classic', 'football', ['exact 4', 'difference 3', 'tendency 2', 'missed 0']],
  ['simple', 'football', ['exact 3', 'tendency 1', 'missed 0']],
  ['close', 'football', ['exact 6', 'close 3', 'tendency 2', 'missed 0']],
  ['quota', 'football', ['exact 6', 'difference 5', 'tendency 4', 'missed 0']],
  ['classic', 'tennis', ['exact 4', 'tendency 2', 'missed 0']],
  ['classic', 'basketball', ['exact 4', 'tendency 2', 'missed 0']],
] as const)('explains %s in %s by tips that the scoring function scored', (preset, sport, expected) => {
  const terms = madeUpTerms(sport, PRESETS[preset]);
  const examples = examplesOf(sport, null, terms);
  expect(examples.map(({ scored }) => `${scored.hit} ${scored.points}`)).toEqual(expected);
  for (const { tip, scored } of examples) expect(scored).toEqual(scoreTip({ tip, isJoker: false }, terms));
});
