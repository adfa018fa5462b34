import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MatchSummary } from '#contract/matches.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import type { Side, Sport } from '#domain/matches/sport.ts';
import { makeMarket, makeMatch, makeMeta, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { metaQuery } from '#web/data/queries.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { MatchRow } from './match-row.tsx';

beforeEach(async () => {
  queryClient.setQueryData(metaQuery.queryKey, makeMeta());
  await showLocale('en');
});

const players = { home: makeTeam('Ida Berg'), away: makeTeam('Ana Silva') };
const twoWay = makeMarket({ odds: { home: 1.5, draw: null, away: 2.5 }, probability: { home: 0.62, draw: 0, away: 0.38 } });

function show(sport: Sport, rest: Partial<MatchSummary>) {
  const match = makeMatch({ ...players, market: null, draw_possible: sport === 'football', ...rest });
  renderPart(
    <ul>
      <MatchRow match={match} sport={sport} showOdds myPick={null} />
    </ul>,
  );
  return within(screen.getByRole('listitem'));
}

/** The start of the row's spoken text. */
const scored = (home: number, away: number) =>
  t('match.score_line', { home: 'Ida Berg', away: 'Ana Silva', home_score: home, away_score: away });

/** Returns a side's figures beside the score. */
const figuresOf = (side: Side) => document.querySelector(`[data-side=${side}]`)?.textContent;

describe('a tennis match', () => {
  const parts = [
    { home: 6, away: 4 },
    { home: 6, away: 7, tiebreak: [5, 7] as [number, number] },
    { home: 2, away: 1 },
  ];
  const live = { status: 'live', period: { kind: 'set', n: 3 }, score: makeScore(1, 1, { parts }) } as const;

  it('shows the sets won, and each set’s games with tie-break points raised', () => {
    const row = show('tennis', live);
    expect(row.getByText(t('match.part_short.set', { n: 3 }))).toBeTruthy();
    expect(figuresOf('home')).toBe('6652');
    expect(figuresOf('away')).toBe('4771');
    expect([...document.querySelectorAll('sup')].map(({ textContent }) => textContent)).toEqual(['5', '7']);
    expect(row.getByRole('link').getAttribute('aria-label')).toBe(`${scored(1, 1)}, 6–4, 6–7 (5–7), 2–1, ${t('match.part.set', { n: 3 })}`);
  });

  it.each(LOCALES)('says in %s that a player retired', async (locale) => {
    await showLocale(locale);
    const words = { en: t('match.status.long.retired'), 'zh-CN': tZh('match.status.long.retired'), vi: tVi('match.status.long.retired') };
    expect(show('tennis', { ...live, status: 'awd', period: null }).getByText(words[locale])).toBeTruthy();
  });

  it('shows the points of the game and who serves', () => {
    const game = [...parts.slice(0, 2), { home: 2, away: 1, points: ['40', 'A'] as ['40', 'A'], serving: 'away' as const }];
    const row = show('tennis', { ...live, score: makeScore(1, 1, { parts: game }) });
    expect(figuresOf('home')).toBe('665240');
    expect(figuresOf('away')).toBe('4771A');
    expect(row.getByRole('img', { name: t('match.serving') }).closest('span')?.textContent).toContain('Ana Silva');
    expect(row.getByRole('link').getAttribute('aria-label')).toBe(
      [scored(1, 1), '6–4', '6–7 (5–7)', '2–1 40–A', t('match.serves', { name: 'Ana Silva' }), t('match.part.set', { n: 3 })].join(', '),
    );
  });

  it.each([
    ['en', t],
    ['zh-CN', tZh],
    ['vi', tVi],
  ] as const)('says in %s who wins when a player retires, though behind', async (locale, say) => {
    await showLocale(locale);
    const score = { ...makeScore(1, 0, { parts: [{ home: 6, away: 2 }] }), awarded_to: 'away' as const };
    const row = show('tennis', { ...live, status: 'awd', period: null, score });
    expect(row.getByRole('link').getAttribute('aria-label')).toMatch(
      new RegExp(`, ${say('match.status.long.retired')}, ${say('match.wins', { winner: 'Ana Silva' })}$`),
    );
    expect(row.getByText('Ida Berg').parentElement?.className).toContain('text-muted');
    expect(row.getByText('Ana Silva').parentElement?.className).not.toContain('text-muted');
  });

  it('marks nobody as the loser of a match that ended with a retirement', () => {
    show('tennis', { ...live, status: 'awd', period: null, score: makeScore(1, 0, { parts }) });
    expect(screen.getByText('Ana Silva').parentElement?.className).toBe(screen.getByText('Ida Berg').parentElement?.className);
  });
});

describe('a basketball game', () => {
  const parts = [
    { home: 28, away: 30 },
    { home: 25, away: 21 },
    { home: 11, away: 9 },
  ];

  it('shows the points, the quarter and its minute, but no quarter scores', () => {
    const row = show('basketball', { status: 'live', minute: 4, period: { kind: 'quarter', n: 3 }, score: makeScore(64, 60, { parts }) });
    expect(row.getByText(`${t('match.part_short.quarter', { n: 3 })} 4′`)).toBeTruthy();
    expect(row.getByText('64')).toBeTruthy();
    expect(figuresOf('home')).toBeUndefined();
  });

  it('has two prices and a bar with two shares before it begins', () => {
    const row = show('basketball', { market: twoWay });
    expect(row.getAllByRole('button', { name: /at \d/ })).toHaveLength(2);
    expect(row.getByRole('img', { name: t('common.probability_two', { home: '62%', away: '38%' }) })).toBeTruthy();
  });
});

it('shows an esports series by maps won, with each map’s rounds', () => {
  const parts = [
    { home: 13, away: 11 },
    { home: 9, away: 13 },
  ];
  const row = show('esports', { status: 'live', period: { kind: 'map', n: 3 }, score: makeScore(1, 1, { parts }) });
  expect(row.getByText(t('match.part_short.map', { n: 3 }))).toBeTruthy();
  expect(figuresOf('away')).toBe('1113');
});

it('shows the last five maps of a long series', () => {
  const parts = [1, 2, 3, 4, 5, 6, 7].map((n) => ({ home: 13, away: n }));
  show('esports', { status: 'ft', score: makeScore(7, 0, { parts }) });
  expect(figuresOf('away')).toBe('34567');
});
