import type pg from 'pg';

interface Definition {
  table: string;
  name: string;
  definition: string;
}

/**
 * Fills tables without indexes, constraints and triggers, and then restores all of them, which validates the rows: row-by-row checks would
 * take many times as long. Uses `connections` in parallel.
 */
export async function withBareTables(
  connections: readonly pg.Client[],
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const [database] = connections as [pg.Client];
  const foreign = await findConstraints(database, tables, ['f']);
  const keys = await findConstraints(database, tables, ['p', 'u']);
  const indexes = await findIndexes(database, tables);
  for (const { table, name } of [...foreign, ...keys]) await database.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await database.query(`drop index "${name}"`);
  for (const table of tables) await database.query(`alter table ${table} disable trigger user`);
  await fill();
  for (const table of tables) await database.query(`alter table ${table} enable trigger user`);
  const add = ({ table, name, definition }: Definition) => `alter table ${table} add constraint "${name}" ${definition}`;
  // The largest first, so that it does not run alone at the end; a foreign key locks its table, an index does not block other indexes.
  await sideBySide(connections, keys.map(add));
  await sideBySide(
    connections,
    indexes.map(({ definition }) => definition),
  );
  for (const one of foreign) await database.query(add(one));
  await sideBySide(
    connections,
    tables.map((table) => `vacuum analyze ${table}`),
  );
}

async function sideBySide(connections: readonly pg.Client[], statements: readonly string[]): Promise<void> {
  const left = [...statements];
  await Promise.all(
    connections.map(async (connection) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await connection.query(next);
    }),
  );
}

/** Returns the constraints of these tables, including foreign keys of other tables that refer to them. */
async function findConstraints(database: pg.Client, tables: readonly string[], kinds: readonly string[]): Promise<Definition[]> {
  const { rows } = await database.query<Definition>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = any($2) and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by array_position($1::regclass[], conrelid::regclass), conname`,
    [tables, kinds],
  );
  return rows;
}

/** Returns the indexes of these tables that do not belong to a constraint. */
async function findIndexes(database: pg.Client, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await database.query<Definition>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by array_position($1::regclass[], indrelid::regclass), name`,
    [tables],
  );
  return rows;
}
