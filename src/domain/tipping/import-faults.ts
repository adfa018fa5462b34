/** Limits of an import: of all its texts together, and of each file. */
export const IMPORT_LENGTH_MAX = 600_000;
export const IMPORT_LINES_MAX = 20_000;
export const PLACE_NAME_LENGTH_MAX = 40;

/** Why a line, or with line 0 a file, is not imported. */
export const IMPORT_FAULTS = [
  ...['too_long', 'quotes', 'header', 'column_twice'],
  ...['no_name', 'bad_name', 'name_twice', 'unknown_member', 'too_many_places'],
  ...['bad_tip', 'bad_date', 'bad_joker', 'no_team', 'unknown_team', 'no_match', 'ambiguous_match'],
  ...['own_match', 'not_over', 'impossible', 'tip_twice', 'too_many_jokers'],
  ...['unknown_rule', 'bad_value', 'rule_twice', 'contradiction'],
] as const;
export type ImportFault = (typeof IMPORT_FAULTS)[number];

export interface LineFault {
  line: number;
  fault: ImportFault;
  /** What could not be used, as it was written; "" if the whole line. */
  text: string;
}

/** Part of a file that a fault names. */
const QUOTED_MAX = 80;
export const faultAt = (line: number, fault: ImportFault, text = ''): LineFault => ({
  line,
  fault,
  text: text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, QUOTED_MAX),
});
