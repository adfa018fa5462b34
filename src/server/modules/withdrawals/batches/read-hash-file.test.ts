import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH_FILE_LENGTH_MAX, type HashRow } from '#domain/withdrawals/payout/hash-file.ts';
import { readHashFile } from './read-hash-file.ts';

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
const HASH = hashOf('one');
const ID = '0192f3a0-0000-7000-8000-000000000001';
const WALLET = 'TXd9duqtcyyj4pBCKvXKNqmazxxDw5SdBa';
const row = (values: Partial<HashRow>): HashRow => ({ line: 2, reference: null, wallet: null, amount: null, hash: HASH, ...values });

describe('a file of hashes', () => {
  it('is read by reference', () => {
    expect(readHashFile(`reference,tx_hash\n${ID},${HASH}\n`)).toEqual([row({ reference: ID })]);
  });

  it('is read as the batch wrote it, by a spreadsheet that changes line ends, case and quotes', () => {
    const text = `\uFEFF"Reference","wallet_address","AMOUNT","tx_hash"\r\n"${ID.toUpperCase()}","${WALLET}","12.00","0x${HASH.toUpperCase()}"\r\n\r\n`;
    expect(readHashFile(text)).toEqual([row({ reference: ID, wallet: WALLET, amount: 12_000_000n })]);
  });

  it('is read by wallet and amount, in any order of columns', () => {
    expect(readHashFile(`tx_hash,amount,wallet_address\r${HASH},0.01,${WALLET}`)).toEqual([row({ wallet: WALLET, amount: 10_000n })]);
  });

  it.each([
    ['', 'empty'],
    ['\n\n', 'empty'],
    ['reference,tx_hash\n', 'empty'],
    ['reference\nx', 'header'],
    ['tx_hash\nx', 'header'],
    ['tx_hash,amount\nx,1', 'header'],
    ['reference,tx_hash,tx_hash\nx,y,z', 'header'],
    ['reference,tx_hash,note\nx,y,z', 'header'],
    ['{reference: 1}', 'header'],
    ['{"reference": 1}', 'quotes'],
    [`reference,tx_hash\n"a"b,c`, 'quotes'],
    [`reference,tx_hash\n"a,c`, 'quotes'],
    [`reference,tx_hash\n${'a,b\n'.repeat(501)}`, 'too_long'],
    ['a'.repeat(HASH_FILE_LENGTH_MAX + 1), 'too_long'],
  ])('is refused as a whole: %#', (text, fault) => {
    expect(readHashFile(text)).toBe(fault);
  });

  it.each([
    [`${ID},${WALLET},12,`, 'no_hash'],
    [`${ID},${WALLET},12,   `, 'no_hash'],
    [`${ID},${WALLET},12,${'0'.repeat(64)}`, 'malformed'],
    [`${ID},${WALLET},12,${HASH}0`, 'malformed'],
    [`${ID},${WALLET},-12,${HASH}`, 'malformed'],
    [`${ID},${WALLET},1e3,${HASH}`, 'malformed'],
    [`${ID},${WALLET},12.0000001,${HASH}`, 'malformed'],
    [`${ID},${WALLET},=12,${HASH}`, 'malformed'],
    [`,${WALLET},,${HASH}`, 'malformed'],
    [`,,12,${HASH}`, 'malformed'],
    [`${ID},${HASH}`, 'malformed'],
    [`${ID},${WALLET},12,${HASH},more`, 'malformed'],
  ])('answers each row that it cannot read: %#', (line, fault) => {
    expect(readHashFile(`reference,wallet_address,amount,tx_hash\n${line}\n${ID},,,${HASH}`)).toEqual([
      { line: 2, fault },
      row({ line: 3, reference: ID }),
    ]);
  });

  it('counts lines as editors do, also after line breaks inside quotes', () => {
    expect(readHashFile(`reference,tx_hash\n\n"a\nb",\n${ID},${HASH}`)).toEqual([
      { line: 4, fault: 'no_hash' },
      row({ line: 5, reference: ID }),
    ]);
  });

  it('never throws, and answers every row with its own line, in order', () => {
    const part = fc.oneof(
      fc.constantFrom(',', '"', '\n', '\r\n', 'reference', 'tx_hash', 'amount', ID, HASH, '12.00', '=1+1'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const read = readHashFile(`reference,tx_hash\n${parts.join('')}`);
        if (typeof read === 'string') return;
        const lines = read.map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
        for (const one of read) if ('hash' in one) expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });
});
