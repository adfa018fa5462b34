import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type BracketChallenge, bracketChallenge, bracketPage, getBracketTable, listBrackets } from '#contract/brackets.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { BRACKET_RULES, scoreBracket } from '#domain/tipping/bracket-score.ts';
import { type BracketPicks, readTree } from '#domain/tipping/bracket-shape.ts';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { makeLeague, makeTeam } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
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

const teams = ['Avalon Town', 'Northgate', 'Osterley', 'Penrith City'].map((name, i) => ({ ...makeTeam(name), id: i + 1 }));
const shape = {
  ...{ drawn: 'hash', groups: [], plan: null, decided: [], has_third_place: false, third_place: null },
  first: [
    [1, 2],
    [3, 4],
  ],
};
const challenge = (rest: Partial<Record<keyof BracketChallenge, unknown>> = {}) =>
  bracketChallenge.parse({
    ...{ league: makeLeague(), season: '2026/27', section: '', state: 'open', begins_at: '2026-11-21T12:00:00.000Z' },
    ...{
      closes_at: '2026-11-21T12:00:00.000Z',
      rules: BRACKET_RULES,
      takes_scores: true,
      model: 'later',
      shape,
      teams,
      mine: null,
      ...rest,
    },
  });

const picks: BracketPicks = {
  orders: [],
  best: [],
  winners: [[1, 3], [1]],
  third_place: null,
  scores: [{ round: 0, tie: 0, home: 2, away: 1 }],
};
function entry(isLocked: boolean) {
  const { tree } = readTree(
    {
      groups: [],
      plan: null,
      first: [
        [1, 2],
        [3, 4],
      ],
      decided: [],
      thirdPlace: undefined,
    },
    picks,
  );
  const tie = { stage: 2, teams: [1, 2] as const, winner: 1, beganAtMs: 2, score: [2, 1] as [number, number], hasScore: true };
  const { points, possible, isAlive, lines } = scoreBracket(tree!, { groups: [], ties: isLocked ? [tie] : [] }, BRACKET_RULES, 1);
  return {
    ...{ id: ID, handle: 'ana', is_late: false, is_locked: isLocked, is_outdated: false, made_at: '2026-11-20T12:00:00.000Z', tree },
    ...{ score: { points, possible, is_alive: isAlive, lines }, rank: isLocked ? { rank: 2, entries: 5, beats: 75 } : null },
  };
}

const left = (count: number) => t('brackets.left', { count });

it('is filled in tap by tap, or by a score, and saved with the draw that it is for', async () => {
  server.on('GET /api/brackets/1', { json: challenge() });
  server.on('PUT /api/brackets/1', { json: challenge({ mine: entry(false) }) });
  renderSite('/bracket/1');
  const user = userEvent.setup();
  expect(await screen.findByText(left(3))).toBeTruthy();
  expect(screen.getByRole('button', { name: t('brackets.save') })).toHaveProperty('disabled', true);
  const tie = (home: string, away: string) => within(screen.getByRole('group', { name: t('brackets.tie', { home, away }) }));
  await user.type(tie('Avalon Town', 'Northgate').getByLabelText(t('brackets.goals', { team: 'Avalon Town' })), '2');
  await user.type(tie('Avalon Town', 'Northgate').getByLabelText(t('brackets.goals', { team: 'Northgate' })), '1');
  await user.click(tie('Osterley', 'Penrith City').getByRole('button', { name: 'Osterley' }));
  await user.click(tie('Avalon Town', 'Osterley').getByRole('button', { name: 'Avalon Town' }));
  expect(screen.getByText(left(0))).toBeTruthy();
  // Another semi-finalist: the final is open again.
  await user.click(tie('Osterley', 'Penrith City').getByRole('button', { name: 'Penrith City' }));
  expect(tie('Avalon Town', 'Penrith City').getByRole('button', { name: 'Avalon Town' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(tie('Osterley', 'Penrith City').getByRole('button', { name: 'Osterley' }));
  await user.click(screen.getByRole('button', { name: t('brackets.save') }));
  expect(await screen.findByRole('button', { name: t('brackets.unchanged') })).toBeTruthy();
  expect(JSON.parse(String(server.heard.find(({ method }) => method === 'PUT')?.body))).toMatchObject({
    ...{ drawn: 'hash', winners: [[1, 3], [1]], section: '' },
    scores: [{ round: 0, tie: 0, home: 2, away: 1 }],
  });
});

it('says why an entry is refused', async () => {
  server.on('GET /api/brackets/1', { json: challenge({ mine: entry(false) }) });
  server.on('PUT /api/brackets/1', { status: 409, json: { code: 'bracket_closed', detail: 'It’s too late.' } });
  renderSite('/bracket/1');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Northgate' }));
  await user.click(screen.getAllByRole('button', { name: 'Northgate' }).at(-1)!);
  await user.click(screen.getByRole('button', { name: t('brackets.save') }));
  expect((await screen.findByRole('alert')).textContent).toContain('It’s too late.');
});

it('shows a final entry with points, place and receipt', async () => {
  server.on('GET /api/brackets/1', { json: challenge({ state: 'late', shape: null, mine: entry(true) }) });
  renderSite('/bracket/1');
  expect(await screen.findByText(t('brackets.rank_of', { rank: 2, entries: 5 }))).toBeTruthy();
  expect(screen.getByText(t('brackets.alive', { team: 'Avalon Town' }))).toBeTruthy();
  expect(screen.getByText(t('brackets.beats', { share: 75 }))).toBeTruthy();
  expect(screen.getAllByText(t('brackets.line_state.right'))).toHaveLength(2);
  expect(screen.queryByRole('button', { name: t('brackets.save') })).toBeNull();
});

it.each([
  ['waiting', {}, 'brackets.waiting_title'],
  ['closed', { shape: null }, 'brackets.closed_title'],
] as const)('says what to wait for while it is %s', async (state, rest, words) => {
  server.on('GET /api/brackets/1', { json: challenge({ state, ...rest }) });
  renderSite('/bracket/1');
  expect(await screen.findByText(t(words))).toBeTruthy();
});

it('asks guests to sign in, and tells of an unknown competition', async () => {
  beGuest();
  server.on('GET /api/brackets/1', { json: challenge() });
  server.on('GET /api/brackets/9', { status: 404, json: { code: 'not_found', detail: 'Gone.' } });
  renderSite('/bracket/1');
  expect(await screen.findByText(t('brackets.signed_out'))).toBeTruthy();
  cleanup();
  renderSite('/bracket/9');
  expect(await screen.findByText(t('titles.bracket_missing'))).toBeTruthy();
});

it('has a table that goes on, and says when the shield hides it', async () => {
  const row = { id: ID, rank: 1, handle: 'ana', points: 11, possible: 30, is_alive: true, champion: teams[0]! };
  server.on('GET /api/brackets/1', { json: challenge() });
  server.on('GET /api/brackets/1/table', { json: getBracketTable.reply.parse({ items: [row], next: `11.${ID}`, is_hidden: false }) });
  renderSite('/bracket/1?tab=table');
  expect((await screen.findByRole('link', { name: 'ana' })).getAttribute('href')).toBe(`/bracket/entry/${ID}`);
  expect(screen.getByRole('button', { name: t('brackets.more') })).toBeTruthy();
  server.on('GET /api/brackets/1/table', { json: getBracketTable.reply.parse({ items: [], next: null, is_hidden: true }) });
  await userEvent.setup().click(screen.getByRole('radio', { name: t('brackets.table_kinds.late') }));
  expect(await screen.findByText(t('brackets.table_hidden'))).toBeTruthy();
});

it.each(LOCALES)('lists competitions and hides a secret entry in %s', async (locale) => {
  await chooseLocale(locale);
  const { league, season, section, state, begins_at } = challenge();
  server.on('GET /api/brackets', {
    json: listBrackets.reply.parse({ items: [{ league, season, section, state, begins_at, is_entered: true }] }),
  });
  server.on(`GET /api/bracket-entries/${ID}`, { json: bracketPage.parse({ league, season, section, entry: null, teams: [] }) });
  renderSite('/bracket');
  await waitFor(() => expect(document.querySelector('a[href^="/bracket/1?season="]')).toBeTruthy());
  cleanup();
  renderSite(`/bracket/entry/${ID}`);
  await waitFor(() => expect(document.querySelector('main a[href^="/bracket/1?season="]')).toBeTruthy());
});
