import { expect, it } from 'vitest';
import { inPlayModel } from '#domain/forecast/in-play.ts';
import { outcomesOf, shownMatrix } from '#domain/forecast/score-matrix.ts';
import { MATRIX } from '#test/web/fixtures/forecasts.ts';
import { makeDetail, makeScore } from '#test/web/fixtures/matches.ts';
import { KICKOFF, labForecast, labStateOf } from './match-lab.tsx';

const model = inPlayModel(MATRIX);

it('starts with the forecast at kick-off', () => {
  const { outcomes, matrix } = labForecast(model, KICKOFF);
  expect(outcomes.home).toBeCloseTo(outcomesOf(MATRIX).home, 6);
  expect(matrix[1]![0]).toBeCloseTo(shownMatrix(MATRIX)[1]![0]!, 6);
});

it('follows score, time and red cards', () => {
  const ahead = labForecast(model, { minute: 80, score: [1, 0], reds: [0, 0] });
  const aheadWithTen = labForecast(model, { minute: 80, score: [1, 0], reds: [1, 0] });
  expect(ahead.outcomes.home).toBeGreaterThan(0.8);
  expect(aheadWithTen.outcomes.home).toBeLessThan(ahead.outcomes.home);
  expect(ahead.matrix[0]!.every((p) => p === 0)).toBe(true);
});

it('takes over the state of a match in play, within the possible range', () => {
  const play = makeDetail({ status: 'h2', minute: 67, score: makeScore(12, 1), red_cards: { home: 0, away: 1 } });
  expect(labStateOf(play)).toEqual({ minute: 67, score: [9, 1], reds: [0, 1] });
  expect(labStateOf(makeDetail({ status: 'ht', score: makeScore(0, 0) }))?.minute).toBe(45);
});

it.each([
  { status: 'ns' },
  { status: 'et', minute: 95, score: makeScore(1, 1) },
  { status: 'live', minute: null, score: makeScore(1, 0) },
  { status: 'ft', score: makeScore(1, 0) },
] as const)('has nothing to take over from $status', (rest) => {
  expect(labStateOf(makeDetail(rest))).toBeNull();
});
