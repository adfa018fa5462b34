import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL, type BacktestFigures, COMPARED, OUR_FORECASTS } from '#domain/forecast/backtest-figures.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { textsIn } from '#test/support/texts.ts';
import figures from './backtest-figures.json';
import { BACKTEST, DIVISIONS, figureOf, gapOf, gapVerdict, seasonsOf } from './backtest-rows.ts';

const share = z.number().min(0).max(1);
const month = z.string().regex(/^\d{4}-\d{2}$/);
const row = (columns: number) =>
  z.strictObject({
    matches: z.int().positive(),
    rps: z.array(z.number().min(0.1).max(0.3)).length(columns),
    log_loss: z.array(z.number().min(0.6).max(1.2)).length(columns),
    gap_error: z.array(z.number().min(0).max(0.02)).length(OUR_FORECASTS.length),
  });
const bins = z.array(z.tuple([share, share, z.int().positive()])).min(5);
const calibration = z.strictObject({ home: bins, draw: bins, away: bins });
const shape: z.ZodType<BacktestFigures> = z.strictObject({
  model: z.string(),
  made_on: z.iso.date(),
  from: month,
  to: month,
  settings_until: month,
  looks: z.int().positive(),
  rows: z.record(z.string(), z.record(z.string(), row(COMPARED.length))),
  calibration: z.strictObject({ none: calibration, past: calibration, pre: calibration }),
  shared: row(COMPARED.length + 1).extend({ from: month, to: month }),
});

describe('the published figures', () => {
  it('have the shape that the page shows, and no settings from the seasons they are of', () => {
    expect(shape.parse(figures)).toEqual(BACKTEST);
    expect(BACKTEST.settings_until < BACKTEST.from).toBe(true);
  });

  it.each([...DIVISIONS, ALL])('add up over the seasons (%s)', (division) => {
    const seasons = seasonsOf(division);
    const whole = seasons.at(-1)!;
    const single = seasons.slice(0, -1);
    expect(whole.season).toBe(ALL);
    expectSum(
      single.map(({ row: one }) => one),
      whole.row,
    );
  });

  it('add up over the divisions', () => {
    for (const { season, row: whole } of seasonsOf(ALL))
      expectSum(
        DIVISIONS.flatMap((division) => BACKTEST.rows[division]![season] ?? []),
        whole,
      );
  });

  it.each(OUR_FORECASTS)('have each match in one bin of every outcome, and outcomes that add up (%s)', (name) => {
    const { matches } = BACKTEST.rows[ALL]![ALL]!;
    const came = { home: 0, draw: 0, away: 0 };
    for (const outcome of ['home', 'draw', 'away'] as const) {
      const told = BACKTEST.calibration[name][outcome];
      expect(told.reduce((sum, [, , count]) => sum + count, 0)).toBe(matches);
      came[outcome] = told.reduce((sum, [, frequency, count]) => sum + frequency * count, 0) / matches;
    }
    expect(came.home + came.draw + came.away).toBeCloseTo(1, 3);
  });

  it.each(LOCALES)('have a name for each division (%s)', (locale) => {
    const texts = textsIn(locale);
    expect(DIVISIONS.filter((division) => !texts.has(`site.backtest.division.${division}`))).toEqual([]);
  });
});

type Row = BacktestFigures['shared'] | BacktestFigures['rows'][string][string];

/** Means of parts, weighted by their matches, are those of the whole up to rounding. */
function expectSum(parts: readonly Row[], whole: Row): void {
  expect(parts.reduce((sum, { matches }) => sum + matches, 0)).toBe(whole.matches);
  for (const measure of ['rps', 'log_loss'] as const)
    for (const [column, mean] of whole[measure].entries()) {
      const sum = parts.reduce((total, part) => total + part[measure][column]! * part.matches, 0);
      expect(Math.abs(sum / whole.matches - mean)).toBeLessThanOrEqual(measure === 'rps' ? 0.00001 : 0.0001);
    }
}

describe('a gap', () => {
  const one = {
    matches: 100,
    rps: [0.21, 0.2, 0.199, 0.22, 0.22, 0.22, 0.2, 0.19, 0.205],
    log_loss: [],
    gap_error: [0.001, 0.001, 0.0001],
  };

  it('is ours minus the average, and a verdict only beyond luck', () => {
    expect(gapOf(one, 'none').difference).toBeCloseTo(0.01, 9);
    expect(OUR_FORECASTS.map((name) => gapVerdict(gapOf(one, name)))).toEqual(['behind', 'level', 'ahead']);
  });

  it('finds FiveThirtyEight where it is, and nothing where it is not', () => {
    expect(figureOf(one, 'fivethirtyeight')).toBe(0.205);
    expect(figureOf({ ...one, rps: one.rps.slice(0, -1) }, 'fivethirtyeight')).toBeNull();
  });
});
