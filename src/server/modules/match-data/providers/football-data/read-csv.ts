import { CsvError, type Info, parse } from 'csv-parse/sync';

/** What is wanted of a row by its header's names, and the line on which it ends. */
export interface CsvRow {
  line: number;
  values: Record<string, string>;
}

export interface CsvTable {
  rows: CsvRow[];
  /** Why no more could be read, null when all was. Nothing of such a file is kept: where columns slip, numbers are no longer what they seem. */
  problem: string | null;
}

/**
 * Reads the wanted columns (those with a name, unless told) of comma-separated text whose first line is a header. Rows may be
 * shorter than it (what is missing is absent), not longer.
 */
export function readCsv(text: string, isWanted = (name: string): boolean => name !== ''): CsvTable {
  try {
    const records = parse(text, {
      columns: (header: string[]) => header.map((name) => isWanted(name.trim()) && name.trim()),
      bom: true,
      info: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { info: Info; record: Record<string, string> }[];
    return { rows: records.map(({ info, record }) => ({ line: info.lines, values: record })), problem: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], problem: `is not CSV: ${error.message}` };
  }
}
