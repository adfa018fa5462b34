import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isProof, isTest, proofsIn } from './support/named-tests.ts';

/* Checks that every line of docs/threat-model.md names a test, and that these tests exist. */

const ATTACKERS = ['A stranger', 'A ring of accounts', 'An operator', 'A lying provider', 'The thief of a backup', 'An angry user'];

interface Line {
  attacker: string;
  attack: string;
  cells: string[];
}

const lines = linesOf(readFileSync('docs/threat-model.md', 'utf8'));

/** Returns the rows of the table under each attacker's heading. */
function linesOf(document: string): Line[] {
  let attacker = '';
  return document.split('\n').flatMap((text) => {
    const heading = /^## (.+)$/.exec(text)?.[1];
    if (heading !== undefined) attacker = heading;
    if (!ATTACKERS.includes(attacker) || !text.startsWith('| ') || text.startsWith('| attack ') || text.startsWith('|---')) return [];
    const cells = text.slice(2, -2).split(' | ');
    return [{ attacker, attack: cells[0]!, cells }];
  });
}

describe('the threat model', () => {
  it('has rows for every attacker', () => {
    expect(ATTACKERS.filter((attacker) => !lines.some((line) => line.attacker === attacker))).toEqual([]);
  });

  it('states for each attack the defence, the proving test and the remaining risk', () => {
    expect(lines.filter(({ cells }) => cells.length !== 4 || cells.some((cell) => cell.trim() === '')).map(({ attack }) => attack)).toEqual(
      [],
    );
  });

  it('names a test in each row', () => {
    const untested = lines.filter(({ cells }) => !proofsIn(cells[2] ?? '').some(({ file }) => isTest(file)));
    expect(untested.map(({ attack }) => attack)).toEqual([]);
  });

  it('names only existing tests', () => {
    const wrong = lines.flatMap(({ attack, cells }) =>
      proofsIn(cells[2] ?? '')
        .filter((proof) => !isProof(proof))
        .map(({ file, names }) => `${attack}: ${file} ${names.join(' | ')}`),
    );
    expect(wrong).toEqual([]);
  });
});
