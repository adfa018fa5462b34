import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { PRESETS } from '#domain/tipping/rules.ts';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeLeague, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import {
  GROUP_ID,
  makeGroupTable,
  makeHistory,
  makeMatchTips,
  makeRound,
  makeRules,
  makeTableRow,
  makeTipped,
  makeTippingGroup,
  makeTippingRound,
  ROUND,
} from '#test/web/fixtures/tipping.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { useOffline } from '#web/data/offline.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { useSending } from '#web/features/tipping/send-tips.ts';
import { groupsWaiting, putTip, readOutbox, useOutboxes } from '#web/features/tipping/tip-outbox.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const of = `/api/tipping/groups/${GROUP_ID}`;
const [GROUP_CALL, ROUND_CALL, TIPS] = [`GET ${of}`, `GET ${of}/round`, `PUT ${of}/tips`];
const JUDGED = '2026-11-26T12:00:00.000Z';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useOutboxes.setState({}, true);
  useSending.setState({ sending: {}, error: {} });
  useOffline.setState({ savedAt: null, isUnreachable: false });
  localStorage.setItem('promo_shown_at', String(Date.now()));
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on(GROUP_CALL, { json: makeTippingGroup() });
  server.on(ROUND_CALL, { json: makeRound([first(), second()]) });
  await chooseLocale('en');
});

const first = (rest: Parameters<typeof makeTipped>[0] = {}) =>
  makeTipped({ ...rest, match: { id: 71, home: makeTeam('Avalon'), away: makeTeam('Northgate'), ...rest.match } });
const second = (rest: Parameters<typeof makeTipped>[0] = {}) =>
  makeTipped({ ...rest, match: { id: 72, home: makeTeam('Osterley'), away: makeTeam('Penrith'), ...rest.match } });
/** Answers a tip of each match with the same outcome. */
const judged = (outcome: string) => (request: { body: string }) => ({
  json: {
    items: (JSON.parse(request.body) as { tips: { match_id: number }[] }).tips.map(({ match_id }) => ({ match_id, outcome })),
    judged_at: JUDGED,
  },
});
const goals = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name: t('tipping.goals_of', { name }) });
const more = (name: string) => screen.getByRole('button', { name: t('tipping.more', { name }) });
const rowOf = (home: string, away: string) => within(screen.getByRole('listitem', { name: t('tipping.match_of', { home, away }) }));
const sent = () => server.bodiesOf(TIPS).flatMap(({ tips }) => tips as Record<string, unknown>[]);
const userId = () => useSession.getState().user!.id;

async function open(search = '') {
  const site = renderSite(`/group/${GROUP_ID}${search}`);
  await screen.findByRole('heading', { name: 'Sunday Office' });
  return site;
}
async function openTips() {
  await open();
  await screen.findByRole('spinbutton', { name: t('tipping.goals_of', { name: 'Avalon' }) });
}

describe('the tips of a round', () => {
  it('are saved together as one goes, and each row says so', async () => {
    server.on(TIPS, judged('saved'));
    await openTips();
    expect(screen.getByText(t('tipping.tipped_of', { tipped: 0, of: 2 }))).toBeTruthy();
    fireEvent.click(more('Avalon'));
    fireEvent.click(more('Avalon'));
    fireEvent.click(more('Northgate'));
    fireEvent.input(goals('Osterley'), { target: { value: '0' } });
    // Half a tip is no tip.
    expect(rowOf('Osterley', 'Penrith').queryByRole('status')).toBeNull();
    fireEvent.input(goals('Penrith'), { target: { value: '3' } });
    expect(rowOf('Avalon', 'Northgate').getByRole('status').textContent).toBe(t('tipping.row.saving'));
    expect(await screen.findAllByText(t('tipping.row.saved'))).toHaveLength(2);
    expect(server.bodiesOf(TIPS)).toHaveLength(1);
    expect(sent()).toEqual([
      { match_id: 71, tip: { home: 2, away: 1 }, is_joker: false },
      { match_id: 72, tip: { home: 0, away: 3 }, is_joker: false },
    ]);
    expect(groupsWaiting(userId())).toEqual([]);
  });

  it('can be taken back, and typed with Enter leading to the next field', async () => {
    const mine = { home: 1, away: 1, is_joker: false, entered_at: JUDGED };
    server.on(ROUND_CALL, { json: makeRound([first({ mine }), second()]) });
    server.on(TIPS, judged('saved'));
    await openTips();
    expect([goals('Avalon').value, goals('Northgate').value]).toEqual(['1', '1']);
    fireEvent.click(screen.getByRole('button', { name: t('tipping.to_missing') }));
    expect(document.activeElement).toBe(goals('Osterley'));
    act(() => goals('Avalon').focus());
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(goals('Northgate'));
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(goals('Osterley'));
    server.on(ROUND_CALL, { json: makeRound([first(), second()]) });
    fireEvent.click(screen.getByRole('button', { name: t('tipping.clear_of', { home: 'Avalon', away: 'Northgate' }) }));
    await waitFor(() => expect(sent()).toEqual([{ match_id: 71, tip: null, is_joker: false }]));
    await waitFor(() => expect(goals('Avalon').value).toBe(''));
  });

  it('that come too late are named, and the one before stays', async () => {
    const mine = { home: 1, away: 0, is_joker: false, entered_at: JUDGED };
    server.on(ROUND_CALL, { json: makeRound([first({ mine })]) });
    server.on(TIPS, judged('late'));
    await openTips();
    fireEvent.click(more('Northgate'));
    expect(await screen.findByText(t('tipping.outcome.late', { tip: '1–1' }))).toBeTruthy();
    await waitFor(() => expect(goals('Northgate').value).toBe('0'));
    // Still said after a reload, until the user has seen it.
    expect(readOutbox(userId(), GROUP_ID).refused['71']?.outcome).toBe('late');
    fireEvent.click(screen.getByRole('button', { name: t('tipping.understood') }));
    expect(screen.queryByText(t('tipping.outcome.late', { tip: '1–1' }))).toBeNull();
  });

  it('are kept on the device without a network, and sent when it is back', async () => {
    server.on(TIPS, { isCut: true });
    await openTips();
    fireEvent.click(more('Avalon'));
    expect(await screen.findByText(t('tipping.row.waiting'))).toBeTruthy();
    expect(groupsWaiting(userId())).toEqual([GROUP_ID]);
    server.on(TIPS, judged('saved'));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(t('tipping.row.saved'))).toBeTruthy();
    expect(sent().at(-1)).toEqual({ match_id: 71, tip: { home: 1, away: 0 }, is_joker: false });
    expect(groupsWaiting(userId())).toEqual([]);
  });

  it('can be entered after a reload without a network: the open matches are on the device, and nothing that has a result', async () => {
    server.on(ROUND_CALL, {
      json: makeRound([first({ state: 'final', match: { status: 'ft', score: makeScore(3, 2) } }), second()], { points: 9 }),
    });
    await open();
    await screen.findByRole('spinbutton', { name: t('tipping.goals_of', { name: 'Osterley' }) });
    const stored = JSON.stringify(localStorage);
    expect([stored.includes('Osterley'), stored.includes('Avalon')]).toEqual([true, false]);
    cleanup();
    queryClient.clear();
    for (const call of [GROUP_CALL, ROUND_CALL, TIPS]) server.on(call, { isCut: true });
    renderSite(`/group/${GROUP_ID}`);
    await screen.findByRole('spinbutton', { name: t('tipping.goals_of', { name: 'Osterley' }) });
    fireEvent.click(more('Osterley'));
    expect(await screen.findByText(t('tipping.row.waiting'))).toBeTruthy();
    expect(readOutbox(userId(), GROUP_ID).pending['72']?.tip).toEqual([1, 0]);
  });

  it('that were entered before a reload are sent from any page, in the name of who entered them', async () => {
    server.on(TIPS, judged('saved'));
    putTip('01890a5d-ac96-774b-bcce-999999999999', GROUP_ID, 72, [4, 4], false);
    putTip(userId(), GROUP_ID, 71, [2, 0], false);
    renderSite('/terms');
    await waitFor(() => expect(sent()).toEqual([{ match_id: 71, tip: { home: 2, away: 0 }, is_joker: false }]));
    await waitFor(() => expect(groupsWaiting(userId())).toEqual([]));
    expect(groupsWaiting('01890a5d-ac96-774b-bcce-999999999999')).toEqual([GROUP_ID]);
  });

  it('say why a whole request was refused, and are sent again on request', async () => {
    server.on(TIPS, { status: 403, json: { code: 'forbidden', detail: 'Confirm your email first.' } }, judged('saved'));
    await openTips();
    fireEvent.click(more('Avalon'));
    expect((await screen.findByRole('alert')).textContent).toContain('Confirm your email first.');
    fireEvent.click(rowOf('Avalon', 'Northgate').getByRole('button', { name: t('tipping.retry') }));
    expect(await screen.findByText(t('tipping.row.saved'))).toBeTruthy();
  });

  it('have as many jokers as the rules allow', async () => {
    const rules = { ...PRESETS.classic, jokers: { perRound: 1, factor: 2 } };
    const mine = { home: 1, away: 0, is_joker: false, entered_at: JUDGED };
    server.on(GROUP_CALL, { json: makeTippingGroup({ rules }) });
    server.on(ROUND_CALL, { json: makeRound([first({ mine }), second({ mine })]) });
    server.on(TIPS, judged('too_many_jokers'));
    await openTips();
    const joker = (home: string, away: string) =>
      screen.getByRole<HTMLButtonElement>('button', { name: t('tipping.joker_of', { home, away }) });
    fireEvent.click(joker('Avalon', 'Northgate'));
    expect(joker('Avalon', 'Northgate').getAttribute('aria-pressed')).toBe('true');
    expect(joker('Osterley', 'Penrith').disabled).toBe(true);
    expect(screen.getByText(t('tipping.jokers_of', { set: 1, of: 1 }))).toBeTruthy();
    // Another device set it meanwhile: the server has the last word.
    expect(await screen.findByText(t('tipping.outcome.too_many_jokers', { tip: '1–0' }))).toBeTruthy();
  });

  it('close by the server’s clock, with points and the steps to them', async () => {
    const scored = { hit: 'difference' as const, base: 3, quota: null, sides: 0, joker: 2, weight: 1, points: 6 };
    server.on(ROUND_CALL, {
      json: makeRound([
        first({
          match: { status: 'ft', score: makeScore(3, 2) },
          state: 'final',
          mine: { home: 2, away: 1, is_joker: true, entered_at: JUDGED },
          scored,
        }),
        // Closed a minute ago, although the answer still has it as open.
        second({ closes_at: new Date(Date.now() - 60_000).toISOString() }),
      ]),
    });
    await open();
    const row = within(await screen.findByRole('listitem', { name: t('tipping.match_of', { home: 'Avalon', away: 'Northgate' }) }));
    expect(row.getByText('+6')).toBeTruthy();
    const steps = [...row.getByText(t('tipping.step.points')).closest('dl')!.children].map(({ textContent }) => textContent);
    expect(steps).toEqual([`${t('tipping.hit.difference')}3`, `${t('tipping.step.joker')}×2`, `${t('tipping.step.points')}6`]);
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(rowOf('Osterley', 'Penrith').getByText(t('tipping.no_tip'))).toBeTruthy();
  });

  it('of series and basketball are buttons of what is possible', async () => {
    const tennis = makeTipped({
      match: { id: 81, sport: 'tennis', draw_possible: false, home: makeTeam('Volley'), away: makeTeam('Lob') },
      series: { parts: 5, race: true },
    });
    const hoops = makeTipped({
      match: { id: 82, sport: 'basketball', draw_possible: false, home: makeTeam('Bulls'), away: makeTeam('Hawks') },
    });
    server.on(ROUND_CALL, { json: makeRound([tennis, hoops]) });
    server.on(TIPS, judged('saved'));
    await open();
    const choices = await screen.findAllByRole('radio', { name: /Volley|Lob/ });
    expect(choices.map((choice) => choice.getAttribute('aria-label'))).toEqual(
      [
        ['Volley', '3–0'],
        ['Volley', '3–1'],
        ['Volley', '3–2'],
        ['Lob', '3–0'],
        ['Lob', '3–1'],
        ['Lob', '3–2'],
      ].map(([team = '', score = '']) => t('tipping.wins_by', { team, score })),
    );
    fireEvent.click(screen.getByRole('radio', { name: t('tipping.wins_by', { team: 'Lob', score: '3–1' }) }));
    fireEvent.click(screen.getByRole('radio', { name: t('tipping.by_margin', { team: 'Hawks', margin: '6–10' }) }));
    await waitFor(() =>
      expect(sent()).toEqual([
        { match_id: 81, tip: { home: 1, away: 3 }, is_joker: false },
        { match_id: 82, tip: { home: 0, away: 2 }, is_joker: false },
      ]),
    );
  });
});

describe('everybody’s tips', () => {
  const terms = { result: { home: 2, away: 1 }, is_final: true, rules: PRESETS.classic, weight: 1, tips: 2, right: 1 };
  const tipOf = (handle: string, home: number, away: number, points: number) => ({
    ...{ kind: 'member' as const, handle, is_me: false, tip: { home, away }, is_joker: false, entered_at: JUDGED, points },
    comments: null,
  });

  it.each([
    ['agree', 4, () => t('tipping.check_right', { count: 2 })],
    ['do not', 3, () => t('tipping.check_wrong', { count: 1, names: 'mia' })],
  ])('are scored again in the browser: points that %s', async (_, points, says) => {
    server.on(ROUND_CALL, { json: makeRound([first({ state: 'final', match: { status: 'ft', score: makeScore(2, 1) } })]) });
    server.on(`GET ${of}/matches/71/tips`, { json: makeMatchTips([tipOf('mia', 2, 1, points), tipOf('jo', 0, 2, 0)], { terms }) });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: t('tipping.all_tips') }));
    await userEvent.click(await screen.findByRole('button', { name: t('tipping.check') }));
    expect(await screen.findByText(says())).toBeTruthy();
  });
});

describe('the table', () => {
  const rows = [
    makeTableRow('mia', { place: 1, place_before: 2, points: 20, live_points: 4, rounds_won: 2 }),
    makeTableRow('ada', { place: 2, place_before: 1, points: 18, is_me: true }),
    makeTableRow('', { kind: 'model', handle: null, place: 3, place_before: 3, points: 11 }),
  ];
  beforeEach(() => {
    server.on(`GET ${of}/table`, { json: makeGroupTable(rows, { is_live: true }) });
    server.on(`GET ${of}/history`, { json: makeHistory() });
  });

  it('stands as it is now: moves, points in play, and who is no member', async () => {
    await open('?tab=table');
    const table = await screen.findByRole('table', { name: t('tipping.table_of', { name: 'Sunday Office' }) });
    expect(screen.getByText(t('tipping.as_it_stands'))).toBeTruthy();
    const [, mia, ada, model] = within(table).getAllByRole('row');
    expect(within(mia!).getByText(t('tipping.moved_up', { count: 1 }))).toBeTruthy();
    expect(within(mia!).getByText('+4')).toBeTruthy();
    expect(within(ada!).getByText(t('tipping.moved_down', { count: 1 }))).toBeTruthy();
    expect(model!.textContent).toContain(t('tipping.who.model') + t('tipping.not_a_person'));
  });

  it('shows the reader below, if the row is further down', async () => {
    const me = makeTableRow('ada', { place: 240, points: 1, is_me: true });
    server.on(`GET ${of}/table`, { json: makeGroupTable([rows[0]!], { me, total: 300 }) });
    await open('?tab=table');
    expect((await screen.findByRole('row', { name: /240/ })).textContent).toContain('ada');
    expect(screen.getByRole('button', { name: t('tipping.show_more') })).toBeTruthy();
  });

  it('of a round that is over has medals, and its address', async () => {
    server.on(GROUP_CALL, { json: makeTippingGroup({ rounds: [makeTippingRound({ state: 'over' })] }) });
    const { path } = await open('?tab=table');
    const filter = await screen.findByRole('combobox', { name: t('tipping.table_filter') });
    await userEvent.selectOptions(filter, `of=${ROUND}`);
    expect(await screen.findByRole('img', { name: t('tipping.medal', { place: 1 }) })).toBeTruthy();
    expect(new URLSearchParams(path().split('?')[1]).get('of')).toBe(ROUND);
    expect(server.heard.findLast((one) => one.path === `${of}/table`)?.query.round).toBe(ROUND);
  });

  it('of a month has medals once the month and its rounds are over', async () => {
    const round = makeTippingRound({ state: 'over', starts_at: '2026-01-10T18:00:00.000Z' });
    const other = makeTippingRound({ key: 'later', state: 'running', starts_at: '2026-02-10T18:00:00.000Z' });
    server.on(GROUP_CALL, { json: makeTippingGroup({ rounds: [round, other] }) });
    await open('?tab=table&period=2026-01');
    expect(await screen.findByRole('img', { name: t('tipping.medal', { place: 1 }) })).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('tipping.table_filter') }), 'period=2026-02');
    await waitFor(() => expect(screen.queryByRole('img', { name: t('tipping.medal', { place: 1 }) })).toBeNull());
  });

  it('of a half-year is offered where the rounds lie in two', async () => {
    const rounds = ['2025-12-10', '2026-01-10'].map((day) =>
      makeTippingRound({ key: day, state: 'over', starts_at: `${day}T18:00:00.000Z` }),
    );
    server.on(GROUP_CALL, { json: makeTippingGroup({ rounds }) });
    await open('?tab=table');
    const filter = await screen.findByRole('combobox', { name: t('tipping.table_filter') });
    const labels = within(filter).getAllByRole('option');
    expect(labels.map((option) => option.textContent).slice(1, 5)).toEqual([
      expect.stringMatching(/January.*June 2026/),
      expect.stringMatching(/July.*December 2025/),
      'January 2026',
      'December 2025',
    ]);
    await userEvent.selectOptions(filter, 'period=2025-H2');
    expect(await screen.findByRole('img', { name: t('tipping.medal', { place: 1 }) })).toBeTruthy();
    expect(server.heard.findLast((one) => one.path === `${of}/table`)?.query.period).toBe('2025-H2');
    expect(screen.queryByRole('button', { name: new RegExp(t('glance.share')) })).toBeNull();
  });

  it('shows bonus points if there are any', async () => {
    const bonus = makeTableRow('ada', { points: 12, bonus_points: 9 });
    server.on(`GET ${of}/table`, { json: makeGroupTable([bonus]) });
    await open('?tab=table');
    expect((await screen.findByRole('row', { name: /ada/ })).textContent).toContain('+9');
    expect(screen.getByRole('columnheader', { name: t('tipping.column.bonus') })).toBeTruthy();
  });

  it('compares two members round by round', async () => {
    const line = (handle: string, is_me: boolean, points: number[]) => ({
      kind: 'member' as const,
      handle,
      is_me,
      places: [1, 1, 1],
      points,
    });
    const rounds = ['Round 10', 'Round 11', 'Round 12'].map((round) => ({
      key: `league:1:2026/27:${round}`,
      league: makeLeague(),
      round,
      starts_at: null,
    }));
    server.on(`GET ${of}/history`, { json: makeHistory({ rounds, lines: [line('ada', true, [5, 2, 4]), line('mia', false, [1, 2, 6])] }) });
    await open('?tab=table');
    await userEvent.click(await screen.findByRole('button', { name: t('tipping.compare_with', { name: 'mia' }) }));
    expect(await screen.findByText(t('tipping.duel_rounds', { won: 1, level: 1, lost: 1 }))).toBeTruthy();
    expect(server.heard.findLast((one) => one.path === `${of}/history`)?.query.handles).toBe('mia');
  });
});

describe('the rules', () => {
  it('are sentences made from the data, with what changed', async () => {
    const rules = { ...PRESETS.classic, deadline: 'round' as const, points: { ...PRESETS.classic.points, team: 0, exact: 5 } };
    const change = (version: number, of: typeof rules | typeof PRESETS.classic) => ({
      version,
      rules: of,
      changed_by: 'mia',
      changed_at: JUDGED,
    });
    server.on(`GET ${of}/rules`, { json: makeRules({ rules, history: [change(2, rules), change(1, PRESETS.classic)] }) });
    await open('?tab=rules');
    const card = within((await screen.findByRole('heading', { name: t('tipping.changes') })).closest('section')!);
    expect((await card.findAllByRole('listitem')).slice(1).map(({ textContent }) => textContent)).toEqual([
      t('tipping.rule.worth', { what: t('tipping.hit.exact'), points: 5 }),
      t('tipping.rule.deadline.round'),
    ]);
    const all = within(screen.getByRole('heading', { name: t('tipping.rules_title') }).closest('section')!).getAllByRole('listitem');
    expect(all.map(({ textContent }) => textContent)).toContain(t('tipping.rule.worth', { what: t('tipping.hit.difference'), points: 3 }));
    // Only its owner changes them.
    expect(screen.queryByRole('button', { name: t('tipping.change_rules') })).toBeNull();
  });
});

it('says that a group is not there to whoever is not in it', async () => {
  server.on(GROUP_CALL, { status: 404, json: { code: 'not_found', detail: 'Not found.' } });
  renderSite(`/group/${GROUP_ID}`);
  expect(await screen.findByText(t('tipping.not_member'))).toBeTruthy();
});
