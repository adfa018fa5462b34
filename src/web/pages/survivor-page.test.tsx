import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { getSurvivorTable, listSurvivor, type SurvivorGame, survivorGame } from '#contract/survivor.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { makeLeague, makeTeam } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ID = '0b9f3c1e-5a0f-4d5e-9f63-2f1f0c7a9d11';
const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  beUser();
  await chooseLocale('en');
});

const LONG = 'Athletic Association of the United Northern Harbour Towns';
const teams = [LONG, 'Northgate'].map((name, i) => ({ ...makeTeam(name), id: i + 1 }));
const soon = new Date(Date.now() + 86_400_000).toISOString();
const choice = (at: 0 | 1, used_in: number | null) => ({
  ...{ match_id: 7, kickoff_at: soon, team: teams[at]!, opponent: teams[1 - at]!, is_home: at === 0, chance: 0.512, used_in },
});
const next = { number: 2, round: 'Round 8', deadline: soon, choices: [choice(0, null), choice(1, 1)] };
const line = { number: 1, round: 'Round 7', team: teams[1]!, match: null, state: 'drawn', lives: 1, picked_at: '2026-11-19T12:00:00.000Z' };
const mine = { id: ID, lives: 1, out: null, lines: [line], rank: { rank: 2, players: 9, beats: 62 }, pick: null };
const game = (rest: Partial<Record<keyof SurvivorGame, unknown>> = {}) =>
  survivorGame.parse({
    ...{ id: ID, kind: 'link', league: makeLeague(), season: '2026/27', made_by: 'ana', group: null, state: 'running', players: 9 },
    ...{ rules: { lives: 2, draw_survives: false }, next, has_model: true, can_join: false, mine, winners: null, ...rest },
  });
const serve = (rest?: Parameters<typeof game>[0]) => server.on(`GET /api/survivor/games/${ID}`, { json: game(rest) });
const button = (at: 0 | 1) =>
  screen.getByRole('button', { name: new RegExp(t('survivor.pick_team', { team: teams[at]!.name, opponent: teams[1 - at]!.name })) });

it('takes a pick by one tap, and says why a team cannot be picked', async () => {
  serve();
  server.on(`PUT /api/survivor/games/${ID}/pick`, { json: { judged_at: '2026-11-20T12:00:00.000Z' } });
  renderSite(`/survivor/${ID}`);
  expect(await screen.findByText(t('survivor.you_in', { lives: 1 }))).toBeTruthy();
  expect(screen.getByText(new RegExp(t('survivor.beats', { share: 62 })))).toBeTruthy();
  expect(button(1)).toHaveProperty('disabled', true);
  expect(button(1).textContent).toContain(t('survivor.used', { round: 1 }));
  await userEvent.setup().click(button(0));
  await waitFor(() => expect(server.heard.some(({ method }) => method === 'PUT')).toBe(true));
  expect(JSON.parse(String(server.heard.find(({ method }) => method === 'PUT')?.body))).toEqual({ round: 'Round 8', team_id: 1 });
});

it('says why a pick is refused', async () => {
  serve();
  server.on(`PUT /api/survivor/games/${ID}/pick`, { status: 409, json: { code: 'survivor_closed', detail: 'It’s too late.' } });
  renderSite(`/survivor/${ID}`);
  await screen.findByText(t('survivor.you_in', { lives: 1 }));
  await userEvent.setup().click(button(0));
  expect((await screen.findByRole('alert')).textContent).toContain('It’s too late.');
});

it('takes no pick after the deadline, even before the server says so', async () => {
  serve({ next: { ...next, deadline: new Date(Date.now() - 1_000).toISOString() } });
  renderSite(`/survivor/${ID}`);
  await screen.findByText(t('survivor.you_in', { lives: 1 }));
  expect(button(0)).toHaveProperty('disabled', true);
});

it.each([
  ['out', { mine: { ...mine, lives: 0, out: 1 } }, () => t('survivor.you_out', { round: 1 })],
  [
    'in a game that is over',
    { state: 'over', next: null, winners: ['ana', 'bob'] },
    () => t('survivor.winners', { count: 2, names: 'ana, bob' }),
  ],
  [
    'among the winners, all of whom fell in the last round',
    { state: 'over', next: null, winners: ['ana'], mine: { ...mine, lives: 0, out: 1, rank: { rank: 1, players: 3, beats: 50 } } },
    () => t('survivor.line_state.won'),
  ],
  ['without a round', { next: null }, () => t('survivor.pick_none')],
  ['too late', { mine: null }, () => t('survivor.too_late')],
  ['no member of its group', { mine: null, state: 'joining' }, () => t('survivor.members_only')],
] as const)('tells a user who is %s', async (_, rest, words) => {
  serve(rest as Partial<Record<keyof SurvivorGame, unknown>>);
  renderSite(`/survivor/${ID}`);
  expect(await screen.findByText(words())).toBeTruthy();
  expect(screen.queryByRole('button', { name: new RegExp(`^${t('survivor.join')}$`) })).toBeNull();
});

it('asks guests to sign in, and tells of an unknown game', async () => {
  beGuest();
  serve({ mine: null });
  renderSite(`/survivor/${ID}`);
  expect(await screen.findByText(t('survivor.signed_out'))).toBeTruthy();
  cleanup();
  queryClient.clear();
  server.on(`GET /api/survivor/games/${ID}`, { status: 404, json: { code: 'not_found', detail: 'Gone.' } });
  renderSite(`/survivor/${ID}`);
  expect(await screen.findByText(t('survivor.missing'))).toBeTruthy();
});

it('has a table with the model marked, and says when the shield hides it', async () => {
  serve();
  const rows = [null, 'ana'].map((handle) => ({ id: null, rank: 1, handle, is_me: false, lives: 1, out: handle && 2, pick: null }));
  server.on(`GET /api/survivor/games/${ID}/table`, { json: getSurvivorTable.reply.parse({ items: rows, next: null, is_hidden: false }) });
  renderSite(`/survivor/${ID}?tab=table`);
  expect(await screen.findByText(t('survivor.model'))).toBeTruthy();
  expect(screen.getByText(t('survivor.row_out', { round: 2 }))).toBeTruthy();
  cleanup();
  queryClient.clear();
  server.on(`GET /api/survivor/games/${ID}/table`, { json: { items: [], next: null, is_hidden: true } });
  renderSite(`/survivor/${ID}?tab=table`);
  expect(await screen.findByText(t('survivor.table_hidden'))).toBeTruthy();
});

it.each(LOCALES)('lists games and leagues, and makes one, in %s', async (locale) => {
  const words = { en: t, 'zh-CN': tZh, vi: tVi }[locale];
  await chooseLocale(locale);
  const league = { league: makeLeague(), season: '2026/27', rounds: [{ round: 'Round 8', deadline: soon }], open: null };
  server.on('GET /api/survivor', { json: listSurvivor.reply.parse({ mine: [], leagues: [league], groups: [{ id: ID, name: LONG }] }) });
  server.on('POST /api/survivor/games', { status: 201, json: { id: ID } });
  serve({ state: 'joining' });
  renderSite('/survivor');
  expect(await screen.findByText(words('survivor.mine_none'))).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: words('survivor.make') }));
  expect(await screen.findByText(words('survivor.you_in', { lives: 1 }))).toBeTruthy();
  expect(JSON.parse(String(server.heard.findLast(({ method }) => method === 'POST')?.body))).toMatchObject({
    kind: 'link',
    round: 'Round 8',
    group_id: null,
  });
});
