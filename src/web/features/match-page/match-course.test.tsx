import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MatchCourse as Course, getMatchCourse } from '#contract/match-course.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { makeDetail } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { stepPath } from './course-charts.tsx';
import { MatchCourse } from './match-course.tsx';
import { ShotMap } from './shot-map.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  await showLocale('en');
});
afterAll(() => server.stop());

const clock = (minute: number, stoppage: number | null = null) => ({ minute, stoppage });
const pressure: Course['pressure'] = {
  ...{ source: 'API-Football', resolution_minutes: 3, counted: ['shots', 'corners'] },
  bars: [
    { from: clock(0), to: clock(4), home: 0.5, away: 0.25 },
    { from: clock(4), to: clock(8), home: 0, away: 1 },
    { from: clock(31), to: clock(35), home: 2, away: 0 },
  ],
  gaps: [{ from: clock(8), to: clock(31) }],
};
const shots: Course['shots'] = {
  source: 'Matchpoint demo',
  items: [
    { ...clock(14), id: 'a', side: 'home', period: 'H1', player: 'Joel Marsh', x: 0.9, y: 0.5, expected_goals: 0.31, outcome: 'goal' },
    { ...clock(45, 2), id: 'b', side: 'away', period: 'H1', player: null, x: 0.8, y: 0.2, expected_goals: null, outcome: 'woodwork' },
  ],
};
const reply = (rest: Partial<Course>) =>
  server.on('GET /api/matches/7/course', {
    json: getMatchCourse.reply.parse({ pressure: null, expected_goals: null, shots: null, ...rest }),
  });
const match = (rest: Partial<MatchDetail> = {}) => makeDetail({ id: 7, status: 'h2', minute: 60, ...rest });

it('describes the pressure, says what it is made of and by whom, and what is missing', async () => {
  reply({ pressure });
  renderPart(<MatchCourse match={match()} />);
  const label = t('course.pressure_chart', { home: 'Avalon Town', away: 'Northgate', count: 3, home_count: 2, away_count: 1 });
  const chart = await screen.findByRole('img', { name: label });
  expect(chart.querySelectorAll('rect[fill="var(--home)"]')).toHaveLength(3);
  expect(screen.getByText(/API-Football/).textContent).toBe(
    [
      t('course.made_of', { kinds: `${t('match.statistic.shots')} and ${t('match.statistic.corners')}` }),
      t('course.source_by_minutes', { source: 'API-Football', minutes: 3 }),
      t('course.gaps', { spans: '8′–31′' }),
    ].join(' '),
  );
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toContain('31′–35′2.000.00');
});

it('draws expected goals as steps that end where the figures end', async () => {
  const points = [
    { ...clock(10), home: 0.5, away: 0 },
    { ...clock(20), home: 0.5, away: 1 },
  ];
  reply({ expected_goals: { source: 'API-Football', resolution_minutes: 5, points } });
  renderPart(<MatchCourse match={match()} />);
  const values = { home: 'Avalon Town', away: 'Northgate', minute: '20', home_value: '0.50', away_value: '1.00' };
  expect(await screen.findByRole('img', { name: t('course.expected_goals_chart', values) })).toBeTruthy();
  expect(stepPath(points, points[1]!, 'away', (value) => 10 - value * 10, 960)).toBe('M0 10H100V10H200V0H200');
});

it('is silent without figures', async () => {
  reply({});
  const { container } = renderPart(<MatchCourse match={match()} />);
  await expect.poll(() => queryClient.getQueryData(['matches', 7, 'course'])).toBeDefined();
  expect(container.textContent).toBe('');
});

it('shows shots on the pitch, and lists them in words', async () => {
  reply({ shots });
  renderPart(<ShotMap match={match()} />);
  const chart = await screen.findByRole('img', {
    name: t('course.shot_map_chart', { home: 'Avalon Town', away: 'Northgate', home_count: 1, away_count: 1 }),
  });
  // The home team attacks to the right, the away team to the left.
  expect([...chart.querySelectorAll('circle')].map((mark) => Number(mark.getAttribute('cx')).toFixed(1))).toEqual(['94.5', '21.0']);
  await userEvent.click(screen.getByText(t('course.shot_list')));
  const list = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(list).toEqual([
    `14′ · Joel Marsh · ${t('course.outcome.goal')} · ${t('course.shot_value', { value: '0.31' })}`,
    `45+2′ · ${t('course.outcome.woodwork')}`,
  ]);
  expect(within(chart).getAllByText(/′/)).toHaveLength(2);
});
