import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { NodeProblem } from '#domain/withdrawals/payout/payout.ts';
import { TRX_MIN, usdtCents } from '#domain/withdrawals/payout/treasury.ts';
import type { Deps } from '#server/deps.ts';
import { countUnexplained, findOwed, findWatch, type Owed } from './queries.ts';

/** The state of payouts and of the treasury, for metrics and alarms. */
export interface PayoutCondition extends Owed {
  /** Whether the chain is asked at all: without that, all that it would say is null. */
  isVerified: boolean;
  /** When nodes last said what the treasury holds, and why they do not now. */
  heardAt: Date | null;
  problem: NodeProblem | null;
  /** In USDT and TRX. */
  usdt: number | null;
  trx: number | null;
  /** USDT that is owed and not held. */
  short: number | null;
  unexplained: number;
  isTrxLow: boolean;
  /** Whether a payout is wrong or late, or nodes have been silent for too long. */
  isStuck: boolean;
}

/** The chain confirms a payout within minutes. */
const LATE_MS = HOUR_MS;
/** Nodes are asked once a minute. */
const SILENT_MS = 15 * MINUTE_MS;

/** Returns the state of payouts, from indexes that hold what is open: it is read with each scrape. */
export async function payoutCondition({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<PayoutCondition> {
  const [owed, stored, unexplained] = await Promise.all([findOwed(db), findWatch(db), countUnexplained(db, now())]);
  const watch = config.tron !== null && stored?.wallet === config.tron.treasury ? stored : undefined;
  const usdt = watch?.usdt ?? null;
  const cents = usdt === null ? null : usdtCents(owed.to_send.usdt) + usdtCents(owed.wrong.usdt) - usdtCents(usdt);
  const trx = watch?.trx == null ? null : Number(watch.trx);
  return {
    ...owed,
    isVerified: config.tron !== null,
    heardAt: watch?.balances_at ?? null,
    problem: (watch?.balances_problem ?? watch?.transfers_problem ?? null) as NodeProblem | null,
    ...{ usdt: usdt === null ? null : Number(usdt), trx, unexplained },
    short: cents === null ? null : cents > 0n ? Number(cents) / 100 : 0,
    isTrxLow: trx !== null && trx < TRX_MIN,
    isStuck:
      owed.wrong.count > 0 ||
      (owed.oldest_on_the_way !== null && now().getTime() - owed.oldest_on_the_way.getTime() > LATE_MS) ||
      (watch !== undefined && now().getTime() - (watch.balances_at ?? watch.since).getTime() > SILENT_MS),
  };
}
