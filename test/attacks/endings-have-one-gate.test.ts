import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/*
 * A contest ends where the gate is asked, and nowhere else (contests/gate.ts). Whoever adds another way of ending one is told so here: it needs a
 * gate, and a line in operators-endings.test.ts.
 */

const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(`src/server/${file}`, 'utf8') }));

/** Files with a match, and how many. */
const found = (pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    sources.flatMap(({ file, text }) => {
      const count = text.match(pattern)?.length ?? 0;
      return count === 0 ? [] : [[file, count]];
    }),
  );
const contests = 'modules/betting/contests';

it('writes contests in these places alone', () => {
  expect(found(/updateTable\('contests'\)|update (public\.)?contests\b|insertInto\('contests'\)/g)).toEqual({
    [`${contests}/queries.ts`]: 2,
    // Takes no more stakes while a second admin is waited for.
    [`${contests}/gate-queries.ts`]: 1,
  });
  expect(found(/\bupdateContest\(/g)).toEqual({
    // "no usable result", a move without an ending, and `closeContest`.
    [`${contests}/advance.ts`]: 3,
    // `settleAgain`.
    [`${contests}/correct.ts`]: 1,
    // A score that is told once more.
    [`${contests}/by-hand.ts`]: 1,
    // The end of what `closeContest` decided.
    [`${contests}/settle.ts`]: 1,
  });
});

it('asks the gate before each of them that decides an ending', () => {
  expect(found(/\bpassGate\(/g)).toEqual({
    [`${contests}/gate.ts`]: 1,
    [`${contests}/advance.ts`]: 1,
    [`${contests}/correct.ts`]: 1,
    [`${contests}/by-hand.ts`]: 1,
  });
  const bodyOf = (file: string, name: string) => {
    const { text } = sources.find((one) => one.file === file)!;
    const from = text.indexOf(`async function ${name}(`);
    return text.slice(from, text.indexOf('\n}\n', from));
  };
  for (const [file, name] of [
    ['advance.ts', 'closeContest'],
    ['correct.ts', 'settleAnew'],
    ['by-hand.ts', 'endByHand'],
  ] as const) {
    const body = bodyOf(`${contests}/${file}`, name);
    expect(body.indexOf('passGate('), name).toBeGreaterThan(0);
    expect(body.indexOf('passGate('), name).toBeLessThan(body.indexOf('updateContest('));
  }
});

it('pays by settlements in these places alone', () => {
  expect(found(/from '#domain\/settlement\/(settlement|correction)\.ts'/g)).toMatchObject({
    [`${contests}/settle.ts`]: 1,
    [`${contests}/correct.ts`]: 2,
  });
  const pays = Object.keys(found(/\bpostTransfers\(/g)).filter((file) => file.startsWith(contests));
  expect(pays.sort()).toEqual([`${contests}/correct.ts`, `${contests}/settle.ts`]);
  // Receipts name transfers that were made, and make none.
  const named = Object.keys(found(/\b(payout|refund|adjustPayout|houseCover|houseGain|houseAdjust)Transfer\b/g));
  expect(named.filter((file) => !file.startsWith('modules/betting/receipts/'))).toEqual([]);
  expect(Object.keys(found(/\bpostTransfers\b/g)).filter((file) => file.startsWith('modules/betting/receipts/'))).toEqual([]);
});

it('changes what is known of a match by the importer alone, which notes who told it', () => {
  expect(found(/update matches\b|updateTable\('matches'\)|insert into matches\b|insertInto\('matches'\)/g)).toEqual({
    'modules/match-data/import/match-queries.ts': 4,
  });
  // An admin's hand in an import: entering a match, and accepting what was refused. Both say whose.
  expect(found(/\bimportWithin\(/g)).toEqual({
    'modules/match-data/import/importer.ts': 2,
    'modules/match-data/manual-matches/service.ts': 1,
    'modules/match-data/quarantine/service.ts': 1,
  });
  expect(found(/\bteller: \{ adminId/g)).toEqual({
    'modules/match-data/manual-matches/service.ts': 1,
    'modules/match-data/quarantine/service.ts': 1,
  });
});
