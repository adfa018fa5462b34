import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTransaction, type TransactionInfo } from './tron-transaction.ts';

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const HASH = 'b69c51db8f9d974e6a38c76852c8ce1adcb682dbacb25ad8ad4f6876121fe9dc';
const word = (hex: string) => hex.padStart(64, '0');
const FROM = '60e6e92e57d61a9d68b5d95275cc9667d9e6c7c9';
const TO = 'cdae4e9a6287333a3f7df432b050af7b17e79e63';
const log = (rest: Partial<{ address: string; topics: string[]; data: string }> = {}) => ({
  ...{ address: USDT, topics: [TRANSFER, word(FROM), word(TO)], data: word('3567e0') },
  ...rest,
});
const info = (rest: Partial<TransactionInfo> = {}): TransactionInfo => ({
  ...{ id: HASH, blockNumber: 66_861_993, blockTimeStamp: 1_731_235_554_000, receipt: { result: 'SUCCESS' }, log: [log()] },
  ...rest,
});
const PAID = {
  ...{ logIndex: 0, token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', amount: 3_500_000n },
  ...{ from: 'TJoaVSdktrnndU4dmKm33SWMKoXt4LLFbU', to: 'TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn' },
};

describe('a transaction', () => {
  it('shows who sent how much to whom, in either case of letters', () => {
    const facts = { hash: HASH, blockNumber: 66_861_993, blockAtMs: 1_731_235_554_000, failure: null, transfers: [PAID] };
    expect(readTransaction(info(), HASH)).toEqual(facts);
    const shouted = log({
      address: USDT.toUpperCase(),
      data: word('3567E0'),
      topics: [TRANSFER, word(FROM), word(TO)].map((t) => t.toUpperCase()),
    });
    expect(readTransaction(info({ id: HASH.toUpperCase(), log: [shouted] }), HASH)).toEqual(facts);
  });

  it('keeps amounts exactly, up to the largest', () => {
    const most = readTransaction(info({ log: [log({ data: 'f'.repeat(64) })] }), HASH);
    expect(most?.transfers[0]?.amount).toBe(2n ** 256n - 1n);
  });

  it.each(['OUT_OF_ENERGY', 'REVERT'])('that failed moved nothing: %s', (result) => {
    expect(readTransaction(info({ receipt: { result }, result: 'FAILED', log: undefined }), HASH)).toMatchObject({
      failure: result,
      transfers: [],
    });
  });

  it('without a contract moves no token', () => {
    expect(readTransaction(info({ receipt: {}, log: undefined }), HASH)).toMatchObject({ failure: null, transfers: [] });
  });

  it('may log other things, also of tokens that write what they like', () => {
    const others = [
      log({ topics: ['0'.repeat(64)] }),
      log({ address: '1'.repeat(40), topics: [TRANSFER] }),
      log({ address: 'x', data: '' }),
    ];
    expect(readTransaction(info({ log: [...others, log()] }), HASH)?.transfers).toEqual([{ ...PAID, logIndex: 3 }]);
  });

  it.each([
    ['is about another one', info({ id: 'a'.repeat(64) })],
    ['failed and succeeded', info({ result: 'FAILED' })],
    ['failed and moved tokens', info({ result: 'FAILED', receipt: { result: 'REVERT' } })],
    ['failed without saying so', info({ receipt: { result: 'REVERT' }, log: [] })],
    ['has an unknown result', info({ receipt: { result: 'UNKNOWN' }, result: 'FAILED', log: [] })],
    ['has another unknown result', info({ result: 'PERHAPS' })],
    ['moved tokens without a contract', info({ receipt: {} })],
    ['moves USDT without an amount', info({ log: [log({ data: '' })] })],
    ['moves USDT to no address', info({ log: [log({ topics: [TRANSFER, word(FROM)] })] })],
    ['moves USDT to more than an address', info({ log: [log({ topics: [TRANSFER, word(FROM), `1${word(TO).slice(1)}`] })] })],
    ['moves USDT of a contract written with 41', info({ log: [log({ address: `41${USDT}` })] })],
  ])('is not read if the answer %s', (_, told) => expect(readTransaction(told, HASH)).toBeNull());
});

const RECORDED = join(import.meta.dirname, '../../../../../shared/data/providers/tron');

describe.skipIf(!existsSync(RECORDED))('recorded answers (skipped without ../shared)', () => {
  const recorded = (name: string) => JSON.parse(readFileSync(join(RECORDED, `${name}.json`), 'utf8'));
  const decoded = existsSync(RECORDED) ? recorded('decoded-by-us') : {};

  it.each(['info-usdt-success', 'info-usdt-two-transfers-one-tx'])('%s moves what was decoded by hand', (name) => {
    const told = recorded(name);
    const transfers = readTransaction(told, told.id)?.transfers.map(({ from, to, amount }) => [from, to, Number(amount)]);
    expect(transfers).toEqual(decoded[name]);
  });

  it.each([
    ['info-usdt-out-of-energy', 'OUT_OF_ENERGY'],
    ['info-usdt-revert', 'REVERT'],
  ])('%s failed', (name, failure) => {
    const told = recorded(name);
    expect(readTransaction(told, told.id)).toMatchObject({ failure, transfers: [] });
  });
});
