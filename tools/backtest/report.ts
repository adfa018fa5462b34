import type { Mean } from '#domain/forecast/evaluate.ts';
import { groupBy } from '#domain/grouping.ts';
import type { Backtest } from './run.ts';
import { type CheckedApproval, differenceOf, type Figures, figuresOf } from './score.ts';

const HEAD = ['', 'matches', 'RPS', 'log loss', 'Brier', 'cal.count', 'cal.width', 'top 1', 'top 3', 'score LL', 'O/U 2.5 LL'];

/** Returns the whole report as text: our figures by division and pooled, the peers' on the same matches, and the difference to each. */
export function reportOf(backtest: Backtest): string {
  const { ours, peers } = backtest;
  if (ours.length === 0) return 'No match was asked for.';
  const byDivision = [...groupBy(ours, ({ match }) => match.division)].sort(([a], [b]) => a.localeCompare(b));
  const judged = peers.map(({ name, said }) => ({
    name,
    judged: [...said].map(([match, one]): CheckedApproval => ({ match, said: one })),
  }));
  const differences = peers.map(({ name, said }) => [name, ...differenceCells(differenceOf(ours, said))]);
  return [
    'Ours, by division',
    table([HEAD, ...byDivision.map(([division, some]) => [division, ...cells(figuresOf(some))]), ['all', ...cells(figuresOf(ours))]]),
    'Others, on those of these matches that they spoke of',
    table([HEAD, ...judged.map(({ name, judged: some }) => [name, ...cells(figuresOf(some))])]),
    'Ours minus the other on the same matches (below 0: ours is better), ± one standard error',
    table([['', 'matches', 'RPS', 'log loss'], ...differences]),
  ].join('\n\n');
}

const fixed = (value: number | null, digits: number): string => (value === null ? '-' : value.toFixed(digits));
const percent = (value: number | null): string => (value === null ? '-' : `${(100 * value).toFixed(2)}%`);

const cells = (figures: Figures): string[] => [
  String(figures.count),
  fixed(figures.rps, 5),
  fixed(figures.logLoss, 5),
  fixed(figures.brier, 5),
  fixed(figures.calibrationByCount, 4),
  fixed(figures.calibrationByWidth, 4),
  percent(figures.topScore),
  percent(figures.topThree),
  fixed(figures.exactLogLoss, 4),
  fixed(figures.overUnderLogLoss, 4),
];

const differenceCells = ({ rps, logLoss }: { rps: Mean; logLoss: Mean }): string[] => [
  String(rps.count),
  `${signed(rps.mean)} ± ${rps.standardError.toFixed(5)}`,
  `${signed(logLoss.mean)} ± ${logLoss.standardError.toFixed(5)}`,
];
const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(5)}`;

/** Formats a table: columns as wide as their widest cell, numbers right-aligned. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')).join('\n');
}
