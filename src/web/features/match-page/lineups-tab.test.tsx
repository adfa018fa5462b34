import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { LINEUP_FALLBACKS, type Lineups, type MatchDetail } from '#contract/matches.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { makeDetail, makeEvent, makeLineup, makeNoLineups, makePlayer } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
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
    for (const said of reasons) expect(said).not.toMatch(/fallback|match\.\w/);
    expect(new Set(reasons).size).toBe(9);
  });
});

it('shows who misses the match until the line-ups are out, and the ratings after it with their source', () => {
  const absences: MatchDetail['absences'] = { home: [{ name: 'Ann Absent', kind: 'suspended', reason: 'Red Card' }], away: [] };
  const ratings: MatchDetail['ratings'] = {
    source: 'API-Football',
    home: [{ name: 'Rae Rated', number: 9, minutes: 90, rating: 7 }],
    away: [],
  };
  const { unmount } = show(makeNoLineups('no_players_data'), { absences });
  expect(screen.getByText('Ann Absent')).toBeTruthy();
  expect(screen.getByText(new RegExp(t('match.absence.suspended'))).textContent).toContain('Red Card');
  unmount();
  show({ home: eleven(), away: eleven() }, { absences, ratings, status: 'ft' });
  expect(screen.queryByText('Ann Absent')).toBeNull();
  expect(screen.getByText(t('match.ratings_source', { source: 'API-Football' }))).toBeTruthy();
  expect(screen.getByText('7.0')).toBeTruthy();
});

it('marks who scored, came on and went off, with minutes, cards and ratings, on the pitch and on the bench', async () => {
  const ratings: MatchDetail['ratings'] = {
    source: 'API-Football',
    home: [
      { name: 'A. Keeper', number: 1, minutes: 70, rating: 8.2 },
      { name: 'Ben Bench', number: null, minutes: 20, rating: 6.5 },
    ],
    away: [{ name: 'Ada Keeper', number: 44, minutes: 90, rating: 8 }],
  };
  const events = [
    makeEvent({ type: 'goal', player: 'Ada Keeper', other: 'Unknown Other' }),
    makeEvent({ type: 'yellow', player: 'Ada Keeper' }),
    makeEvent({ type: 'substitution', period: 'H2', minute: 70, player: 'Ada Keeper', other: 'Ben Bench' }),
  ];
  show({ home: eleven(), away: eleven() }, { ratings, events, status: 'ft' });
  const pitch = await screen.findByRole('list', { name: /^Avalon Town/ });
  const starter = within(pitch).getByRole('listitem').textContent;
  const left = t('players.went_off', { minute: '70′' });
  for (const words of [
    t('players.best_rating', { value: '8.2' }),
    `${t('players.goals', { count: 1 })}, ${t('match.event.yellow')}, ${left}`,
  ])
    expect(starter).toContain(words);
  const bench = screen.getAllByText('Ben Bench').map((name) => name.closest('li')?.textContent ?? '');
  expect(bench[0]).toContain(t('players.came_on', { minute: '70′' }));
  expect(bench[0]).toContain(t('players.rating', { value: '6.5' }));
  // A number that contradicts is another player: no rating on the pitch.
  const other = screen.getByRole('list', { name: /^Northgate/ });
  expect(within(other).getByRole('listitem').textContent).not.toContain('8');
  expect(screen.getByText(t('players.best_line', { player: 'A. Keeper', team: 'Avalon Town', source: 'API-Football' }))).toBeTruthy();
});

it('marks nobody in a probable line-up, and names no man of the match before the end', async () => {
  const ratings: MatchDetail['ratings'] = {
    source: 'API-Football',
    home: [{ name: 'Ada Keeper', number: 1, minutes: 60, rating: 8.2 }],
    away: [],
  };
  const probable = eleven({ fallback: 'history_probable_xi', based_on: 5 });
  show({ home: probable, away: eleven() }, { ratings, events: [makeEvent({ player: 'Ada Keeper' })], status: 'h2' });
  const pitch = await screen.findByRole('list', { name: /^Avalon Town/ });
  expect(pitch.textContent).not.toMatch(/8\.2|goal/);
  expect(screen.queryByText(t('players.best'))).toBeNull();
});

it('says what is expected, if anything is', () => {
  const { unmount } = show(makeNoLineups('no_players_data'));
  expect(screen.getByText(`${t('match.fallback.no_players_data')} ${t('match.lineups_next')}`)).toBeTruthy();
  unmount();
  show(makeNoLineups('league_no_lineups_coverage'));
  expect(screen.getByText(t('match.fallback.league_no_lineups_coverage'))).toBeTruthy();
});

it('distinguishes an official line-up from a probable one, and says what the latter is based on', async () => {
  show({ home: eleven(), away: eleven({ fallback: 'history_probable_xi', based_on: 5 }) });
  const formation = t('match.formation', { formation: '4-3-3' });
  expect(await screen.findByRole('list', { name: `Avalon Town, ${t('match.official')}, ${formation}` })).toBeTruthy();
  expect(screen.getByRole('list', { name: `Northgate, ${t('match.probable')}, ${formation}` })).toBeTruthy();
  expect(screen.getByText(t('match.based_on', { count: 5 }), { exact: false })).toBeTruthy();
});

it('lists the starters if their positions are unknown, and says so on the pitch beside the other side', async () => {
  const list = makeLineup([makePlayer('Zoe Unplaced'), makePlayer('Yan Bench', { starter: false })]);
  show({ home: eleven(), away: list });
  const heading = await screen.findByRole('heading', { name: t('match.starters') });
  expect(within(heading.parentElement as HTMLElement).getByText('Zoe Unplaced')).toBeTruthy();
  expect(await screen.findByText(t('match.places_unknown'))).toBeTruthy();
});

it('lists a squad too small for an eleven as players, without a pitch', () => {
  const squad = makeLineup([makePlayer('Sam Squad', { starter: false })], { fallback: 'fallback_players' });
  show({ home: squad, away: makeLineup([], { fallback: 'no_players_data' }) });
  expect(screen.getByRole('heading', { name: t('match.players') })).toBeTruthy();
  expect(screen.getByText(t('match.unofficial'))).toBeTruthy();
  expect(screen.getByText(t('match.fallback.no_players_data'), { exact: false })).toBeTruthy();
});
