import { sql, type Transaction } from 'kysely';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { inviteCode } from '#domain/ledger/rewards.ts';
import { placeKey } from '#domain/tipping/import-csv.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { GroupRow } from './group-queries.ts';
import type { PastMatch } from './import-matches.ts';

/** Rows that one statement writes. */
const ROWS_AT_ONCE = 5_000;

/** Returns whether a group can still import: none of its own matches has closed. */
export async function isOpen(db: Db, { id, starts_at }: Pick<GroupRow, 'id' | 'starts_at'>): Promise<boolean> {
  const own = await db
    .selectFrom('tipping_closed')
    .select('match_id')
    .where('group_id', '=', id)
    .where('closed_at', '>=', starts_at)
    .limit(1)
    .executeTakeFirst();
  return own === undefined;
}

export interface KnownPlace {
  id: number;
  name: string;
  /** `open`: nobody has taken it. `taken`: by a user, who may have left. `removed`: by the owner. */
  state: 'open' | 'taken' | 'removed';
}

/** Returns every place that was imported, by what its name is compared by. */
export async function findPlaces(db: Db, groupId: string): Promise<Map<string, KnownPlace>> {
  const rows = await db
    .selectFrom('tipping_members')
    .select(['id', 'user_id', 'left_at', 'place_name'])
    .where('group_id', '=', groupId)
    .where('place_name', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ id, user_id, left_at, place_name }) => [
      placeKey(place_name!),
      { id, name: place_name!, state: user_id !== null ? 'taken' : left_at === null ? 'open' : 'removed' },
    ]),
  );
}

/** Returns the tips of these matches as "2-1 false", by match and member. */
export async function findTipsOf(db: Db, groupId: string, matchIds: readonly number[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tips')
    .select(['match_id', 'member_id', 'home', 'away', 'is_joker'])
    .where('group_id', '=', groupId)
    .where('match_id', '=', sql<number>`any(${[...matchIds]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [`${row.match_id} ${row.member_id}`, `${row.home}-${row.away} ${row.is_joker}`]));
}

/** Returns the jokers that were imported before. */
export const findJokers = (db: Db, { id, starts_at }: Pick<GroupRow, 'id' | 'starts_at'>) =>
  db
    .selectFrom('tips as t')
    .innerJoin('tipping_closed as c', (join) => join.onRef('c.group_id', '=', 't.group_id').onRef('c.match_id', '=', 't.match_id'))
    .select(['t.member_id', 't.match_id', 'c.round_key'])
    .where('t.group_id', '=', id)
    .where('t.is_joker', '=', true)
    .where('c.closed_at', '<', starts_at)
    .execute();

/** Makes places, each with a code of its own, or takes back those that were removed. */
export async function openPlaces(
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  db: Transaction<DB>,
  groupId: string,
  names: readonly string[],
  at: Date,
): Promise<void> {
  let missing = [...names];
  while (missing.length > 0) {
    const rows = missing.slice(0, ROWS_AT_ONCE).map((place_name) => ({
      ...{ group_id: groupId, user_id: null, role: 'member', joined_at: at, left_at: null },
      ...{ place_name, claim_code: inviteCode(randomBytes(8)) },
    }));
    // A code that another place has is drawn again.
    const taken = await db
      .selectFrom('tipping_members')
      .select('claim_code')
      .where(
        'claim_code',
        'in',
        rows.map(({ claim_code }) => claim_code),
      )
      .execute();
    const isFree = ({ claim_code }: { claim_code: string }) => !taken.some((row) => row.claim_code === claim_code);
    const free = [...new Map(rows.filter(isFree).map((row) => [row.claim_code, row])).values()];
    if (free.length > 0)
      await db
        .insertInto('tipping_members')
        .values(free)
        .onConflict((oc) =>
          oc.columns(['group_id', 'place_name']).doUpdateSet((eb) => ({
            ...{ left_at: null, joined_at: eb.ref('excluded.joined_at'), claim_code: eb.ref('excluded.claim_code') },
          })),
        )
        .execute();
    const made = new Set(free.map(({ place_name }) => place_name));
    missing = missing.filter((name) => !made.has(name));
  }
}

/** Notes matches as closed when they began, before anybody was a member; changes of their tips are counted. */
export async function closeImported(
  db: Transaction<DB>,
  group: GroupRow,
  matches: readonly { match: PastMatch; key: string }[],
  version: number,
): Promise<void> {
  if (matches.length === 0) return;
  const rows = matches.map(({ match, key }) => ({
    ...{ group_id: group.id, match_id: match.id, closed_at: match.kickoffAt, rules_version: version, round_key: key },
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('tipping_closed')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((oc) => oc.columns(['group_id', 'match_id']).doUpdateSet({ revision: sql`tipping_closed.revision + 1` }))
      .execute();
  }
  const first = new Date(Math.min(...rows.map(({ closed_at }) => closed_at.getTime())));
  await db
    .updateTable('tipping_groups')
    .set({ imported_from: sql`least(imported_from, ${first})` })
    .where('id', '=', group.id)
    .execute();
}

/** Scores everything that was imported by these rules. */
export const rescoreImported = (db: Transaction<DB>, { id, starts_at }: GroupRow, version: number) =>
  db.updateTable('tipping_closed').set({ rules_version: version }).where('group_id', '=', id).where('closed_at', '<', starts_at).execute();

export async function writeTips(
  db: Transaction<DB>,
  groupId: string,
  tips: readonly { memberId: number; match: PastMatch; tip: Tip; isJoker: boolean }[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < tips.length; from += ROWS_AT_ONCE) {
    const rows = tips.slice(from, from + ROWS_AT_ONCE).map(({ memberId, match, tip: [home, away], isJoker }) => ({
      ...{ group_id: groupId, member_id: memberId, match_id: match.id, home, away, is_joker: isJoker, entered_at: at },
    }));
    await db
      .insertInto('tips')
      .values(rows)
      .onConflict((oc) =>
        oc.columns(['group_id', 'match_id', 'member_id']).doUpdateSet((eb) => ({
          home: eb.ref('excluded.home'),
          away: eb.ref('excluded.away'),
          is_joker: eb.ref('excluded.is_joker'),
          entered_at: eb.ref('excluded.entered_at'),
        })),
      )
      .execute();
  }
}

export interface ImportNote {
  by: string;
  at: Date;
  places: number;
  tips: number;
  changed: number;
}

export async function noteImport(db: Transaction<DB>, groupId: string, { by, at, ...counts }: ImportNote): Promise<void> {
  await db
    .insertInto('tipping_imports')
    .values({ group_id: groupId, imported_by: by, imported_at: at, ...counts })
    .execute();
}

/** Returns the latest imports, the last one first; `by` is the handle of a present member. */
export async function findImports(db: Db, groupId: string, limit: number): Promise<(Omit<ImportNote, 'by'> & { by: string | null })[]> {
  const rows = await db
    .selectFrom('tipping_imports as i')
    .leftJoin('tipping_members as m', (join) =>
      join.onRef('m.group_id', '=', 'i.group_id').onRef('m.user_id', '=', 'i.imported_by').on('m.left_at', 'is', null),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.public_handle as by', 'i.imported_at as at', 'i.places', 'i.tips', 'i.changed'])
    .where('i.group_id', '=', groupId)
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
  return rows;
}

/** Returns what members must know of imports: who entered tips of others, when last, and how many; null if there are none. */
export async function findImported(db: Db, { id, imported_from }: GroupRow): Promise<TippingGroup['imported']> {
  if (imported_from === null) return null;
  const [latest] = await findImports(db, id, 1);
  const { tips } = await db
    .selectFrom('tipping_imports')
    .select(({ fn }) => fn.sum<number>('tips').as('tips'))
    .where('group_id', '=', id)
    .executeTakeFirstOrThrow();
  return { by: latest!.by, at: latest!.at.toISOString(), tips: Number(tips) };
}
