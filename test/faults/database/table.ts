import type { Fault } from './faults.ts';
import type { Round } from './round.ts';

/** Returns a Markdown table with a row for each fault that was played. */
export function tableOf(played: ReadonlyMap<Fault, readonly Round[]>): string {
  const rows = [...played].filter(([, rounds]) => rounds.length > 0).map(([fault, rounds]) => rowOf(fault, rounds));
  return [
    '| fault | rounds | without stakes: median, worst (limits) | whole again: median | failed reads: cached, changing, own | longest without such a page | lost | doubled | wrong |',
    '|---|--:|---|---|---|---|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function rowOf({ what, medianSeconds, worstSeconds }: Fault, rounds: readonly Round[]): string {
  const gaps = rounds.map(({ gapSeconds }) => gapSeconds);
  const limits = `${medianSeconds}, ${worstSeconds}`;
  const kinds = rounds[0]!.reads.map((_, n) => rounds.map(({ reads }) => reads[n]!));
  const shares = kinds.map((reads) => percent(sum(reads.map(({ failed }) => failed)), sum(reads.map((one) => one.failed + one.answered))));
  const longest = kinds.map((reads) => seconds(Math.max(...reads.map(({ longestSeconds }) => longestSeconds))));
  const count = (of: (round: Round) => number) => sum(rounds.map(of));
  return `| ${[
    what,
    rounds.length,
    `${seconds(median(gaps))}, ${seconds(Math.max(...gaps))} (${limits})`,
    seconds(median(rounds.map(({ wholeSeconds }) => wholeSeconds))),
    shares.join(', '),
    longest.join(', '),
    count(({ findings }) => findings.lost),
    count(({ findings }) => findings.doubled),
    count(({ findings }) => findings.wrong.length),
  ].join(' | ')} |`;
}

/** Whether a fault stopped stakes for longer than it may. */
export const isTooLong = ({ medianSeconds, worstSeconds }: Fault, rounds: readonly Round[]): boolean => {
  const gaps = rounds.map(({ gapSeconds }) => gapSeconds);
  return rounds.length > 0 && (median(gaps) > medianSeconds || Math.max(...gaps) > worstSeconds);
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
};
const seconds = (value: number) => `${value.toFixed(1)} s`;
const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)}%`;
