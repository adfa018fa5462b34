export { purgeActivity, writeActivity } from './activity.ts';
export { countDays } from './counting.ts';
export { ledgerProofs, proveLedgerNow } from './ledger-proofs.ts';
export { overview } from './overview.ts';
export { trends } from './trends.ts';
export { trendsCsv } from './trends-csv.ts';
