import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { LINEUP_FALLBACKS, type Lineups, type MatchDetail } from '#contract/matches.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { makeDetail, makeLineup, makeNoLineups, makePlayer } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { showLocale } from '#web/i18n/locale-store.ts';
import { LineupsTab } from './lineups-tab.tsx';

beforeEach(() => showLocale('en'));

const show = (lineups: Lineups, rest: Partial<MatchDetail> = {}) =>
  renderPart(<LineupsTab match={makeDetail({ id: 7, status: 'ns', ...rest, lineups })} />);

const eleven = (rest: Parameters<typeof makeLineup>[1] = {}) =>
  makeLineup([makePlayer('Ada Keeper', { position: 'GK', grid: '1:1', number: 1 }), makePlayer('Ben Bench', { starter: false })], {
    formation: '4-3-3',
    coach: 'Cora Coach',
    ...rest,
  });

describe.each(LOCALES)('in %s', (locale) => {
  it('has a text for every reason without an official line-up', async () => {
    await showLocale(locale);
    const reasons = LINEUP_FALLBACKS.map((fallback) => {
      const { container, unmount } = show(makeNoLineups(fallback), { status: 'h1' });
      const said = container.textContent ?? '';
      unmount();
      return said;
    });
    for (const said of reasons) expect(said).not.toMatch(/fallback|match\./);
    expect(new Set(reasons).size).toBe(9);
  });
});

it('says what is expected, if anything is', () => {
  const { unmount } = show(makeNoLineups('no_players_data'));
  expect(screen.getByText(/Official line-ups usually come an hour before kick-off\.$/)).toBeTruthy();
  unmount();
  show(makeNoLineups('league_no_lineups_coverage'));
  expect(screen.getByText('Nobody reports line-ups for this league.')).toBeTruthy();
});

it('distinguishes an official line-up from a probable one, and says what the latter is based on', async () => {
  show({ home: eleven(), away: eleven({ fallback: 'history_probable_xi', based_on: 5 }) });
  expect(await screen.findByRole('list', { name: 'Avalon Town, Official, Formation 4-3-3' })).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Northgate, Probable, Formation 4-3-3' })).toBeTruthy();
  expect(screen.getByText(/From the last 5 line-ups\./)).toBeTruthy();
});

it('lists the starters if their positions are unknown, and says so on the pitch beside the other side', async () => {
  const list = makeLineup([makePlayer('Zoe Unplaced'), makePlayer('Yan Bench', { starter: false })]);
  show({ home: eleven(), away: list });
  const heading = await screen.findByRole('heading', { name: 'Starting eleven' });
  expect(within(heading.parentElement as HTMLElement).getByText('Zoe Unplaced')).toBeTruthy();
  expect(await screen.findByText('The places are not known: see the list below.')).toBeTruthy();
});

it('lists a squad too small for an eleven as players, without a pitch', () => {
  const squad = makeLineup([makePlayer('Sam Squad', { starter: false })], { fallback: 'fallback_players' });
  show({ home: squad, away: makeLineup([], { fallback: 'no_players_data' }) });
  expect(screen.getByRole('heading', { name: 'Players' })).toBeTruthy();
  expect(screen.getByText('Not official')).toBeTruthy();
  expect(screen.getByText(/Nothing is known about the players of this team\./)).toBeTruthy();
});
