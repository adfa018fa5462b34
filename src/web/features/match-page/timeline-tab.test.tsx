import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { MatchDetail } from '#contract/matches.ts';
import { MATCH_EVENT_TYPES } from '#domain/matches/match-details.ts';
import { makeDetail, makeEvent, makeScore } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { TimelineTab } from './timeline-tab.tsx';

beforeEach(() => showLocale('en'));

const show = (rest: Partial<MatchDetail>) => renderPart(<TimelineTab match={makeDetail({ id: 7, ...rest })} />);

it('describes every type of event', () => {
  const events = MATCH_EVENT_TYPES.map((type, index) => makeEvent({ type, minute: index + 1, player: `Player ${index}` }));
  show({ status: 'h1', events });
  const said = screen.getAllByRole('listitem').map((row) => row.textContent);
  for (const words of [
    t('match.event.goal'),
    t('match.event.penalty'),
    t('match.event.missed_penalty'),
    t('match.event.own_goal'),
    t('match.event.assist'),
    t('match.event.yellow'),
    t('match.event.second_yellow'),
    t('match.event.red'),
  ]) {
    expect(said.some((row) => row?.startsWith(`${words}, `))).toBe(true);
  }
  const others = new RegExp(`^(${t('match.event.substitution')}|${t('match.event.var')}), `);
  expect(said.filter((row) => others.test(row ?? ''))).toHaveLength(2);
});

it('divides at the whistles, with the score at each', () => {
  show({
    status: 'aet',
    score: makeScore(2, 1, { halftime: [0, 0], fulltime: [1, 1] }),
    events: [
      makeEvent({ period: 'H2', minute: 51 }),
      makeEvent({ period: 'H2', minute: 88, side: 'away' }),
      makeEvent({ period: 'ET', minute: 101 }),
    ],
  });
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    t('match.period.H1'),
    t('match.period.H2'),
    t('match.period.ET'),
  ]);
  for (const whistle of [
    t('match.half_time_score', { home: 0, away: 0 }),
    t('match.full_time_score', { home: 1, away: 1 }),
    t('match.extra_time_score', { home: 2, away: 1 }),
  ])
    expect(screen.getByText(whistle)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((row) => within(row).getByText(/^\d–\d$/).textContent)).toEqual(['1–0', '1–1', '2–1']);
});

it('shows the shoot-out separately, kick by kick', () => {
  const kick = (type: 'penalty' | 'missed_penalty', side: 'home' | 'away', player: string) =>
    makeEvent({ type, side, player, period: 'P', minute: 120 });
  show({
    status: 'pen',
    score: makeScore(0, 0, { penalty: [1, 0] }),
    events: [kick('penalty', 'home', 'Okafor'), kick('missed_penalty', 'away', 'Barros')],
  });
  expect(screen.getByRole('heading', { name: `${t('match.period.P')} 1–0` })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Okafor, Avalon Town, ${t('match.kick_scored')}1–0`,
    `Barros, Northgate, ${t('match.kick_missed')}1–0`,
  ]);
});

it.each([
  ['ns', t('match.timeline_none')],
  ['ft', t('match.timeline_none_past')],
  ['canc', t('match.timeline_none_unplayed')],
] as const)('says why there is nothing of a match that is %s', (status, words) => {
  show({ status });
  expect(screen.getByText(words)).toBeTruthy();
});
