import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { makePoint } from '#test/web/fixtures/forecasts.ts';
import { makeDetail } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { WinProbabilityCard } from './win-probability-card.tsx';

beforeEach(() => showLocale('en'));

const START = { home: 0.5, draw: 0.3, away: 0.2 };
const POINTS = [
  makePoint(0, START),
  makePoint(35, { home: 0.48, draw: 0.33, away: 0.19 }),
  makePoint(
    45,
    { home: 0.34, draw: 0.36, away: 0.3 },
    {
      stoppage: 2,
      turn: { cause: 'red_card', side: 'home', home: -0.14, draw: 0.03, away: 0.11 },
    },
  ),
  makePoint(71, { home: 0.1, draw: 0.2, away: 0.7 }, { turn: { cause: 'goal', side: 'away', home: -0.2, draw: -0.2, away: 0.4 } }),
];

it('describes the lines: start, end, and what changed them', () => {
  renderPart(<WinProbabilityCard match={makeDetail()} points={POINTS} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    t('forecast.timeline_chart', {
      home: 'Avalon Town',
      home_percent: '10%',
      draw_percent: '20%',
      away: 'Northgate',
      away_percent: '70%',
      minute: '71',
      home_start: '50%',
      draw_start: '30%',
      away_start: '20%',
    }),
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `45+2′${t('forecast.turn_line', { cause: t('forecast.turn.red_card'), team: 'Avalon Town' })} · ${t('forecast.turn_effect', { outcome: 'Avalon Town', signed: '-14', points: 14 })}`,
    `71′${t('forecast.turn_line', { cause: t('forecast.turn.goal'), team: 'Northgate' })} · ${t('forecast.turn_effect', { outcome: 'Northgate', signed: '+40', points: 40 })}`,
  ]);
});

it('lists every point in a table', async () => {
  renderPart(<WinProbabilityCard match={makeDetail()} points={POINTS} />);
  await userEvent.click(screen.getByText(t('forecast.timeline_table')));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    [t('forecast.minute'), 'Avalon Town', t('common.draw'), 'Northgate'],
    ['0′', '50%', '30%', '20%'],
    ['35′', '48%', '33%', '19%'],
    ['45+2′', '34%', '36%', '30%'],
    ['71′', '10%', '20%', '70%'],
  ]);
});

it('says that nothing changed it', () => {
  renderPart(<WinProbabilityCard match={makeDetail()} points={POINTS.slice(0, 2)} />);
  expect(screen.getByText(t('forecast.timeline_quiet'))).toBeTruthy();
});
