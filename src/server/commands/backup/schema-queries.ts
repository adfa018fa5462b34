import type pg from 'pg';
import type { Sequences, TableStart } from './format.ts';

/** Makes what COPY writes the same on every server, and lets a statement take as long as it takes. */
export async function settle(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
    set synchronize_seqscans = off; set row_security = off;
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`);
}

/** Of PostgreSQL, as it calls itself: "18.4". */
export async function serverVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return rows[0]!.version;
}

/** Schemas that are not PostgreSQL's own. */
const OURS = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`;

/** How many tables, views and sequences there are, but for those that extensions have put there. */
export async function countRelations(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::integer as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`);
  return rows[0]!.count;
}

/** The migrations that were applied, in their order; none in a database without any. */
export async function appliedMigrations(client: pg.ClientBase): Promise<{ name: string; sha256: string }[]> {
  const { rows: found } = await client.query<{ is: boolean }>(`select to_regclass('kysely_migration_file') is not null as is`);
  if (!found[0]!.is) return [];
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from kysely_migration_file order by name');
  return rows;
}

/** Tables with the columns that are written to them, by name; without those of the migrations, which a restore makes itself. Names as SQL takes them. */
export async function findTables(client: pg.ClientBase): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(`
    select format('%I.%I', n.nspname, c.relname) as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where ${OURS} and c.relkind = 'r' and c.relname not like 'kysely\\_%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname order by n.nspname, c.relname`);
  return rows;
}

/** What each sequence gave last; whatever a snapshot shows that was taken before, its ids are not above. */
export async function findSequences(client: pg.ClientBase): Promise<Sequences> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind = 'S' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname, c.relname`);
  const sequences: Sequences = [];
  for (const { name } of rows) {
    const value = await client.query<{ last_value: number; is_called: boolean }>(`select last_value, is_called from ${name}`);
    sequences.push({ name, ...value.rows[0]! });
  }
  return sequences;
}

export interface ForeignKey {
  table: string;
  name: string;
  /** As `alter table ... add constraint` takes it. */
  definition: string;
}

/** References between tables. */
export async function findForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and ${OURS} order by n.nspname, c.relname, k.conname`);
  return rows;
}

/** A table and the columns that are copied, by names that this database has given. */
export const target = ({ table, columns }: TableStart): string => `${table} (${columns.join(', ')})`;
