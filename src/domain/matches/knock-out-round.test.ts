import { expect, it } from 'vitest';
import { readKnockOutRound, stageName } from './bracket.ts';

it.each([
  ['Final', '', 1],
  ['Semi-finals', '', 2],
  ['Semifinals', '', 2],
  ['Semi-final', '', 2],
  ['Quarter-finals', '', 4],
  ['Round of 16', '', 8],
  ['Round of 32', '', 16],
  ['1/8-finals', '', 8],
  ['8th Finals', '', 8],
  ['Finals, Round of 16', 'Finals', 8],
  ['Finals, Semi-Final', 'Finals', 2],
  ['Apertura - Quarter-finals', 'Apertura', 4],
  ['UEFA Second Round Play-offs, Path A, Semi-finals', 'UEFA Second Round Play-offs, Path A', 2],
  ['Match for third place', '', 'third_place'],
  ['Third-place play-off', '', 'third_place'],
  ['3rd Place Final', '', 'third_place'],
])('reads %s', (name, section, stage) => {
  expect(readKnockOutRound(name)).toEqual({ section, stage, isReplay: false });
});

it('recognises a replay', () => {
  expect(readKnockOutRound('Quarter-finals, Replays')).toEqual({ section: '', stage: 4, isReplay: true });
});

it.each([
  '',
  ', ',
  'Matchday 3',
  'Regular Season - 8',
  'Round 1',
  'Round of 12',
  'Round of 0',
  'Final Round',
  'Elimination Final',
  'Finals',
])('knows no stage in %j', (name) => expect(readKnockOutRound(name)).toBeNull());

it('gives every stage a name that it parses back', () => {
  for (const ties of [1, 2, 4, 8, 16, 32, 64, 128]) expect(readKnockOutRound(stageName(ties))).toMatchObject({ section: '', stage: ties });
});
