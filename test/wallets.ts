import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

let serial = 0;

/** A TRC20 address that nobody has in this test file. */
export function freshWallet(): string {
  const bytes = new Uint8Array(21).fill(7);
  bytes[0] = 0x41;
  new DataView(bytes.buffer).setUint32(17, ++serial);
  return createBase58check(sha256).encode(bytes);
}
