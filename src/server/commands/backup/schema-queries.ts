import type pg from 'pg';
import type { Sequences, TableStart } from './format.ts';

/** Makes COPY output identical on every server, and disables the statement timeout. */
export async function settle(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
    set synchronize_seqscans = off; set row_security = off;
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`);
}

/** Returns PostgreSQL's version as it reports it, such as "18.4". */
export async function serverVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return rows[0]!.version;
}

/** Condition for schemas that are not PostgreSQL's own. */
const OURS = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`;

/** Counts tables, views and sequences, except those created by extensions. */
export async function countRelations(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::integer as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`);
  return rows[0]!.count;
}

/** Returns the applied migrations in order; empty if the database has none. */
export async function appliedMigrations(client: pg.ClientBase): Promise<{ name: string; sha256: string }[]> {
  const { rows: found } = await client.query<{ is: boolean }>(`select to_regclass('kysely_migration_file') is not null as is`);
  if (!found[0]!.is) return [];
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from kysely_migration_file order by name');
  return rows;
}

/** Returns tables and their writable columns by name, except the migrations table, which a restore creates itself. Names are as in SQL. */
export async function findTables(client: pg.ClientBase): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(`
    select format('%I.%I', n.nspname, c.relname) as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where ${OURS} and c.relkind = 'r' and c.relname not like 'kysely\\_%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname order by n.nspname, c.relname`);
  return rows;
}

/** Returns the last value of each sequence. No id in an earlier snapshot is higher. */
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
  /** The definition for `alter table ... add constraint`. */
  definition: string;
}

/** Returns the foreign keys of all tables. */
export async function findForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and ${OURS} order by n.nspname, c.relname, k.conname`);
  return rows;
}

/** A table and its copied columns, for COPY; the names come from this database. */
export const target = ({ table, columns }: TableStart): string => `${table} (${columns.join(', ')})`;
