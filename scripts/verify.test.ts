import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pick } from '#domain/matches/sport.ts';
import type { Receipt } from '#domain/settlement/receipt.ts';
import { receiptOf } from '#test/support/receipts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const id = (n: number) => `0198f000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const bet = (n: number, pick: Pick, stake: number) => {
  const placedAt = new Date(Date.parse('2026-11-20T12:00:00Z') + n);
  return { id: id(n), userId: `user${n}`, pick, placedAt, legs: [{ id: id(n + 100), stake, oddsHundredths: null, placedAt }] };
};
const receipt = receiptOf({
  ...{ market: 'wdl', feePercent: 0, participantsMin: 1, balance: 0 },
  bets: [bet(1, 'home', 100), bet(2, 'home', 50), bet(3, 'away', 60)],
  results: [{ score: [2, 1], startedAt: null }],
});

type Command = readonly [program: string, ...words: string[]];
/** As a user types it in a terminal: npm, and a check that everything is installed and built, take most of the time. */
const THROUGH_NPM: Command = ['npm', 'run', '--silent', 'verify', '--'];
/** What npm runs in the end. */
const DIRECTLY: Command = [process.execPath, 'scripts/verify.ts'];

function verify(files: string[], [program, ...words] = DIRECTLY) {
  const { status, stdout, stderr } = spawnSync(program, [...words, ...files], { encoding: 'utf8' });
  return {
    status,
    lines: stdout.trim().split('\n'),
    problem: stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn')),
  };
}

function file(content: string): string {
  const path = join(folder, 'receipt.json');
  writeFileSync(path, content);
  return path;
}
const fileOf = (content: Receipt) => file(JSON.stringify(content));

describe('npm run verify', () => {
  it('accepts a correct receipt', () => {
    expect(verify([fileOf(receipt)], THROUGH_NPM)).toEqual({ status: 0, lines: ['Right: 3 bets, each as the rules say.'], problem: [] });
  });

  it('names the bet and the number that are wrong in an altered receipt', () => {
    const bets = receipt.bets.map((one, i) => (i === 1 ? { ...one, payout: 71 } : one));
    const { status, lines } = verify([fileOf({ ...receipt, bets })]);
    expect(status).toBe(1);
    expect(lines[0]).toMatch(/^receipt: hash is "[0-9a-f]{64}", by the rules "[0-9a-f]{64}"$/);
    expect(lines.slice(1)).toEqual([`bet ${id(2)}: payout is 71, by the rules 70`, 'Wrong: 2 faults.']);
  });

  it.each<[string, () => string, RegExp]>([
    ['is not there', () => join(folder, 'nowhere.json'), /^The file cannot be read: ENOENT/],
    ['is a folder', () => folder, /^The file cannot be read: EISDIR/],
    ['is empty', () => file(''), /^The file is not JSON, or it was cut off/],
    ['was cut off', () => file(JSON.stringify(receipt).slice(0, -40)), /^The file is not JSON, or it was cut off/],
    ['is something else', () => file('[1, 2]'), /^The file is not a receipt of Matchpoint: Invalid input/],
    ['lacks a field', () => file(JSON.stringify({ ...receipt, totals: undefined })), /^The file is not a receipt of Matchpoint: totals: /],
    [
      'has a text for a number',
      () => file(JSON.stringify({ ...receipt, rules: { ...receipt.rules, fee_percent: '0' } })),
      /^The file is not a receipt of Matchpoint: rules\.fee_percent: /,
    ],
    [
      'is of a contest that runs',
      () => fileOf({ ...receipt, contest: { ...receipt.contest, state: 'locked' } }),
      /^There is nothing to check yet: the contest is locked\.$/,
    ],
    ['is huge', () => huge(), /^The file is too large for a receipt: 1099511627776 bytes/],
  ])('rejects a file that %s', (_, path, sentence) => {
    const { status, lines, problem } = verify([path()]);
    expect([status, lines]).toEqual([2, ['']]);
    expect(problem).toHaveLength(1);
    expect(problem[0]).toMatch(sentence);
  });

  it('asks for a file if none is named', () => {
    expect(verify([], THROUGH_NPM)).toMatchObject({ status: 2, problem: ['npm run verify -- FILE'] });
  });
});

/** Creates a sparse file of a terabyte, which takes no disk space. */
function huge(): string {
  const path = join(folder, 'huge.json');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
  return path;
}
