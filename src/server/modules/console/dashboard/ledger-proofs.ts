import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { LedgerProofScope, LedgerProofView, listLedgerProofs, runLedgerProof } from '#contract/overview.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, recordAudit } from '#server/modules/admins/public.ts';
import { lastLedgerProof, proveWholeLedger } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { transact } from '#server/platform/transact.ts';

/** Returns a page of ledger proofs, latest first. */
export async function ledgerProofs(
  { db }: Deps,
  { page, page_size }: ParsedInputOf<typeof listLedgerProofs>,
): Promise<ReplyOf<typeof listLedgerProofs>> {
  const offset = offsetOf({ page, page_size });
  const [rows, counted] = await Promise.all([findProofs(db, { limit: page_size, offset }), countProofs(db, COUNT_MAX)]);
  return { items: rows.map(proofView), page, page_size, ...totalOf(counted) };
}

/** Proofs running in this process; requests that arrive meanwhile share the result. */
const running = new WeakMap<Deps['db'], Promise<unknown>>();

/** Audits the request, proves the whole ledger now, and returns the result. */
export async function proveLedgerNow(deps: Deps, actor: Actor): Promise<ReplyOf<typeof runLedgerProof>> {
  const entry = { action: 'ledger.prove', subject: { kind: 'ledger', id: 'all' } };
  await transact(deps, (db) => recordAudit(db, actor, entry, deps.now()));
  const proving = running.get(deps.db) ?? proveWholeLedger(deps).finally(() => running.delete(deps.db));
  running.set(deps.db, proving);
  await proving;
  const latest = await deps.db
    .selectFrom('ledger_proofs')
    .selectAll()
    .where('scope', '=', 'whole')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { proof: proofView(latest) };
}

/** Returns the last proof of new blocks or of the whole ledger, by any process, and whether all proofs hold; null before the first one. */
export async function lastProof({ db }: Pick<Deps, 'db'>): Promise<LedgerProofView | null> {
  const [latest, known] = await Promise.all([
    db.selectFrom('ledger_proofs').selectAll().where('scope', 'in', ['whole', 'new']).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    lastLedgerProof(db),
  ]);
  return latest ? { ...proofView(latest), proven: known?.proven ?? latest.proven } : null;
}

const proofView = ({ id, scope, proven, blocks, faults, proven_at }: Awaited<ReturnType<typeof findProofs>>[number]): LedgerProofView => ({
  id,
  scope: scope as LedgerProofScope,
  proven,
  blocks,
  faults: faults as LedgerProofView['faults'],
  proven_at: proven_at.toISOString(),
});

/** Returns proofs of every scope, latest first. */
const findProofs = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  db.selectFrom('ledger_proofs').selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

/** Counts the proofs, up to a limit. */
async function countProofs(db: Db, limit: number): Promise<number> {
  const { total } = await db
    .selectFrom(db.selectFrom('ledger_proofs').select('id').limit(limit).as('p'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
