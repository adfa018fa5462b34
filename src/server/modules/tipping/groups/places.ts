import { sql, type Transaction, type Updateable } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { type assignTippingPlace, IMPORTS_MAX, type listTippingPlaces, type TippingPlaces } from '#contract/tipping-import.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { pageOf } from '#server/platform/http/paging.ts';
import { asOwner, requireReader } from './access.ts';
import { closeDue } from './group-matches.ts';
import { findMemberByHandle, type GroupRow } from './group-queries.ts';
import { findImports, isOpen } from './import-queries.ts';
import { groupTopic } from './standing.ts';

/** A place that nobody has taken. */
export interface OpenPlace {
  id: number;
  group_id: string;
  place_name: string;
  claim_code: string;
}

const openPlaces = (db: Db) =>
  db
    .selectFrom('tipping_members')
    .select(['id', 'group_id'])
    .select([sql<string>`place_name`.as('place_name'), sql<string>`claim_code`.as('claim_code')])
    .where('user_id', 'is', null)
    .where('left_at', 'is', null);

export const findPlaceByCode = (db: Db, code: string): Promise<OpenPlace | undefined> =>
  openPlaces(db).where('claim_code', '=', code).executeTakeFirst();

const findPlace = (db: Db, groupId: string, id: number): Promise<OpenPlace | undefined> =>
  openPlaces(db).where('group_id', '=', groupId).where('id', '=', id).executeTakeFirst();

export async function countPlaces(db: Db, groupId: string): Promise<number> {
  const { places } = await db
    .selectFrom('tipping_members')
    .select(({ fn }) => fn.countAll<number>().as('places'))
    .where('group_id', '=', groupId)
    .where('user_id', 'is', null)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(places);
}

/** Returns the places that nobody has taken, and what was imported, for those who read the group; their codes for the owner alone. */
export async function list(
  deps: Deps,
  userId: string,
  { group_id, page, page_size }: ParsedInputOf<typeof listTippingPlaces>,
): Promise<TippingPlaces> {
  const { group, member } = await requireReader(deps, userId, group_id);
  await closeDue(deps, group);
  const listed = await pageOf({ page, page_size }, async ({ limit, offset }) => {
    const rows = await openPlaces(deps.db)
      .select((eb) =>
        eb
          .selectFrom('tips as t')
          .select(({ fn }) => fn.countAll<number>().as('tips'))
          .whereRef('t.member_id', '=', 'tipping_members.id')
          .as('tips'),
      )
      .where('group_id', '=', group_id)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    const items = rows.map(({ id, place_name, claim_code, tips }) => ({
      ...{ id, name: place_name, tips: Number(tips) },
      code: member?.role === 'owner' ? claim_code : null,
    }));
    return { items, total: await countPlaces(deps.db, group_id) };
  });
  const imports = await findImports(deps.db, group_id, IMPORTS_MAX);
  return {
    ...listed,
    imports: imports.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    is_open: await isOpen(deps.db, group),
  };
}

/** Gives a place to a member, the owner included. Throws `not_found` for who is no member, `place_taken` if either is taken. */
export const assign = (
  deps: Deps,
  userId: string,
  { group_id, place_id, handle }: ParsedInputOf<typeof assignTippingPlace>,
): Promise<Record<string, never>> =>
  asOwner(deps, userId, group_id, async (db, group, _, announce) => {
    const member = await findMemberByHandle(db, group_id, normaliseHandle(handle));
    if (!member) throw new AppError('not_found');
    const place = await findPlace(db, group_id, place_id);
    if (!place) throw new AppError('place_taken');
    await takePlace(db, group, place, member.user_id, deps.now());
    announce(groupTopic(group_id), { t: 'refetch' });
    return {};
  });

/** Removes a place that nobody has taken. Its tips stay: the points of others depend on how many had a result right. */
export const remove = (deps: Deps, userId: string, groupId: string, placeId: number): Promise<Record<string, never>> =>
  asOwner(deps, userId, groupId, async (db, _, __, announce) => {
    announce(groupTopic(groupId), { t: 'refetch' });
    await db
      .updateTable('tipping_members')
      .set({ left_at: deps.now(), claim_code: null })
      .where('group_id', '=', groupId)
      .where('id', '=', placeId)
      .where('user_id', 'is', null)
      .where('left_at', 'is', null)
      .execute();
    return {};
  });

/**
 * Makes a user the one whose place it is: as a new member, or with its tips added to those of the membership that is or was there. In a
 * locked group. Throws `place_taken` if the user has one already.
 */
export async function takePlace(db: Transaction<DB>, group: GroupRow, place: OpenPlace, userId: string, at: Date): Promise<void> {
  const own = await db
    .selectFrom('tipping_members')
    .select(['id', 'place_name'])
    .where('group_id', '=', group.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (own && own.place_name !== null) throw new AppError('place_taken');
  const change = (id: number, values: Updateable<DB['tipping_members']>) =>
    db.updateTable('tipping_members').set(values).where('id', '=', id).execute();
  if (!own) {
    await change(place.id, { user_id: userId, claim_code: null, joined_at: at });
    return;
  }
  await change(place.id, { place_name: null, claim_code: null, left_at: at });
  await change(own.id, { place_name: place.place_name, left_at: null });
  // Only imported matches: nobody tips for a place, and no member has tips of these.
  await db
    .updateTable('tipping_closed')
    .set({ revision: sql`revision + 1` })
    .where('group_id', '=', group.id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('tips as t').whereRef('t.match_id', '=', 'tipping_closed.match_id').where('t.member_id', '=', place.id)),
    )
    .execute();
  await db.updateTable('tips').set({ member_id: own.id }).where('member_id', '=', place.id).execute();
}
