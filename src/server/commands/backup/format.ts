import { z } from 'zod';

/**
 * The backup format: lines of JSON and, between them, tables in PostgreSQL's COPY text format, all in one gzip stream, so that `zcat FILE |
 * less` shows it. The order is: a `header`; for each table a `tableStart`, its rows, a line `\.` as COPY ends them, and a `tableEnd`; then
 * `sequences` and an `ending`. See docs/decisions/040 for the reasons.
 */
export const FORMAT = 'matchpoint-backup';
export const FORMAT_VERSION = 1;

/** The end marker of rows in COPY text. No row can equal it, because COPY doubles backslashes. */
export const ROWS_END = '\\.\n';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A name as in SQL: with its schema, and quoted if necessary. */
const name = z.string().min(1).max(300);
const count = z.number().int().nonnegative();

/** Line feed: COPY ends each row with one, and escapes those within a row. */
export const LF = 0x0a;

/** Returns the number of rows that end in this piece of COPY output. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(LF); at !== -1; at = piece.indexOf(LF, at + 1)) rows++;
  return rows;
}

export const header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.number().int(),
  made_at: z.iso.datetime(),
  /** PostgreSQL version. */
  server_version: z.string().max(200),
  /** Whether this is a demo, whose points were given away: its backup can only be restored as a demo. */
  is_demo: z.boolean(),
  /** A hash of the site's key and `made_at`, by which a restore checks that it has the same key. The file contains no key. */
  key_print: sha256,
  /** The migrations behind the schema, in order. */
  migrations: z.array(z.strictObject({ name: z.string().max(200), sha256 })).min(1),
});
export type Header = z.infer<typeof header>;

export const tableStart = z.strictObject({ table: name, columns: z.array(name).min(1) });
export type TableStart = z.infer<typeof tableStart>;

/** `bytes` and `sha256` cover the rows in the file, without the line that ends them. */
export const tableEnd = z.strictObject({ rows: count, bytes: count, sha256 });
export type TableEnd = z.infer<typeof tableEnd>;

export const sequences = z.strictObject({
  sequences: z.array(z.strictObject({ name, last_value: count, is_called: z.boolean() })),
});
export type Sequences = z.infer<typeof sequences>['sequences'];

/** `sha256` covers everything before this line. */
export const ending = z.strictObject({ tables: count, rows: count, sha256 });
export type Ending = z.infer<typeof ending>;
