import { walletAddress } from '#domain/withdrawals/wallet.ts';

let serial = 0;

/** Returns a TRC20 address that is unused in this test file. */
export function freshWallet(): string {
  const account = new Uint8Array(20).fill(7);
  new DataView(account.buffer).setUint32(16, ++serial);
  return walletAddress(account);
}
