import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isProof, proofsIn } from './support/named-tests.ts';

/* docs/security.md answers a standard point by point. These tests keep its citations valid and its list complete. */

/** OWASP ASVS 5.0.0: a line per chapter, a group of digits per section, and a digit per point, which is its level. */
const LEVELS = [
  '22 1111122223 112222222223 222 123',
  '122 112 12223 23',
  '3 113 12223 11222233 11122333 3 22333',
  '12233 23333 22 1222',
  '2 112333 113 222',
  '122 111111112222 11223333 112233 22222333 2223 33 2222',
  '222 1111 22 11222 223 22',
  '1233 1123 133 23',
  '111 1222',
  '22 223 22223 1111122222233333 22222 22 222',
  '2233 22233 11233 1222 23 23 33',
  '12233 11 22223',
  '2333 222223 2233 1222233',
  '22 12223333 122',
  '12233 12233 1222222 3333',
  '2 22222 2222 222 2223',
  '23 22223333 22',
];
const levels = new Map<string, number>(
  LEVELS.flatMap((chapter, c) =>
    chapter.split(' ').flatMap((section, s) => [...section].map((level, p) => [`${c + 1}.${s + 1}.${p + 1}`, Number(level)] as const)),
  ),
);

interface Row {
  point: string;
  isLevel3: boolean;
  met: string;
  proof: string;
}

/** Prefix of a row for a point that the program does not meet completely. */
const LACK = /^\*\*(Not met|In part|Operator)\.\*\* /;

const document = readFileSync('docs/security.md', 'utf8').split('\n');
const rows = document.flatMap(rowOf);
const leftOut = document.filter((line) => line.startsWith('Do not apply: ')).flatMap(pointsIn);
const named = [...rows.map(({ point }) => point), ...leftOut];

describe('the security points', () => {
  it('are each listed once, with those of level 3 marked, and none of levels 1 and 2 missing', () => {
    expect(levels.size).toBe(345);
    expect(named.filter((point, index) => named.indexOf(point) < index)).toEqual([]);
    expect(named.filter((point) => !levels.has(point))).toEqual([]);
    expect(rows.filter(({ point, isLevel3 }) => isLevel3 !== (levels.get(point) === 3)).map(({ point }) => point)).toEqual([]);
    expect([...levels].filter(([point, level]) => level < 3 && !named.includes(point)).map(([point]) => point)).toEqual([]);
  });

  it('each have a proof, or state what is lacking', () => {
    expect(rows.filter(({ met, proof }) => !LACK.test(met) && proofsIn(proof).length === 0).map(({ point }) => point)).toEqual([]);
  });
});

describe('the proofs of security points', () => {
  const proofs = rows.flatMap(({ point, proof }) => proofsIn(proof).map((one) => ({ point, ...one })));

  it('are in existing files', () => {
    expect(proofs.filter(({ file }) => !existsSync(file)).map(({ point, file }) => `${point} ${file}`)).toEqual([]);
  });

  it('are existing tests of their file; other files are a proof as a whole', () => {
    const wrong = proofs.filter((proof) => !isProof(proof));
    expect(wrong.map(({ point, file, names }) => `${point} ${file} ${names.join(' | ')}`)).toEqual([]);
  });
});

function rowOf(line: string): Row[] {
  const [, point, isLevel3, rest] = /^\| (\d+\.\d+\.\d+)( L3)? \| (.*) \|$/.exec(line) ?? [];
  if (point === undefined || rest === undefined) return [];
  const cells = rest.split(' | ');
  if (cells.length !== 3) throw new Error(`the row of ${point} does not have four cells`);
  return [{ point, isLevel3: isLevel3 !== undefined, met: cells[1]!, proof: cells[2]! }];
}

/** Expands ranges: "10.4.1–11" are eleven points. */
function pointsIn(line: string): string[] {
  return [...line.matchAll(/(\d+\.\d+)\.(\d+)(?:–(\d+))?/g)].flatMap(([, section, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`),
  );
}
