import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDraw, makeDraws, makeTie } from '#test/web/fixtures/leagues.ts';
import { makeGroup, makeLeague, makeMatch, makeMeta, makeRow, makeScore, makeTable, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ADDRESS = '/leagues/1/standings';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const league = makeLeague({ form: 'cup', name: 'Crown Cup' });
const [ann, bea, cat, dot] = ['Ann', 'Bea', 'Cat', 'Dot'].map((name) => makeTeam(name));
const played = (home: typeof ann, away: typeof ann, score: [number, number], rest: Parameters<typeof makeMatch>[0] = {}) =>
  makeMatch({ home: home!, away: away!, status: 'ft', score: makeScore(...score), ...rest });
const answer = (draws: ReturnType<typeof makeDraw>[], tables: ReturnType<typeof makeGroup>[] = []) => {
  server.on(`GET /api${ADDRESS}`, { json: makeTable({ league, tables, has_draw: true }) });
  server.on('GET /api/leagues/1/draw', { json: makeDraws({ league, draws }) });
};
const round = async (name: string) => within(await screen.findByRole('region', { name }));
/** The names of rounds as the page shows them. */
const [SEMIS, FINAL] = [t('leagues.round_names.semi_finals'), t('leagues.round_names.final')];
const scored = (home: string, away: string, score: [number, number]) =>
  t('match.score_line', { home, away, home_score: score[0], away_score: score[1] });
const through = (team: string) => t('leagues.draw_through', { team });
const FULL_TIME = t('match.status.long.ft');
const links = (place: Awaited<ReturnType<typeof round>>) => place.getAllByRole('link').map((link) => link.getAttribute('aria-label'));

describe('a draw', () => {
  const shootOut = { status: 'pen' as const, score: makeScore(1, 1, { penalty: [4, 2] }) };
  const semis = [
    makeTie({ winner: 'home', matches: [played(ann, bea, [1, 1], shootOut)] }),
    makeTie({ kind: 'legs', winner: 'away', matches: [played(cat, dot, [2, 0]), played(dot, cat, [3, 0])] }),
  ];

  it('is shown for a cup without a table: round after round, the last one to come', async () => {
    answer([
      makeDraw([
        ['Semi-finals', semis],
        ['Final', [null]],
      ]),
    ]);
    renderSite(ADDRESS);
    const pens = [t('match.pens_score', { home: 4, away: 2 }), t('leagues.draw_shoot_out', { home: 4, away: 2 })];
    const aggregate = `2–3 ${t('leagues.draw_aggregate')}`;
    expect(links(await round(SEMIS))).toEqual([
      [scored('Ann', 'Bea', [1, 1]), t('match.status.long.pen'), ...pens, through('Ann')].join(', '),
      [t('leagues.draw_leg', { n: 1 }), scored('Cat', 'Dot', [2, 0]), FULL_TIME, aggregate, through('Dot')].join(', '),
      [t('leagues.draw_leg', { n: 2 }), scored('Dot', 'Cat', [3, 0]), FULL_TIME, aggregate, through('Dot')].join(', '),
    ]);
    const final = await round(FINAL);
    expect(final.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['AnnDot']);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      t('leagues.tabs.draw'),
      t('leagues.tabs.fixtures'),
      t('leagues.tabs.scorers'),
    ]);
    const title = t('titles.draw', { league: 'Crown Cup' });
    await waitFor(() => expect(document.title).toBe(`${title} · Matchpoint`));
    const description = document.querySelector('meta[name="description"]')?.getAttribute('content');
    expect(description).toBe(t('other_descriptions.draw', { title }));
  });

  it('shows where competitors come from if that is all that is known', async () => {
    const open = makeTie({ matches: [played(ann, bea, [1, 0], { status: 'h2' })] });
    answer([
      makeDraw([
        ['Semi-finals', [open, null]],
        ['Final', [null]],
      ]),
    ]);
    renderSite(ADDRESS);
    expect((await round(FINAL)).getByRole('listitem').textContent).toBe(
      `${t('leagues.draw_winner_of', { home: 'Ann', away: 'Bea' })}${t('leagues.draw_undecided')}`,
    );
  });

  it('never guesses pairings', async () => {
    const draw = makeDraw([
      ['Semi-finals', semis],
      ['Final', [null]],
    ]);
    for (const { slots } of draw.rounds) for (const slot of slots) slot.follows = false;
    answer([draw]);
    renderSite(ADDRESS);
    expect((await round(FINAL)).getByRole('listitem').textContent).toBe(t('leagues.draw_undecided').repeat(2));
  });

  it('names the champion, and separates the match for third place', async () => {
    answer([
      makeDraw([['Final', [makeTie({ winner: 'home', matches: [played(ann, dot, [2, 1])] })]]], {
        third_place: makeTie({ winner: 'away', matches: [played(bea, cat, [0, 1])] }),
      }),
    ]);
    renderSite(ADDRESS);
    expect(links(await round(FINAL))).toEqual([
      [scored('Ann', 'Dot', [2, 1]), FULL_TIME, t('leagues.draw_champion', { team: 'Ann' })].join(', '),
    ]);
    expect(links(await round(t('leagues.round_names.third_place')))).toEqual([
      [scored('Bea', 'Cat', [0, 1]), FULL_TIME, through('Cat')].join(', '),
    ]);
  });

  it('is browsed round by round on a phone', async () => {
    answer([
      makeDraw([
        ['Semi-finals', semis],
        ['Final', [null]],
      ]),
    ]);
    renderSite(ADDRESS);
    const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: t('leagues.round_label') });
    expect(picker.value).toBe('Semi-finals');
    expect(screen.getByText(t('leagues.round_played', { finished: 3, total: 3 }))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('leagues.round_next') }));
    expect(picker.value).toBe('Final');
    expect(screen.getByText(t('leagues.round_played', { finished: 0, total: 1 }))).toBeTruthy();
  });

  it('starts with the present round on a phone', async () => {
    const quarters = [ann, bea, cat, dot].map((home) => makeTie({ winner: 'home', matches: [played(home, makeTeam('Out'), [1, 0])] }));
    const playing = makeTie({ matches: [played(ann, bea, [1, 0], { status: 'h1' })] });
    answer([
      makeDraw([
        ['Quarter-finals', quarters],
        ['Semi-finals', [playing, null]],
        ['Final', [null]],
      ]),
    ]);
    renderSite(ADDRESS);
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: t('leagues.round_label') })).value).toBe('Semi-finals');
  });

  it('is a list if its rounds do not form a bracket, with headings if there are several', async () => {
    const tie = makeTie({ matches: [played(ann, bea, [1, 0])] });
    answer(['Apertura', 'Clausura'].map((section) => makeDraw([['Final', [tie]]], { section, joins: false })));
    renderSite(ADDRESS);
    expect(await screen.findAllByText(t('leagues.draw_unordered'))).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 2, name: t('leagues.round_names.apertura') })).toBeTruthy();
  });
});

it('is shown beside the tables of a cup with groups', async () => {
  answer(
    [makeDraw([['Final', [null]]])],
    ['A', 'B'].map((name) => makeGroup([makeRow(1, `Team ${name}`)], `Group ${name}`)),
  );
  renderSite(ADDRESS);
  expect(await screen.findByRole('row', { name: /Team A/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: t('leagues.tabs.draw') }));
  expect(await screen.findByRole('region', { name: FINAL })).toBeTruthy();
});

it.each([
  ['en', t('leagues.tabs.draw'), t('leagues.draw_empty')],
  ['zh-CN', tZh('leagues.tabs.draw'), tZh('leagues.draw_empty')],
  ['vi', tVi('leagues.tabs.draw'), tVi('leagues.draw_empty')],
] as const)('shows that there is none yet, in %s', async (locale, tab, words) => {
  await chooseLocale(locale);
  answer([]);
  renderSite(`${ADDRESS}?tab=draw`);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('tab', { name: tab })).toBeTruthy();
});
