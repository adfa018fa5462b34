import { CsvError, type Info, parse } from 'csv-parse/sync';

/** A row of CSV, and the line on which it ends. */
export interface CsvLine {
  line: number;
  cells: string[];
}

/**
 * Returns the rows of CSV (RFC 4180; any line end, with or without a byte order mark) as cells, without blank ones. If a quotation mark is
 * where none may be, returns the line of it.
 */
export function csvCells(text: string, delimiter = ','): CsvLine[] | { brokenLine: number } {
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { info: Info; record: string[] }[];
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { brokenLine: Number(error.lines) || 0 };
  }
}

/** Returns what separates the cells of the first line that is not blank: a tab, else a semicolon, else a comma. */
export function delimiterOf(text: string): string {
  const first = text.split(/\r\n|\n|\r/).find((line) => line.replace('\uFEFF', '').trim() !== '') ?? '';
  return ['\t', ';'].find((mark) => first.includes(mark)) ?? ',';
}
