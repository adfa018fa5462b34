import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Sport } from '#domain/matches/sport.ts';
import { t, tVi, tZh } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { useRoundName } from './round-name.ts';

const namedIn = (sport: Sport, ...rounds: string[]): string =>
  renderHook(useRoundName, { wrapper: Providers }).result.current(rounds, sport);
const named = (...rounds: string[]): string => namedIn('football', ...rounds);
const round = (number: number): string => t('leagues.round_names.number', { name: String(number) });

beforeEach(() => chooseLocale('en'));

it.each([
  ['Matchday 7', round(7)],
  ['31. Round', round(31)],
  ['11', round(11)],
  ['Round of 16', t('leagues.round_names.round_of', { name: '16' })],
  ['Quarterfinals', t('leagues.round_names.quarter_finals')],
  ['Quarter-final', t('leagues.round_names.quarter_finals')],
  ['Finals, Semi-Final', `${t('leagues.round_names.finals')} · ${t('leagues.round_names.semi_finals')}`],
  ['First round', round(1)],
  ['Third place play-off', t('leagues.round_names.third_place')],
  ['Third-place match', t('leagues.round_names.third_place')],
  ['Match for third place', t('leagues.round_names.third_place')],
  ['Group A, Matchday 3', `${t('leagues.round_names.group', { name: 'A' })} · ${round(3)}`],
  ['Group 2 Play-off', t('leagues.round_names.group_playoff', { name: '2' })],
  ['Regular, Matchday 5', `${t('leagues.round_names.regular')} · ${round(5)}`],
  ['Playoffs - Championship, Matchday 2', `${t('leagues.round_names.championship')} · ${round(2)}`],
  ['ECL Playoffs, Final', `${t('leagues.round_names.conference_playoffs')} · ${t('leagues.round_names.final')}`],
  ['2° Semestre, Matchday 4', `${t('leagues.round_names.half', { name: '2' })} · ${round(4)}`],
  [
    'Inter-confederation Play-offs, Pathway 1, Final',
    `Inter-confederation Play-offs · ${t('leagues.round_names.path', { name: '1' })} · ${t('leagues.round_names.final')}`,
  ],
  ['League Stage - 5', `${t('leagues.round_names.league')} · ${round(5)}`],
  ['Season', t('leagues.round_names.season')],
  [
    'Playoffs · Upper bracket semifinal',
    `${t('leagues.round_names.playoffs', { sport: 'football' })} · ${t('leagues.round_names.upper_semi_finals')}`,
  ],
  [
    'Playoffs · Lower bracket round 2',
    `${t('leagues.round_names.playoffs', { sport: 'football' })} · ${t('leagues.round_names.lower_round', { name: '2' })}`,
  ],
  ['Regular Season · Week 3', `${t('leagues.round_names.regular')} · ${round(3)}`],
  ['Group A · Grand final', `${t('leagues.round_names.group', { name: 'A' })} · ${t('leagues.round_names.grand_final')}`],
  ['constructor', 'constructor'],
  ['Round 12345', 'Round 12345'],
  ['', ''],
])('names %j %j', (round, name) => {
  expect(named(round)).toBe(name);
});

it('calls play-offs what each sport calls them', async () => {
  await chooseLocale('zh-CN');
  expect(namedIn('football', 'Playoffs')).toBe('附加赛');
  for (const sport of ['basketball', 'esports', 'tennis'] as const) expect(namedIn(sport, 'Playoffs')).toBe('季后赛');
});

it('names several together', () => {
  expect(named('Matchday 3', 'Matchday 5', 'Matchday 3')).toBe(t('leagues.round_names.numbers', { from: 3, to: 5 }));
  expect(named('Final', 'Matchday 5')).toBe(`${t('leagues.round_names.final')}, ${round(5)}`);
});

it('uses the current language', async () => {
  await chooseLocale('zh-CN');
  expect(named('Group C, Matchday 3')).toBe(
    `${tZh('leagues.round_names.group', { name: 'C' })} · ${tZh('leagues.round_names.number', { name: '3' })}`,
  );
  await chooseLocale('vi');
  expect(named('Round of 32')).toBe(tVi('leagues.round_names.round_of', { name: '32' }));
});
