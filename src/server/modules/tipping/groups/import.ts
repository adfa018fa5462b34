import type { Transaction } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { IMPORT_FAULTS_MAX, IMPORT_FILES, type ImportedFault, type importTipping, type TippingImport } from '#contract/tipping-import.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { type CsvLine, type ImportedName, type ImportedTip, placeKey, readMembers, readTips } from '#domain/tipping/import-csv.ts';
import { faultAt, IMPORT_LENGTH_MAX, IMPORT_LINES_MAX, type LineFault } from '#domain/tipping/import-faults.ts';
import { readRules } from '#domain/tipping/import-rules.ts';
import { type RoundKind, roundKey } from '#domain/tipping/rounds.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import { csvCells, delimiterOf } from '#server/platform/csv-cells.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { asOwner, requireMember } from './access.ts';
import { closeDue, holdClosing } from './group-matches.ts';
import { findRules, type GroupRow, insertRules } from './group-queries.ts';
import { MEMBERS_MAX } from './groups.ts';
import { type MatchFinder, matchFinder, type PastMatch } from './import-matches.ts';
import * as imports from './import-queries.ts';
import { groupTopic } from './standing.ts';

/** Imports and previews per hour and user: each reads up to 20,000 lines. */
const IMPORTS_PER_HOUR = 60;

export const importLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'tipping-import', IMPORTS_PER_HOUR, 60 * 60);

type Files = Pick<ParsedInputOf<typeof importTipping>, (typeof IMPORT_FILES)[number]>;

/** A tip of the files, with its match. */
export interface FoundTip {
  /** What its member's name is compared by. */
  member: string;
  match: PastMatch;
  tip: Tip;
  isJoker: boolean;
}

interface Plan {
  faults: ImportedFault[];
  rules: TippingRules;
  areRulesNew: boolean;
  /** Places to be made, or to be taken back. */
  names: string[];
  /** Tips that are new or others than before. */
  tips: FoundTip[];
  counts: TippingImport['tips'];
}

/**
 * Takes over what an owner has of another game, or says what would be taken over. Only matches that ended before the group began can be
 * imported, and only until the group's first own match closes: nobody can enter a tip afterwards for what the group itself tips. Throws
 * `import_closed` after that.
 */
export async function importFiles(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { group_id, mode, ...files }: ParsedInputOf<typeof importTipping>,
): Promise<TippingImport> {
  const { group, member } = await requireMember(deps, userId, group_id);
  if (member.role !== 'owner') throw new AppError('forbidden');
  await limit.count(userId);
  await closeDue(deps, group);
  await requireOpen(deps.db, group);
  const finder = files.tips === '' ? null : await matchFinder(deps.db, group);
  if (mode === 'preview') return replyOf(await plan(deps.db, group, files, finder), false);
  return asOwner(deps, userId, group_id, async (db, locked, _, announce) => {
    await holdClosing(db, group_id, 'closing');
    await requireOpen(db, locked);
    const planned = await plan(db, locked, files, finder);
    const isNew = planned.areRulesNew || planned.names.length > 0 || planned.tips.length > 0;
    const isWritten = isNew && !hasFaultyRules(planned.faults);
    if (isWritten) await write(deps, db, locked, planned, userId);
    if (isWritten) announce(groupTopic(group_id), { t: 'refetch' });
    return replyOf(planned, isWritten);
  });
}

async function requireOpen(db: Db, group: GroupRow): Promise<void> {
  if (!(await imports.isOpen(db, group))) throw new AppError('import_closed');
}

const hasFaultyRules = (faults: readonly ImportedFault[]): boolean => faults.some(({ file }) => file === 'rules');

const replyOf = ({ faults, rules, areRulesNew, names, counts }: Plan, isWritten: boolean): TippingImport => ({
  faults: faults.slice(0, IMPORT_FAULTS_MAX),
  faults_total: faults.length,
  is_written: isWritten,
  places: names,
  tips: counts,
  // Faulty rules are none that could be shown.
  rules: areRulesNew && !hasFaultyRules(faults) ? { ...rules, ties: [...rules.ties] } : null,
});

/** Reads a file; a fault of the whole of it in place of its lines. */
function linesOf(text: string): readonly CsvLine[] | LineFault {
  const lines = csvCells(text, delimiterOf(text));
  if (!Array.isArray(lines)) return faultAt(lines.brokenLine, 'quotes');
  return lines.length > IMPORT_LINES_MAX ? faultAt(0, 'too_long') : lines;
}

type Note = (file: ImportedFault['file'], found: readonly LineFault[]) => void;

/** Decides what the files change, and which lines are left out. Reads only. */
async function plan(db: Db, group: GroupRow, files: Files, finder: MatchFinder | null): Promise<Plan> {
  if (IMPORT_FILES.reduce((sum, file) => sum + files[file].length, 0) > IMPORT_LENGTH_MAX) throw new AppError('payload_too_large');
  const faults: ImportedFault[] = [];
  const note: Note = (file, found) => void faults.push(...found.map((fault) => ({ file, ...fault })));
  const read = (file: ImportedFault['file']): readonly CsvLine[] => {
    const lines = linesOf(files[file]);
    if (!('fault' in lines)) return lines;
    note(file, [lines]);
    return [];
  };
  const [latest] = await findRules(db, group.id);
  const { rules, ...ofRules } = readRules(read('rules'), latest!.rules);
  const members = readMembers(read('members'));
  const told = readTips(read('tips'));
  note('rules', ofRules.faults);
  note('members', members.faults);
  note('tips', told.faults);
  const known = await imports.findPlaces(db, group.id);
  const hasList = files.members !== '';
  // With a list of members, a name of a tip that is in neither is a slip of the pen.
  const added = newPlaces(group, known, hasList ? [] : told.tips, members.names, note);
  const isKnown = (key: string): boolean => added.has(key) || known.has(key);
  const found = findMatches(told.tips, finder, isKnown, hasList, note);
  const accepted = withoutSpareJokers(group, found, rules, jokersBefore(await imports.findJokers(db, group), known, found), note);
  const before = await imports.findTipsOf(db, group.id, [...new Set(accepted.map(({ match }) => match.id))]);
  const counts = { added: 0, changed: 0, same: 0, matches: new Set(accepted.map(({ match }) => match.id)).size };
  const tips = accepted.filter(({ member, match, tip, isJoker }) => {
    const old = before.get(`${match.id} ${known.get(member)?.id}`);
    const is = old === undefined ? 'added' : old === `${tip.join('-')} ${isJoker}` ? 'same' : 'changed';
    counts[is] += 1;
    return is !== 'same';
  });
  faults.sort((a, b) => IMPORT_FILES.indexOf(a.file) - IMPORT_FILES.indexOf(b.file) || a.line - b.line);
  const areRulesNew = canonicalJson(rules) !== canonicalJson(latest!.rules);
  return { faults, rules, areRulesNew, names: [...added.values()], tips, counts };
}

/** Returns the places to be made, by what their names are compared by. A name that is known already is that place. */
function newPlaces(
  group: GroupRow,
  known: ReadonlyMap<string, imports.KnownPlace>,
  tips: readonly ImportedTip[],
  names: readonly ImportedName[],
  note: Note,
): Map<string, string> {
  const added = new Map<string, string>();
  const open = [...known.values()].filter(({ state }) => state === 'open').length;
  const room = MEMBERS_MAX - group.members - open;
  const all = [
    ...names.map(({ line, name }) => ({ file: 'members' as const, line, name })),
    ...tips.map(({ line, member }) => ({ file: 'tips' as const, line, name: member })),
  ];
  for (const { file, line, name } of all) {
    const key = placeKey(name);
    const place = known.get(key);
    if (added.has(key) || (place && place.state !== 'removed')) continue;
    if (added.size < room) added.set(key, place?.name ?? name);
    else note(file, [faultAt(line, 'too_many_places', name)]);
  }
  return added;
}

type LinedTip = FoundTip & { line: number };

function findMatches(
  tips: readonly ImportedTip[],
  finder: MatchFinder | null,
  isKnown: (key: string) => boolean,
  hasList: boolean,
  note: Note,
): LinedTip[] {
  const seen = new Set<string>();
  return tips.flatMap((one): LinedTip[] => {
    const { line, tip, isJoker } = one;
    const member = placeKey(one.member);
    if (!isKnown(member)) {
      // Without a list it is one that found no room, which was said.
      if (hasList) note('tips', [faultAt(line, 'unknown_member', one.member)]);
      return [];
    }
    const match = finder!.find(one);
    const fault = typeof match === 'string' ? match : seen.has(`${match.id} ${member}`) ? 'tip_twice' : null;
    if (fault !== null || typeof match === 'string') {
      note('tips', [faultAt(line, fault!, `${one.home} – ${one.away}`)]);
      return [];
    }
    seen.add(`${match.id} ${member}`);
    return [{ line, member, match, tip, isJoker }];
  });
}

/** Returns how many jokers stand, by member and round, after these tips have replaced those of before. */
function jokersBefore(
  jokers: Awaited<ReturnType<typeof imports.findJokers>>,
  known: ReadonlyMap<string, imports.KnownPlace>,
  tips: readonly LinedTip[],
): Map<string, number> {
  const replaced = new Set(tips.map(({ match, member }) => `${match.id} ${known.get(member)?.id}`));
  const keyOf = new Map([...known].map(([key, { id }]) => [id, key]));
  const used = new Map<string, number>();
  for (const { member_id, match_id, round_key } of jokers) {
    if (replaced.has(`${match_id} ${member_id}`)) continue;
    const key = `${keyOf.get(member_id)} ${round_key}`;
    used.set(key, (used.get(key) ?? 0) + 1);
  }
  return used;
}

/** Leaves out tips whose joker is one more than the rules allow in a round, with those that stand already. */
function withoutSpareJokers(
  group: GroupRow,
  tips: readonly LinedTip[],
  { jokers }: TippingRules,
  used: Map<string, number>,
  note: Note,
): LinedTip[] {
  return tips.filter(({ line, member, match, isJoker }) => {
    if (!isJoker) return true;
    const key = `${member} ${roundKey(group.round_kind as RoundKind, match)}`;
    used.set(key, (used.get(key) ?? 0) + 1);
    if (used.get(key)! <= jokers.perRound) return true;
    note('tips', [faultAt(line, 'too_many_jokers')]);
    return false;
  });
}

async function write(deps: Deps, db: Transaction<DB>, group: GroupRow, planned: Plan, userId: string): Promise<void> {
  const now = deps.now();
  const { rules, areRulesNew, names, tips, counts } = planned;
  const [latest] = await findRules(db, group.id);
  const version = latest!.version + (areRulesNew ? 1 : 0);
  if (areRulesNew) {
    await insertRules(db, group.id, { version, rules, by: userId, at: now });
    await imports.rescoreImported(db, group, version);
  }
  await imports.openPlaces(deps, db, group.id, names, now);
  const places = await imports.findPlaces(db, group.id);
  const matches = [...new Map(tips.map(({ match }) => [match.id, match])).values()].map((match) => ({
    match,
    key: roundKey(group.round_kind as RoundKind, match)!,
  }));
  await imports.closeImported(db, group, matches, version);
  await imports.writeTips(
    db,
    group.id,
    tips.map(({ member, ...tip }) => ({ memberId: places.get(member)!.id, ...tip })),
    now,
  );
  await imports.noteImport(db, group.id, { by: userId, at: now, places: names.length, tips: counts.added, changed: counts.changed });
}
