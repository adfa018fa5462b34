export { proveBalance } from './balance-proof.ts';
export { explainBalance } from './explain-balance.ts';
export { noteSettings } from './known-settings.ts';
export { lastLedgerProof, proveWholeLedger, sealLedger } from './ledger-proof.ts';
export { ledgerWalks, walkLedger } from './ledger-walk.ts';
export { findPoints, fundHouse, lockBalance, lockBalances, openAccounts, postTransfers, sumBySource } from './points.ts';
export { proveNewBlocks } from './prove-new.ts';
export { addExperience, addToStats, type StatsChange } from './stats.ts';
