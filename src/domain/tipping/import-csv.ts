import { folded } from '#domain/chat/folding.ts';
import { nameFault } from '#domain/identity/misleading-name.ts';
import { DAY_MS, utcDay } from '#domain/time.ts';
import { faultAt, type ImportFault, type LineFault, PLACE_NAME_LENGTH_MAX } from './import-faults.ts';
import { TIP_GOALS_MAX, type Tip } from './tip.ts';

/** A file as read by a reader of CSV: cells, and the number of the line on which a row ends. */
export interface CsvLine {
  line: number;
  cells: readonly string[];
}

/** Headers by column, folded, in English, German, Chinese and Vietnamese. */
const HEADERS = {
  member: words(
    'member, members, name, player, participant, user, tipster, mitspieler, spieler, teilnehmer, tipper, benutzer',
    '名字, 姓名, 昵称, 成员, 玩家, 用户',
    'thanh vien, nguoi choi, ten',
  ),
  home: words(
    'home, home team, hometeam, host, heim, heimteam, heimmannschaft, gastgeber',
    '主队, 主场, 主',
    'chu nha, doi nha, doi chu nha',
  ),
  away: words('away, away team, awayteam, visitor, guest, gast, gastteam, gastmannschaft, auswarts', '客队, 客场, 客', 'khach, doi khach'),
  tip: words('tip, tips, prediction, pick, guess, tipp, tipps, prognose', '竞猜, 预测, 猜比分, 你猜', 'doan, du doan, luot doan'),
  date: words(
    'date, day, kick off, kickoff, datum, termin, anpfiff, anstoss',
    '日期, 时间, 开球, 比赛日期',
    'ngay, thoi gian, ngay thi dau',
  ),
  round: words('round, matchday, match day, gameweek, week, spieltag, runde', '轮次, 轮, 第几轮', 'vong, vong dau, luot'),
  joker: words('joker, double, banker', '加倍, 加倍场', 'ngoi sao hy vong, nhan doi'),
} as const;
type Column = keyof typeof HEADERS;

function words(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(', '));
}

type Columns = Partial<Record<Column, number>>;

/** Returns which column is where; those with other headers are ignored. A column that occurs twice is a fault. */
function columnsOf({ line, cells }: CsvLine): Columns | LineFault {
  const columns: Columns = {};
  for (const [index, cell] of cells.entries()) {
    const key = folded(cell);
    const column = (Object.keys(HEADERS) as Column[]).find((name) => HEADERS[name].includes(key));
    if (column === undefined) continue;
    if (columns[column] !== undefined) return faultAt(line, 'column_twice', cell);
    columns[column] = index;
  }
  return columns;
}

/** Returns a name as it is stored: in NFC, with single spaces. */
export const placeName = (cell: string): string => cell.normalize('NFC').trim().replace(/\s+/gu, ' ');

/** Returns what names are compared by: two that differ in case or form are one. */
export const placeKey = (name: string): string => placeName(name).normalize('NFKC').toLowerCase();

/** Returns why a name cannot be a place's; null if it can: the same rules as for the names that users choose. */
function placeFault(name: string): ImportFault | null {
  if (name === '') return 'no_name';
  return name.length > PLACE_NAME_LENGTH_MAX || nameFault(name) !== null ? 'bad_name' : null;
}

export interface ImportedName {
  line: number;
  name: string;
}

/**
 * Reads a file of members: a column of names, with or without a header. Whatever else it has, such as addresses of people who never agreed
 * to anything, is ignored.
 */
export function readMembers(lines: readonly CsvLine[]): { names: ImportedName[]; faults: LineFault[] } {
  const [header, ...rest] = lines;
  if (header === undefined) return { names: [], faults: [] };
  const columns = columnsOf(header);
  if ('fault' in columns) return { names: [], faults: [columns] };
  const isBare = columns.member === undefined && lines.every(({ cells }) => cells.length === 1);
  if (columns.member === undefined && !isBare) return { names: [], faults: [faultAt(header.line, 'header')] };
  const [names, faults, seen] = [[] as ImportedName[], [] as LineFault[], new Set<string>()];
  for (const { line, cells } of isBare ? lines : rest) {
    const name = placeName(cells[columns.member ?? 0] ?? '');
    const fault = placeFault(name) ?? (seen.has(placeKey(name)) ? 'name_twice' : null);
    seen.add(placeKey(name));
    if (fault) faults.push(faultAt(line, fault, name));
    else names.push({ line, name });
  }
  return { names, faults };
}

/** A tip of a file; its match is still to be found. */
export interface ImportedTip {
  line: number;
  member: string;
  home: string;
  away: string;
  tip: Tip;
  isJoker: boolean;
  /** UTC midnight of the day that was written; null: none was. */
  day: number | null;
  /** "" if none was written. */
  round: string;
}

/** Reads a file of tips: it needs the columns of member, home, away and tip; date, round and joker can be added. Empty tips are no tips. */
export function readTips(lines: readonly CsvLine[]): { tips: ImportedTip[]; faults: LineFault[] } {
  const [header, ...rest] = lines;
  if (header === undefined) return { tips: [], faults: [] };
  const columns = columnsOf(header);
  if ('fault' in columns) return { tips: [], faults: [columns] };
  const { member, home, away, tip } = columns;
  if (member === undefined || home === undefined || away === undefined || tip === undefined) {
    return { tips: [], faults: [faultAt(header.line, 'header')] };
  }
  const [tips, faults] = [[] as ImportedTip[], [] as LineFault[]];
  const nameFaults = new Map<string, ImportFault | null>();
  for (const { line, cells } of rest) {
    const cell = (column: Column): string => (columns[column] === undefined ? '' : (cells[columns[column]] ?? '').trim());
    if (['', '-', '-:-', '–'].includes(cell('tip').replaceAll(' ', ''))) continue;
    const name = placeName(cell('member'));
    if (!nameFaults.has(name)) nameFaults.set(name, placeFault(name));
    const nameProblem = nameFaults.get(name) ?? null;
    const read = nameProblem ? { fault: nameProblem, text: name } : readTip(name, cell);
    if ('fault' in read) faults.push(faultAt(line, read.fault, read.text));
    else tips.push({ line, ...read });
  }
  return { tips, faults };
}

function readTip(member: string, cell: (column: Column) => string): Omit<ImportedTip, 'line'> | Pick<LineFault, 'fault' | 'text'> {
  const [home, away] = [cell('home'), cell('away')];
  if (folded(home) === '' || folded(away) === '') return { fault: 'no_team', text: `${home} ${away}` };
  const tip = readScore(cell('tip'));
  if (tip === null) return { fault: 'bad_tip', text: cell('tip') };
  const day = cell('date') === '' ? null : readDay(cell('date'));
  if (day === undefined) return { fault: 'bad_date', text: cell('date') };
  const isJoker = readYes(cell('joker'));
  if (isJoker === null) return { fault: 'bad_joker', text: cell('joker') };
  return { member, home, away, tip, isJoker, day, round: cell('round') };
}

/** Returns "2:1", "2-1" or "2 – 1" as a tip; null for anything else. */
function readScore(text: string): Tip | null {
  const [, home, away] = /^(\d{1,2}) ?[:\-–—] ?(\d{1,2})$/u.exec(text.normalize('NFKC').trim()) ?? [];
  const tip = [Number(home), Number(away)] as const;
  return home === undefined || Math.max(...tip) > TIP_GOALS_MAX ? null : [tip[0], tip[1]];
}

const YES = words('1, x, yes, y, true, joker, ja, j, wahr, co, 是, 对, ✓, ✔');
const NO = words('0, no, n, false, nein, falsch, khong, 否, -');

/** Returns whether a cell says yes; an empty one says no; null for words that are neither. */
export function readYes(text: string): boolean | null {
  const key = text.trim().length <= 1 ? text.trim().toLowerCase() : folded(text);
  if (key === '' || NO.includes(key)) return false;
  return YES.includes(key) ? true : null;
}

/** A day, perhaps with the name of its weekday before it and a time after it. */
const YEAR_FIRST = /^(?<year>\d{4}) ?[-/.年] ?(?<month>\d{1,2}) ?[-/.月] ?(?<day>\d{1,2})日?(?!\d)/u;
const DAY_FIRST = /^(?:\p{L}+[.,]* +)?(?<day>\d{1,2})[./-] ?(?<month>\d{1,2})[./-] ?(?<year>\d{4}|\d{2})(?!\d)/u;

/** Returns a written day at midnight UTC: year first, or day first as in Germany and Vietnam. Undefined if it is none. */
function readDay(text: string): number | undefined {
  const { year, month, day } = (YEAR_FIRST.exec(text.normalize('NFKC')) ?? DAY_FIRST.exec(text.normalize('NFKC')))?.groups ?? {};
  if (!year || !month || !day) return undefined;
  const at = Date.UTC(Number(year) + (year.length === 2 ? 2_000 : 0), Number(month) - 1, Number(day));
  const iso = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return utcDay(new Date(at)) === iso ? at : undefined;
}

/** A match that a line can mean. */
export interface Fixture {
  id: number;
  kickoffAt: Date;
  round: string;
}

/**
 * Returns the match that a tip means among those of its two teams, home and away as written: the one of that day, give or take one for
 * the time zone; without a day, the only one, or the only one of that round. Several that fit are none.
 */
export function meantFixture<F extends Fixture>(
  { day, round }: Pick<ImportedTip, 'day' | 'round'>,
  fixtures: readonly F[],
): F | 'no_match' | 'ambiguous_match' {
  const ofDay = day === null ? fixtures : fixtures.filter(({ kickoffAt }) => Math.abs(startOfDay(kickoffAt) - day) <= DAY_MS);
  const fitting = ofDay.length > 1 && round !== '' ? ofDay.filter((fixture) => isSameRound(round, fixture.round)) : ofDay;
  const [found, ...more] = fitting;
  if (more.length > 0) return 'ambiguous_match';
  return found ?? 'no_match';
}

const startOfDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;

/** "5", "5. Spieltag" and "第5轮" are "Matchday 5": the same words, or the same only number. */
function isSameRound(told: string, ours: string): boolean {
  const numberIn = (text: string): string | null => {
    const found = text.normalize('NFKC').match(/\d+/g) ?? [];
    return found.length === 1 ? String(Number(found[0])) : null;
  };
  return folded(told) === folded(ours) || (numberIn(told) !== null && numberIn(told) === numberIn(ours));
}
