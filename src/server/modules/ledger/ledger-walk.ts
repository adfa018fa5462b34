import { sql } from 'kysely';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { checkBlocks, insertLedgerProof, toldFaults } from './ledger-proof.ts';
import type { AccountFault } from './prove-new.ts';

export type WalkName = 'blocks' | 'accounts';

/** The longest round of each walk, in milliseconds: a large ledger is walked faster, so that a round fits. */
const ROUND_MS: Record<WalkName, number> = { blocks: 7 * DAY_MS, accounts: DAY_MS };
/** A round starts at most this often: a small ledger is walked in minutes. */
const ROUND_EVERY_MS = DAY_MS;
/** Blocks and accounts of a slice, which is one transaction of about half a second. */
const SLICE: Record<WalkName, number> = { blocks: 50, accounts: 5_000 };

interface Walk {
  name: WalkName;
  started_at: Date | null;
  under_way: boolean;
  walked: number;
  faults: number;
  kind: string;
  owner: string;
}

/**
 * Proves again a slice of what was proven before: blocks by their hashes, and accounts from their first transfer. Goes on with further
 * slices while the round is behind its time. A slice is a transaction that moves the stored position, so a walk that is cut off goes on
 * from there, and several processes walk no slice twice. Returns the faults that were found now.
 */
export async function walkLedger(
  deps: Pick<Deps, 'db' | 'now'>,
  { mayGoOn = () => true, slice = SLICE }: { mayGoOn?: (() => boolean) | undefined; slice?: Record<WalkName, number> } = {},
): Promise<object[]> {
  const found: object[] = [];
  for (const name of ['blocks', 'accounts'] as const) {
    for (let isBehind = true; isBehind && mayGoOn(); ) {
      const step = await deps.db.transaction().execute((trx) => walkSlice(trx, name, slice[name], deps.now()));
      if (step.faults) found.push(step.faults);
      isBehind = step.isBehind;
    }
  }
  return found;
}

interface Step {
  faults: object | null;
  /** Whether the round needs another slice now to end in time. */
  isBehind: boolean;
}

const REST: Step = { faults: null, isBehind: false };

async function walkSlice(db: Db, name: WalkName, limit: number, now: Date): Promise<Step> {
  const row = await db.selectFrom('ledger_walks').selectAll().where('name', '=', name).forUpdate().skipLocked().executeTakeFirst();
  if (!row) return REST;
  const walk = row.under_way ? (row as Walk) : newRound(row as Walk, now);
  if (!walk) return REST;
  const { walked, last, faults, count } = await (name === 'blocks' ? walkBlocks : walkAccounts)(db, walk, limit);
  const next = { ...walk, ...last, walked: walk.walked + walked, faults: walk.faults + count, under_way: walked === limit };
  const { started_at, under_way, kind, owner } = next;
  await db
    .updateTable('ledger_walks')
    .set({ started_at, under_way, walked: next.walked, faults: next.faults, kind, owner, ...(!under_way && { ended_at: now }) })
    .where('name', '=', name)
    .execute();
  if (faults || !under_way)
    await insertLedgerProof(db, {
      scope: name,
      proven: next.faults === 0,
      blocks: name === 'blocks' ? next.walked : 0,
      // The end of a round with a fault counts them; the proof of the slice says which.
      faults: faults ?? (next.faults > 0 ? { [name === 'blocks' ? 'blocks' : 'balances']: { count: next.faults, first: [] } } : {}),
      at: now,
    });
  return { faults, isBehind: under_way && next.walked < dueBy(now, next, await findTotal(db, name)) };
}

/** Returns a round from the first block or account; null if the last one began too recently. A start in the future does not count. */
function newRound(walk: Walk, now: Date): Walk | null {
  const age = walk.started_at === null ? ROUND_EVERY_MS : now.getTime() - walk.started_at.getTime();
  if (age >= 0 && age < ROUND_EVERY_MS) return null;
  return { ...walk, started_at: now, walked: 0, faults: 0, kind: '', owner: '00000000-0000-0000-0000-000000000000' };
}

/** Returns how far a round of `total` must be now to end in time. */
const dueBy = (now: Date, { name, started_at }: Walk, total: number): number =>
  total * Math.min(1, Math.max(0, now.getTime() - started_at!.getTime()) / ROUND_MS[name]);

interface Walked {
  walked: number;
  last?: { kind: string; owner: string };
  faults: object | null;
  count: number;
}

/** Walks at most `limit` blocks that a proof of new blocks has passed. */
async function walkBlocks(db: Db, { walked }: Walk, limit: number): Promise<Walked> {
  const { block } = await db.selectFrom('ledger_progress').select('block').executeTakeFirstOrThrow();
  const wanted = Math.max(0, Math.min(limit, block - walked));
  const checked = wanted === 0 ? [] : await checkBlocks(db, walked, wanted);
  const faults = checked.filter(({ holds }) => !holds).map(({ number }) => number);
  // Fewer blocks than the proof has passed: the last ones were removed.
  if (checked.length < wanted) faults.push(block);
  return { walked: checked.length, faults: faults.length > 0 ? { blocks: toldFaults(faults) } : null, count: faults.length };
}

/** Walks at most `limit` accounts, and the sums by source that overviews show of them. */
async function walkAccounts(db: Db, { kind, owner }: Walk, limit: number): Promise<Walked> {
  const { rows } = await sql<{ walked: number; last: { kind: string; owner: string } | null; balances: AccountFault[]; sums: object[] }>`
    with slice as materialized (
      select kind, owner, balance from accounts where (kind, owner) > (${kind}, ${owner}::uuid) order by kind, owner limit ${limit}
    ), sealed as materialized (
      select coalesce((select last_id from ledger_blocks order by number desc limit 1), 0) as id
    ), by_source as materialized (
      select s.kind, s.owner, p.source, p.points, p.sealed from slice s cross join lateral (
        select source, sum(delta)::bigint as points, coalesce(sum(delta) filter (where id <= (select id from sealed)), 0)::bigint as sealed from (
          select id, source, -amount as delta from transfers where s.kind = 'balance' and from_kind = 'balance' and from_owner = s.owner
          union all
          select id, source, amount from transfers where s.kind = 'balance' and to_kind = 'balance' and to_owner = s.owner
          union all
          select id, source, -amount from transfers where s.kind = 'held' and from_kind = 'held' and from_owner = s.owner
          union all
          select id, source, amount from transfers where s.kind = 'held' and to_kind = 'held' and to_owner = s.owner
          union all
          select id, source, case when from_kind = 'contest' then -amount else amount end from transfers
          where s.kind = 'contest' and contest_id = s.owner and (from_kind = 'contest' or to_kind = 'contest')
        ) posting group by source
      ) p
    ), posted as (
      select s.kind, s.owner, s.balance,
        -- Those of the house and issuance are in every part of the ledger: their last transfers state them.
        case when s.kind in ('house', 'issuance') then coalesce(stated_balance(s.kind, s.owner, 9223372036854775807), 0)
          else coalesce(b.points, 0) end as posted
      from slice s left join (select kind, owner, sum(points)::bigint as points from by_source group by kind, owner) b using (kind, owner)
    ), sums as (
      select k.user_id as owner, k.source, k.points as kept from balance_sums k
      where k.user_id in (select owner from slice where kind = 'balance')
    )
    select (select count(*) from slice) as walked,
      (select json_build_object('kind', kind, 'owner', owner) from slice order by kind desc, owner desc limit 1) as last,
      coalesce((select json_agg(p) from posted p where balance <> posted), '[]') as balances,
      coalesce((
        select json_agg(json_build_object('owner', owner, 'source', source, 'kept', coalesce(kept, 0), 'posted', coalesce(b.sealed, 0)))
        from sums full join (select owner, source, sealed from by_source where kind = 'balance') b using (owner, source)
        where coalesce(kept, 0) <> coalesce(b.sealed, 0)
      ), '[]') as sums`.execute(db);
  const { walked, last, balances, sums } = rows[0]!;
  const count = balances.length + sums.length;
  return {
    walked,
    ...(last && { last }),
    faults: count > 0 ? { balances: toldFaults(balances), sums: toldFaults(sums) } : null,
    count,
  };
}

/** Returns about how many blocks or accounts a round has. */
async function findTotal(db: Db, name: WalkName): Promise<number> {
  const { rows } = await (name === 'blocks'
    ? sql<{ total: number }>`select block as total from ledger_progress`
    : sql<{ total: number }>`select greatest(reltuples, 0)::bigint as total from pg_class where oid = 'accounts'::regclass`
  ).execute(db);
  return rows[0]!.total;
}

export interface WalkState {
  name: WalkName;
  /** Blocks or accounts that the round has walked, and about how many it has. */
  walked: number;
  total: number;
  /** When the last round ended; the start of the first one until then; null before it. */
  since: Date | null;
  /** Whether the last round ended longer ago than two rounds may take. */
  isLate: boolean;
}

/** Returns how far each walk is, and since when no round has ended. */
export async function ledgerWalks({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<WalkState[]> {
  const rows = await db.selectFrom('ledger_walks').selectAll().orderBy('name').execute();
  return Promise.all(
    (rows as (Walk & { ended_at: Date | null })[]).map(async ({ name, walked, started_at, ended_at }) => {
      const since = ended_at ?? started_at;
      const isLate = since !== null && now().getTime() - since.getTime() > 2 * ROUND_MS[name] + ROUND_EVERY_MS;
      return { name, walked, total: await findTotal(db, name), since, isLate };
    }),
  );
}
