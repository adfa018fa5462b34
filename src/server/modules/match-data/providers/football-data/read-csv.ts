import { CsvError, type Info, parse } from 'csv-parse/sync';

/** The wanted values of a row by header name, and the line on which the row ends. */
export interface CsvRow {
  line: number;
  values: Record<string, string>;
}

export interface CsvTable {
  rows: CsvRow[];
  /** Why reading stopped, or null if all rows were read. Such a file is discarded: where columns are shifted, numbers have wrong meanings. */
  problem: string | null;
}

/**
 * Parses the wanted columns (by default those with a name) of comma-separated text whose first line is a header. Rows may be
 * shorter than the header (missing values are absent), but not longer.
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
