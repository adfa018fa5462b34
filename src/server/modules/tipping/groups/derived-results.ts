import { missingFixtures } from '#domain/forecast/season-bounds.ts';
import { isFinal, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { standings } from '#domain/matches/standings.ts';
import { utcDay } from '#domain/time.ts';
import type { BonusValue } from '#domain/tipping/bonus.ts';
import { findDraw, findTables, rulesOf } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type GroupMatch, isCalledOff, roundOf } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';
import type { Asked, QuestionRow } from './question-queries.ts';

type Values = readonly BonusValue[];

/**
 * Returns the results of questions that follow from results of matches, by id: of those without own words, as far as they are known. They are
 * never stored: a corrected score gives another one, and behind the spoiler shield what is hidden gives none. `matches`: all of the group.
 */
export async function derivedResults(
  db: Db,
  group: GroupRow,
  questions: readonly QuestionRow[],
  matches: readonly GroupMatch[],
): Promise<Map<string, Values>> {
  const results = new Map<string, Values>();
  const tables = new Map<string, Promise<FinalTable | null>>();
  for (const question of questions) {
    const { terms, league_id, season } = question;
    if (terms.text !== null) continue;
    let values: Values | null = null;
    if (terms.kind === 'number') values = goalsOf(scopeOf(group, terms, matches));
    if (terms.kind === 'team' || terms.kind === 'teams') {
      const key = `${league_id} ${season}`;
      const table = tables.get(key) ?? finalTable(db, league_id!, season!);
      tables.set(key, table);
      const known = await table;
      values = known && (terms.kind === 'team' ? known.champion : known.relegated);
    }
    if (values !== null) results.set(question.id, values);
  }
  return results;
}

/** Returns the football matches of a question's day or round, but for those that are not played then. */
export const scopeOf = (group: GroupRow, { day, round }: Asked['terms'], matches: readonly GroupMatch[]): GroupMatch[] =>
  matches.filter((match) => {
    if (match.sport !== 'football' || isCalledOff(match)) return false;
    if (round !== null) return roundOf(group, match) === round;
    return match.kickoffAt !== null && utcDay(match.kickoffAt) === day && match.status !== 'pst';
  });

/** Returns all goals of these matches, those of extra time included and of shoot-outs not; null until all are over. */
function goalsOf(matches: readonly GroupMatch[]): Values | null {
  if (matches.length === 0 || !matches.every(({ status }) => isFinal(status))) return null;
  return [matches.reduce((sum, { score }) => sum + (score.home ?? 0) + (score.away ?? 0), 0)];
}

/** Who won a league and who goes down; null where the table does not decide it. */
interface FinalTable {
  champion: Values | null;
  relegated: Values | null;
}

/** Returns what the last table of a season says; null before it is over, and for cups and seasons in groups, whose tables decide neither. */
async function finalTable(db: Db, leagueId: number, season: string): Promise<FinalTable | null> {
  const matches = await db
    .selectFrom('matches')
    .select(['status', 'group_name'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .execute();
  // An abandoned match may still be played again or awarded.
  const isOpen = (status: MatchStatus) => matchGroup(status) !== 'finished' || status === 'abd';
  if (matches.length === 0 || matches.some(({ status, group_name }) => group_name !== null || isOpen(status as MatchStatus))) return null;
  const league = await db.selectFrom('leagues').selectAll().where('id', '=', leagueId).executeTakeFirstOrThrow();
  const [table, another] = await findTables(db, league, season);
  if (league.form !== 'league' || !table || another || (await findDraw(db, league, season)).has) return null;
  const rules = rulesOf(league, season);
  const rows = standings(table.matches, rules, { teams: table.teams, deductions: rules.deductions?.[season] ?? {} });
  if (!isComplete(rows, rules.meetings, table.matches)) return null;
  const zoneOf = (position: number) => rules.zones.find(({ from, to }) => position >= from && position <= to)?.kind;
  const has = (kind: string) => rules.zones.some((zone) => zone.kind === kind);
  const relegated = rows.filter(({ position }) => zoneOf(position) === 'relegation').map(({ team }) => team.id);
  return {
    champion: has('championship_round') ? null : [rows[0]!.team.id],
    relegated: relegated.length === 0 || has('relegation_playoff') ? null : relegated,
  };
}

/** Returns whether every fixture is told and counts: feeds often tell of some weeks ahead alone, and a cancelled match may be arranged anew. */
function isComplete(
  rows: readonly { team: { id: number }; played: number }[],
  meetings: number | undefined,
  matches: readonly { homeTeam: { id: number }; awayTeam: { id: number } }[],
): boolean {
  const [first] = rows;
  if (!first || first.played === 0 || rows.some(({ played }) => played !== first.played)) return false;
  const at = new Map(rows.map(({ team }, index) => [team.id, index]));
  const known = matches.map(({ homeTeam, awayTeam }) => ({ home: at.get(homeTeam.id)!, away: at.get(awayTeam.id)! }));
  // Leagues that do not say how often teams meet: at least once.
  return missingFixtures(rows.length, meetings, known).length === 0 && first.played >= (meetings ?? 1) * (rows.length - 1);
}
