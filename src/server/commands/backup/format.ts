import { z } from 'zod';

/**
 * What a backup is: lines of JSON and, between them, tables as PostgreSQL's COPY writes them (text), all of it in one gzip stream, so that
 * `zcat FILE | less` shows it. In this order: a `header`; for each table a `tableStart`, its rows, a line `\.` as COPY ends them, and a
 * `tableEnd`; then `sequences` and an `ending`. docs/decisions/040 tells why.
 */
export const FORMAT = 'matchpoint-backup';
export const FORMAT_VERSION = 1;

/** As COPY has always ended rows in its text: no row looks like it, as a backslash in one is doubled. */
export const ROWS_END = '\\.\n';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** As SQL takes it: with its schema, and in quotes where it needs them. */
const name = z.string().min(1).max(300);
const count = z.number().int().nonnegative();

/** A line feed: COPY ends each row by one, and writes those within a row otherwise. */
export const LF = 0x0a;

/** How many rows end in this piece of what COPY writes. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(LF); at !== -1; at = piece.indexOf(LF, at + 1)) rows++;
  return rows;
}

export const header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.number().int(),
  made_at: z.iso.datetime(),
  /** Of PostgreSQL. */
  server_version: z.string().max(200),
  /** Points of a demo were given away: its backup is restored as a demo only. */
  is_demo: z.boolean(),
  /** A hash by which a restore tells whether it has the key of the site, made of that key and `made_at`: no key is in the file. */
  key_print: sha256,
  /** What made the schema, in its order. */
  migrations: z.array(z.strictObject({ name: z.string().max(200), sha256 })).min(1),
});
export type Header = z.infer<typeof header>;

export const tableStart = z.strictObject({ table: name, columns: z.array(name).min(1) });
export type TableStart = z.infer<typeof tableStart>;

/** `bytes` and `sha256` are of the rows as they stand in the file, without the line that ends them. */
export const tableEnd = z.strictObject({ rows: count, bytes: count, sha256 });
export type TableEnd = z.infer<typeof tableEnd>;

export const sequences = z.strictObject({
  sequences: z.array(z.strictObject({ name, last_value: count, is_called: z.boolean() })),
});
export type Sequences = z.infer<typeof sequences>['sequences'];

/** `sha256` is of everything before this line. */
export const ending = z.strictObject({ tables: count, rows: count, sha256 });
export type Ending = z.infer<typeof ending>;
