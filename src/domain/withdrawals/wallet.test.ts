import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortWallet } from './payout-text.ts';
import { hexOfWallet, normaliseWallet, USDT_CONTRACT, walletFault, walletOfHex } from './wallet.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const encode = (prefix: number, rest: Uint8Array) => createBase58check(sha256).encode(Uint8Array.of(prefix, ...rest));
const keyHash = fc.uint8Array({ minLength: 20, maxLength: 20 });
const address = keyHash.map((hash) => encode(0x41, hash));
const HUNDRED = fc.sample(address, { numRuns: 100, seed: 1 });
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('a TRC20 address', () => {
  it.each(['TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH', 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA', 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9'])(
    'is any with the right checksum: %s',
    (known) => expect(walletFault(known)).toBeNull(),
  );

  it('is so for every key', () => {
    fc.assert(
      fc.property(address, (valid) => {
        expect(valid).toHaveLength(34);
        expect(walletFault(valid)).toBeNull();
      }),
    );
  });

  it('is refused with any one character changed', () => {
    for (const valid of HUNDRED) {
      for (let at = 0; at < valid.length; at++) {
        for (const other of ALPHABET) {
          if (other === valid[at]) continue;
          const changed = valid.slice(0, at) + other + valid.slice(at + 1);
          if (walletFault(changed) === null) expect.unreachable(`${changed} for ${valid}`);
        }
      }
    }
  });

  it('is refused with neighbours swapped, with one character missing, and with one too many', () => {
    for (const valid of HUNDRED) {
      for (let at = 0; at < valid.length; at++) {
        const [head, one, next, tail] = [valid.slice(0, at), valid[at]!, valid[at + 1] ?? '', valid.slice(at + 2)];
        if (one !== next && next !== '') expect(walletFault(head + next + one + tail)).not.toBeNull();
        expect(walletFault(head + next + tail)).not.toBeNull();
        expect(walletFault(head + one + one + next + tail)).not.toBeNull();
        expect(walletFault(`${head}x${valid.slice(at)}`)).not.toBeNull();
      }
    }
  });

  it('is refused with another first byte, even with a correct checksum', () => {
    fc.assert(
      fc.property(
        keyHash,
        fc.integer({ min: 0, max: 255 }).filter((prefix) => prefix !== 0x41),
        (hash, prefix) => {
          const foreign = encode(prefix, hash);
          expect(walletFault(foreign)).toBe(foreign.startsWith('T') && foreign.length !== 34 ? 'length' : 'network');
        },
      ),
    );
  });

  it('is refused if it encodes more or fewer bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 40 }), (rest) => {
        fc.pre(rest.length !== 20);
        expect(walletFault(encode(0x41, rest))).not.toBeNull();
        expect(walletFault(base58.encode(Uint8Array.of(0x41, ...rest)))).not.toBeNull();
      }),
    );
  });

  it.each([
    ['Ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'network'],
    ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'network'],
    ['Bitcoin, to a script', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'network'],
    ['Bitcoin, newer', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'network'],
    ['Bitcoin, testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'network'],
    ['Litecoin', 'LcHKqT1d8Zq4bP2cE7o6vX4hZ7pUPDM4wM', 'network'],
    ['Solana', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'network'],
    ['Solana, that begins as ours do', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'length'],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'network'],
    ['XRP', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', 'network'],
    ['an old test network of TRON', encode(0xa0, new Uint8Array(20).fill(9)), 'network'],
    ['TRON, in hexadecimal', '418840e6c55b9ada326d211d818c34a994aeced808', 'network'],
    ['the contract of USDT', USDT, 'contract'],
    ['twenty zeros', encode(0x41, new Uint8Array(20)), 'contract'],
    ['in capitals', USDT.toUpperCase(), 'characters'],
    ['in small letters', USDT.toLowerCase(), 'network'],
    ['with what looks alike', 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZOl', 'characters'],
    ['half of it', USDT.slice(0, 17), 'length'],
    ['a name', 'Tether', 'length'],
    ['nothing', '', 'network'],
    ['a slip', 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYh', 'checksum'],
  ])('is refused for what it is: %s', (_, typed, fault) => expect(walletFault(typed)).toBe(fault));

  it('is never accepted from other text', () => {
    fc.assert(fc.property(fc.string(), (text) => walletFault(text) !== null));
  });
});

it('is the same account in hexadecimal digits, in both directions', () => {
  expect(hexOfWallet(USDT_CONTRACT)).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c');
  expect(walletOfHex('60e6e92e57d61a9d68b5d95275cc9667d9e6c7c9')).toBe('TJoaVSdktrnndU4dmKm33SWMKoXt4LLFbU');
  fc.assert(fc.property(address, (valid) => walletOfHex(hexOfWallet(valid)) === valid));
  for (const other of ['', 'T', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']) expect(() => hexOfWallet(other)).toThrow(RangeError);
  for (const other of ['', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'x'.repeat(40)])
    expect(() => walletOfHex(other)).toThrow(RangeError);
});

it('is stripped of what copying leaves in it', () => {
  expect(normaliseWallet(' TLyqzVGLV1srkB7d\r\nToTAEqgDSfPtX\u200bRJZYH\t\ufeff')).toBe('TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH');
});

it('is shown by its first and last six characters', () => {
  expect(shortWallet('TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH')).toBe('TLyqzV…XRJZYH');
  expect(shortWallet('short')).toBe('short');
});
