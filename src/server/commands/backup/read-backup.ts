import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '#server/platform/lifetime.ts';
import {
  countRows,
  type Ending,
  ending,
  FORMAT_VERSION,
  type Header,
  header,
  LF,
  ROWS_END,
  type Sequences,
  sequences,
  type TableStart,
  tableEnd,
  tableStart,
} from './format.ts';

/** Callbacks for the parts of a backup, in file order. */
export interface BackupReader {
  onHeader?: (header: Header) => Promise<void>;
  /** Receives all rows, in pieces of whole lines. Returns its own row count, if it has one. */
  onTable?: (table: TableStart, rows: AsyncIterable<Buffer>) => Promise<number | undefined>;
  onTableEnd?: (table: TableStart, sha256: string) => Promise<void>;
  onSequences?: (sequences: Sequences) => Promise<void>;
}

/** Far above the length of any row; a longer line is not from a backup. */
const LINE_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Reads a whole backup in constant memory, and returns its header and ending. Throws StartError if the file is not a backup, has another
 * version, or was truncated or altered; some of its content may already have been passed on by then.
 */
export async function readBackup(path: string, reader: BackupReader): Promise<{ header: Header; ending: Ending }> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const plain = createGunzip({ chunkSize: 256 * 1024 });
  file.on('error', (error) => plain.destroy(error));
  try {
    return await readContent(linesOf(file.pipe(plain)), reader);
  } catch (error) {
    throw explain(error, path);
  } finally {
    file.destroy();
    plain.destroy();
  }
}

/** Reads the whole file only to check its integrity. */
export const checkBackup = (path: string): Promise<{ header: Header; ending: Ending }> => readBackup(path, {});

/** A defect of a file; `explain` puts its message into a sentence. */
class Damage extends Error {}

type Lines = ReturnType<typeof linesOf>;

async function readContent(lines: Lines, reader: BackupReader): Promise<{ header: Header; ending: Ending }> {
  const whole = createHash('sha256');
  const next = async () => {
    const text = await lines.line();
    whole.update(text).update('\n');
    return text;
  };
  const begin = readHeader(await next());
  await reader.onHeader?.(begin);
  let [tables, rows] = [0, 0];
  for (;;) {
    const text = await next();
    if (text.startsWith('{"sequences"')) {
      await reader.onSequences?.(parse(sequences, text).sequences);
      break;
    }
    rows += await readTable(parse(tableStart, text), lines, next, whole, reader);
    tables++;
  }
  const sha256 = whole.digest('hex');
  const end = parse(ending, await lines.line());
  if (end.sha256 !== sha256 || end.tables !== tables || end.rows !== rows) throw new Damage('it is not what it was when it was written');
  if (!(await lines.isOver())) throw new Damage('something follows its end');
  return { header: begin, ending: end };
}

async function readTable(
  table: TableStart,
  lines: Lines,
  next: () => Promise<string>,
  whole: ReturnType<typeof createHash>,
  { onTable, onTableEnd }: BackupReader,
): Promise<number> {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of lines.rows()) {
      hash.update(piece);
      whole.update(piece);
      bytes += piece.length;
      rows += countRows(piece);
      yield piece;
    }
  }
  const content = counted();
  const taken = await onTable?.(table, content);
  // Reads the rows that the callback left, because the checksum covers them.
  for await (const _ of content);
  whole.update(ROWS_END);
  const end = parse(tableEnd, await next());
  const sha256 = hash.digest('hex');
  if (end.sha256 !== sha256 || end.rows !== rows || end.bytes !== bytes || (taken ?? rows) !== rows)
    throw new Damage(`the table ${table.table} is not what it was when it was written`);
  await onTableEnd?.(table, sha256);
  return rows;
}

function readHeader(text: string): Header {
  const version = z.object({ version: z.number() }).safeParse(json(text)).data?.version;
  if (version !== undefined && version !== FORMAT_VERSION)
    throw new Damage(`it is of version ${version}, and this Matchpoint reads ${FORMAT_VERSION}`);
  return parse(header, text);
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  const result = schema.safeParse(json(text));
  if (result.success) return result.data;
  throw new Damage('it is no backup of Matchpoint, or it was altered');
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Splits a stream into lines, and into rows up to COPY's end marker. */
function linesOf(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const read = async (): Promise<boolean> => {
    const { done, value } = await source.next();
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const more = async (): Promise<void> => {
    if (rest.length > LINE_BYTES_MAX) throw new Damage('it is no backup of Matchpoint, or it was altered');
    if (!(await read())) throw new Damage('it was cut off');
  };
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
  const line = async (): Promise<string> => {
    let end = rest.indexOf(LF);
    for (; end === -1; end = rest.indexOf(LF)) await more();
    return take(end + 1).toString('utf8', 0, end);
  };
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (rest.length >= ROWS_END.length && rest.indexOf(ROWS_END) === 0) {
        take(ROWS_END.length);
        return;
      }
      const end = rest.indexOf(`\n${ROWS_END}`);
      const length = end === -1 ? rest.lastIndexOf(LF) + 1 : end + 1;
      if (length > 0) yield take(length);
      else await more();
    }
  }
  const isOver = async (): Promise<boolean> => rest.length === 0 && !(await read());
  return { line, rows, isOver };
}

function explain(error: unknown, path: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const sentence = (why: string) => new StartError(`${path} cannot be restored: ${why}.`, { cause: error });
  if (error instanceof Damage) return sentence(message);
  if (code === 'ENOENT') return sentence('there is no such file');
  if (code === 'EISDIR') return sentence('it is a folder');
  if (code === 'Z_BUF_ERROR') return sentence('it was cut off');
  if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT') return sentence('it is no backup of Matchpoint, or it was altered');
  return error instanceof StartError || !code.startsWith('E') ? error : sentence(message);
}
