import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Watches every table but `except` from now on. The returned function names those that committed transactions have written to since its
 * last call, in order: rows added, removed, or changed to other values. It costs less than comparing all data before and after.
 */
export async function watchWrites(db: Db, { except = [] as string[] } = {}): Promise<() => Promise<string[]>> {
  await sql`create schema watch`.execute(db);
  // Without a key, so that writing transactions do not wait for each other.
  await sql`create unlogged table watch.written ("table" text not null)`.execute(db);
  await sql`create function watch.note() returns trigger language plpgsql as $$ begin
    insert into watch.written values (tg_table_name);
    return null;
  end $$`.execute(db);
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all(${except})`.execute(db);
  for (const { name } of tables) {
    const table = sql.table(name);
    await sql`create trigger watch_rows after insert or delete on ${table} for each row execute function watch.note()`.execute(db);
    await sql`create trigger watch_changes after update on ${table} for each row
      when (old::text is distinct from new::text) execute function watch.note()`.execute(db);
    await sql`create trigger watch_truncate after truncate on ${table} for each statement execute function watch.note()`.execute(db);
  }
  return async () => {
    const { rows } = await sql<{ table: string }>`with noted as (delete from watch.written returning "table")
      select distinct "table" from noted order by 1`.execute(db);
    return rows.map(({ table }) => table);
  };
}
