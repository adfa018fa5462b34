import type { Deps } from '#server/deps.ts';
import { proveWholeLedger, sealLedger } from '#server/features/points/service.ts';

/** Seals what was posted; nobody who posts waits for it. */
export async function sealTransfers(deps: Deps): Promise<void> {
  const blocks = await sealLedger(deps);
  if (blocks > 0) deps.log.debug({ blocks }, 'sealed transfers');
}

/** Proves the whole ledger, and remembers the result: health is degraded until a proof holds. */
export async function proveLedgerDaily(deps: Deps): Promise<void> {
  const { proven, blocks, faults } = await proveWholeLedger(deps);
  if (proven) deps.log.info({ blocks }, 'the ledger adds up');
  else deps.log.error({ blocks, faults }, 'the ledger does not add up');
}
