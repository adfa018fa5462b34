import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Providers } from '#web/app/providers.tsx';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { useRoundName } from './round-name.ts';

const named = (...rounds: string[]): string => renderHook(useRoundName, { wrapper: Providers }).result.current(rounds);

beforeEach(() => chooseLocale('en'));

it.each([
  ['Matchday 7', 'Round 7'],
  ['31. Round', 'Round 31'],
  ['Round of 16', 'Round of 16'],
  ['Quarterfinals', 'Quarter-finals'],
  ['Quarter-final', 'Quarter-finals'],
  ['Finals, Semi-Final', 'Finals · Semi-finals'],
  ['First round', 'Round 1'],
  ['Third place play-off', 'Third place'],
  ['Third-place match', 'Third place'],
  ['Match for third place', 'Third place'],
  ['Group A, Matchday 3', 'Group A · Round 3'],
  ['Group 2 Play-off', 'Group 2 play-off'],
  ['Regular, Matchday 5', 'Regular season · Round 5'],
  ['Playoffs - Championship, Matchday 2', 'Championship round · Round 2'],
  ['ECL Playoffs, Final', 'Conference League play-offs · Final'],
  ['2° Semestre, Matchday 4', 'Half-season 2 · Round 4'],
  ['Inter-confederation Play-offs, Pathway 1, Final', 'Inter-confederation Play-offs · Path 1 · Final'],
  ['constructor', 'constructor'],
  ['Round 12345', 'Round 12345'],
  ['', ''],
])('names %j %j', (round, name) => {
  expect(named(round)).toBe(name);
});

it('names several together', () => {
  expect(named('Matchday 3', 'Matchday 5', 'Matchday 3')).toBe('Rounds 3–5');
  expect(named('Final', 'Matchday 5')).toBe('Final, Round 5');
});

it('uses the current language', async () => {
  await chooseLocale('zh-CN');
  expect(named('Group C, Matchday 3')).toBe('C 组 · 第 3 轮');
  await chooseLocale('vi');
  expect(named('Round of 32')).toBe('Vòng 32 đội');
});
