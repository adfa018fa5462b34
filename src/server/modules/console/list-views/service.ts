import { sql, type Transaction } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import {
  type ConsoleList,
  type changeListView,
  type deleteListView,
  type getListLook,
  type hideColumns,
  LIST_COLUMNS,
  LIST_VIEWS_MAX,
  type ListView,
  type saveListView,
} from '#contract/list-views.ts';
import { isReadable } from '#domain/identity/misleading-name.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';

/*
 * Not in the audit log: it records what admins do to others and to the site, and a view changes only what its own owner looks at. What a
 * search of it finds is subject to the owner's role each time it is opened.
 */

type Caller = Pick<SignedInAdmin, 'id'>;

/** Returns the caller's views of a list, by name, and the columns that they hide. */
export async function listLook(
  { db }: Pick<Deps, 'db'>,
  { id }: Caller,
  { list }: ParsedInputOf<typeof getListLook>,
): Promise<ReplyOf<typeof getListLook>> {
  const [views, columns] = await Promise.all([
    findViews(db, id, list),
    db.selectFrom('admin_list_columns').select('hidden').where('admin_id', '=', id).where('list', '=', list).executeTakeFirst(),
  ]);
  return { views: views.map(viewOf), hidden: known(list, columns?.hidden ?? []) };
}

/** Saves a new view. Throws `view_name_taken`, `too_many_views`, and `invalid_payload` for a name that cannot be read. */
export const saveView = (
  deps: Deps,
  { id: admin_id }: Caller,
  { list, name, values }: ParsedInputOf<typeof saveListView>,
): Promise<ReplyOf<typeof saveListView>> =>
  transact(deps, async (db) => {
    requireReadable(name);
    await lockAdmin(db, admin_id);
    const views = await findViews(db, admin_id, list);
    requireFree(views, name);
    if (views.length >= LIST_VIEWS_MAX) throw new AppError('too_many_views', { max: LIST_VIEWS_MAX });
    const now = deps.now();
    const view = { id: newId(deps), name, values };
    await db
      .insertInto('admin_list_views')
      .values({ ...view, values: JSON.stringify(values), admin_id, list, created_at: now, changed_at: now })
      .execute();
    return { view };
  });

/** Renames a view, or replaces its values. Throws as `saveView`, and `not_found` for a view of another admin's as for none. */
export const changeView = (
  deps: Deps,
  { id: admin_id }: Caller,
  { id, name, values }: ParsedInputOf<typeof changeListView>,
): Promise<ReplyOf<typeof changeListView>> =>
  transact(deps, async (db) => {
    if (name !== undefined) requireReadable(name);
    await lockAdmin(db, admin_id);
    const own = db.selectFrom('admin_list_views').select('list').where('id', '=', id).where('admin_id', '=', admin_id);
    const found = await own.executeTakeFirst();
    if (!found) throw new AppError('not_found');
    const views = await findViews(db, admin_id, found.list as ConsoleList);
    if (name !== undefined) {
      requireFree(
        views.filter((view) => view.id !== id),
        name,
      );
    }
    const row = await db
      .updateTable('admin_list_views')
      .set({ ...(name !== undefined && { name }), ...(values && { values: JSON.stringify(values) }), changed_at: deps.now() })
      .where('id', '=', id)
      .returning(['id', 'name', 'values'])
      .executeTakeFirstOrThrow();
    return { view: viewOf(row) };
  });

/** Deletes a view. Throws `not_found` for a view of another admin's as for none. */
export async function deleteView(
  { db }: Pick<Deps, 'db'>,
  { id: admin_id }: Caller,
  { id }: ParsedInputOf<typeof deleteListView>,
): Promise<ReplyOf<typeof deleteListView>> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_list_views')
    .where('id', '=', id)
    .where('admin_id', '=', admin_id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
  return {};
}

/** Replaces the columns that the caller hides. Throws `invalid_payload` for a column that cannot be hidden in this list. */
export async function hide(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id: admin_id }: Caller,
  { list, hidden: wanted }: ParsedInputOf<typeof hideColumns>,
): Promise<ReplyOf<typeof hideColumns>> {
  const hidden = known(list, wanted);
  if (wanted.some((column) => !hidden.includes(column))) throw new AppError('invalid_payload', { field: 'hidden' });
  const changed_at = now();
  await db
    .insertInto('admin_list_columns')
    .values({ admin_id, list, hidden, changed_at })
    .onConflict((oc) => oc.columns(['admin_id', 'list']).doUpdateSet({ hidden, changed_at }))
    .execute();
  return { hidden };
}

/** Returns those columns that can be hidden, in the list's order: a stored one may be gone since. */
const known = (list: ConsoleList, columns: readonly string[]): string[] => LIST_COLUMNS[list].filter((column) => columns.includes(column));

/** Changes of one admin's views follow each other, so that two at once neither exceed the limit nor take the same name. */
const lockAdmin = (db: Transaction<DB>, adminId: string) =>
  db.selectFrom('admins').select('id').where('id', '=', adminId).forNoKeyUpdate().execute();

const findViews = (db: Db, adminId: string, list: ConsoleList) =>
  db
    .selectFrom('admin_list_views')
    .select(['id', 'name', 'values'])
    .where('admin_id', '=', adminId)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .execute();

const viewOf = ({ id, name, values }: { id: string; name: string; values: unknown }): ListView => ({
  ...{ id, name },
  values: values as ListView['values'],
});

function requireReadable(name: string): void {
  if (!isReadable(name)) throw new AppError('invalid_payload', { field: 'name' });
}

function requireFree(views: readonly { name: string }[], name: string): void {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase())) throw new AppError('view_name_taken');
}
