import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDraw, makeDraws, makeTie } from '#test/web/fixtures/leagues.ts';
import { makeGroup, makeLeague, makeMatch, makeMeta, makeRow, makeScore, makeTable, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
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
    expect(links(await round('Semi-finals'))).toEqual([
      'Ann 1–1 Bea, After penalties, Pens 4–2, penalties 4–2, Ann through',
      'Leg 1, Cat 2–0 Dot, Finished, 2–3 on aggregate, Dot through',
      'Leg 2, Dot 3–0 Cat, Finished, 2–3 on aggregate, Dot through',
    ]);
    const final = await round('Final');
    expect(final.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['AnnDot']);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Draw', 'Fixtures and results', 'Top scorers']);
    await waitFor(() => expect(document.title).toBe('Crown Cup draw · Matchpoint'));
    const description = document.querySelector('meta[name="description"]')?.getAttribute('content');
    expect(description).toBe('Crown Cup draw: every round up to the final, with live scores and results.');
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
    expect((await round('Final')).getByRole('listitem').textContent).toBe('Winner of Ann v BeaTo be decided');
  });

  it('never guesses pairings', async () => {
    const draw = makeDraw([
      ['Semi-finals', semis],
      ['Final', [null]],
    ]);
    for (const { slots } of draw.rounds) for (const slot of slots) slot.follows = false;
    answer([draw]);
    renderSite(ADDRESS);
    expect((await round('Final')).getByRole('listitem').textContent).toBe('To be decided'.repeat(2));
  });

  it('names the champion, and separates the match for third place', async () => {
    answer([
      makeDraw([['Final', [makeTie({ winner: 'home', matches: [played(ann, dot, [2, 1])] })]]], {
        third_place: makeTie({ winner: 'away', matches: [played(bea, cat, [0, 1])] }),
      }),
    ]);
    renderSite(ADDRESS);
    expect(links(await round('Final'))).toEqual(['Ann 2–1 Dot, Finished, Champion: Ann']);
    expect(links(await round('Third place'))).toEqual(['Bea 0–1 Cat, Finished, Cat through']);
  });

  it('is browsed round by round on a phone', async () => {
    answer([
      makeDraw([
        ['Semi-finals', semis],
        ['Final', [null]],
      ]),
    ]);
    renderSite(ADDRESS);
    const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Round' });
    expect(picker.value).toBe('Semi-finals');
    expect(screen.getByText('3 of 3 played')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next round' }));
    expect(picker.value).toBe('Final');
    expect(screen.getByText('0 of 1 played')).toBeTruthy();
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
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Round' })).value).toBe('Semi-finals');
  });

  it('is a list if its rounds do not form a bracket, with headings if there are several', async () => {
    const tie = makeTie({ matches: [played(ann, bea, [1, 0])] });
    answer(['Apertura', 'Clausura'].map((section) => makeDraw([['Final', [tie]]], { section, joins: false })));
    renderSite(ADDRESS);
    expect(await screen.findAllByText(/do not lead into each other/)).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 2, name: 'Apertura' })).toBeTruthy();
  });
});

it('is shown beside the tables of a cup with groups', async () => {
  answer(
    [makeDraw([['Final', [null]]])],
    ['A', 'B'].map((name) => makeGroup([makeRow(1, `Team ${name}`)], `Group ${name}`)),
  );
  renderSite(ADDRESS);
  expect(await screen.findByRole('row', { name: /Team A/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Draw' }));
  expect(await screen.findByRole('region', { name: 'Final' })).toBeTruthy();
});

it.each([
  ['en', 'Draw', 'No draw yet'],
  ['zh-CN', '对阵图', '还没有对阵'],
  ['vi', 'Nhánh đấu', 'Chưa có nhánh đấu'],
] as const)('shows that there is none yet, in %s', async (locale, tab, words) => {
  await chooseLocale(locale);
  answer([]);
  renderSite(`${ADDRESS}?tab=draw`);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('tab', { name: tab })).toBeTruthy();
});
