import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/*
 * Contests may end only through the gate (contests/gate.ts). This test fails when another way of ending one is added: it needs the gate,
 * and a line in operators-endings.test.ts.
 */

const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(`src/server/${file}`, 'utf8') }));

/** Returns the files with matches of a pattern, and the number of matches. */
const found = (pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    sources.flatMap(({ file, text }) => {
      const count = text.match(pattern)?.length ?? 0;
      return count === 0 ? [] : [[file, count]];
    }),
  );
const contests = 'modules/betting/contests';

it('contests are written only in the listed places', () => {
  expect(found(/updateTable\('contests'\)|update (public\.)?contests\b|insertInto\('contests'\)/g)).toEqual({
    [`${contests}/queries.ts`]: 2,
    // Stops new stakes while a second admin is awaited.
    [`${contests}/gated-ending.ts`]: 1,
  });
  expect(found(/\bupdateContest\(/g)).toEqual({
    // "no usable result", a state change that does not end the contest, and `closeContest`.
    [`${contests}/advance.ts`]: 3,
    // `settleAgain`.
    [`${contests}/correct.ts`]: 1,
    // Repeats a score that was reported again.
    [`${contests}/by-hand.ts`]: 1,
    // Completes what `closeContest` decided.
    [`${contests}/settle.ts`]: 1,
  });
});

it('every place that decides an ending passes the gate first', () => {
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
    ['correct.ts', 'settleAgain'],
    ['by-hand.ts', 'endByHand'],
  ] as const) {
    const body = bodyOf(`${contests}/${file}`, name);
    expect(body.indexOf('passGate('), name).toBeGreaterThan(0);
    expect(body.indexOf('passGate('), name).toBeLessThan(body.indexOf('updateContest('));
  }
});

it('payouts are made by settlements only, in the listed places', () => {
  expect(found(/from '#domain\/settlement\/(settlement|correction)\.ts'/g)).toMatchObject({
    [`${contests}/settle.ts`]: 1,
    [`${contests}/correct.ts`]: 2,
  });
  const pays = Object.keys(found(/\bpostTransfers\(/g)).filter((file) => file.startsWith(contests));
  expect(pays.sort()).toEqual([`${contests}/correct.ts`, `${contests}/settle.ts`]);
  // Receipts name transfers already made, and make none.
  const named = Object.keys(found(/\b(payout|refund|adjustPayout|houseCover|houseGain|houseAdjust)Transfer\b/g));
  expect(named.filter((file) => !file.startsWith('modules/betting/receipts/'))).toEqual([]);
  expect(Object.keys(found(/\bpostTransfers\b/g)).filter((file) => file.startsWith('modules/betting/receipts/'))).toEqual([]);
});

it('match facts are changed by the importer only, which records their source', () => {
  expect(found(/update matches\b|updateTable\('matches'\)|insert into matches\b|insertInto\('matches'\)/g)).toEqual({
    'modules/match-data/import/match-queries.ts': 4,
  });
  // An admin's changes through the importer: entering a match, and accepting quarantined updates. Both record the admin.
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
