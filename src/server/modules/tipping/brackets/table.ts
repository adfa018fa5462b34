import type { BracketTableRow, getBracketTable, listBrackets } from '#contract/brackets.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { TeamRef } from '#contract/matches.ts';
import { sectionsWithDraw } from '#domain/matches/bracket.ts';
import type { KnownRules } from '#domain/matches/league-rules.ts';
import { rulesOfSeason } from '#domain/matches/league-rules.ts';
import { DAY_MS } from '#domain/time.ts';
import { firstBeginMs } from '#domain/tipping/bracket-facts.ts';
import type { Deps } from '#server/deps.ts';
import { teamRef } from '#server/modules/match-data/public.ts';
import * as brackets from './queries.ts';
import { isoOf, stateOf } from './service.ts';
import { findTournament } from './tournament.ts';

/** Returns a page of the table of the entries that are locked. Throws `not_found` for an unknown competition. */
export async function table(
  deps: Deps,
  { late, after, page_size, ...key }: ParsedInputOf<typeof getBracketTable>,
): Promise<ReplyOf<typeof getBracketTable>> {
  const { league, season, section } = await findTournament(deps.db, key);
  const known = await brackets.findChallenge(deps.db, { league_id: league.id, season, section });
  if (!known) return { items: [], next: null, is_hidden: false };
  if (await brackets.arePointsHidden(deps.db, known.id)) return { items: [], next: null, is_hidden: true };
  const by = { challengeId: known.id, isLate: late === '1', after: positionOf(after), limit: page_size + 1 };
  const rows = await brackets.findRanked(deps.db, by);
  const shown = rows.slice(0, page_size);
  const teams = await findTeams(deps, [...new Set(shown.map(({ champion }) => champion))]);
  const last = shown.at(-1);
  return {
    items: withRanks(shown, teams),
    next: rows.length > page_size && last ? `${last.points}.${last.id}` : null,
    is_hidden: false,
  };
}

function positionOf(after: string | undefined): brackets.Position | null {
  if (after === undefined) return null;
  const [points, id] = after.split('.') as [string, string];
  return { points: Number(points), id };
}

/** Equal points share a rank. */
const withRanks = (rows: readonly brackets.RankedRow[], teams: ReadonlyMap<number, TeamRef>): BracketTableRow[] =>
  rows.map(({ ahead, champion, ...row }) => ({ ...row, rank: ahead + 1, champion: teams.get(champion)! }));

async function findTeams({ db }: Deps, ids: readonly number[]): Promise<Map<number, TeamRef>> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('teams').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, teamRef(row)]));
}

/** How long before its next and after its last match a competition is listed. */
const AHEAD_MS = 60 * DAY_MS;
const BEHIND_MS = 3 * DAY_MS;

/** Lists the competitions that have a bracket, the next to begin first. */
export async function list(
  deps: Deps,
  userId: string | null,
  { sport }: ParsedInputOf<typeof listBrackets>,
): Promise<ReplyOf<typeof listBrackets>> {
  const now = deps.now().getTime();
  const rows = await brackets.findCompetitions(deps.db, sport ?? null, userId, new Date(now - BEHIND_MS), new Date(now + AHEAD_MS));
  const items: ReplyOf<typeof listBrackets>['items'] = [];
  for (const { league: row, season, rounds, is_entered } of rows) {
    for (const section of sectionsOf(row, season, rounds)) {
      const tournament = await findTournament(deps.db, { league_id: row.id, season, section });
      const begins_at = isoOf(firstBeginMs(tournament.facts));
      items.push({ league: tournament.league, season, section, state: stateOf(tournament, deps.now()), begins_at, is_entered });
    }
  }
  const isNewest = ({ league, section, season, state }: (typeof items)[number]) =>
    state !== 'closed' || !items.some((other) => other.league.id === league.id && other.section === section && other.season > season);
  const rank = (item: (typeof items)[number]) => ['open', 'late', 'waiting', 'closed'].indexOf(item.state);
  return { items: items.filter(isNewest).sort((a, b) => rank(a) - rank(b) || (a.begins_at ?? '~').localeCompare(b.begins_at ?? '~')) };
}

/** Returns the draws of a season: those that its rounds tell, and the one to which its groups lead. */
function sectionsOf({ rules, sport }: { rules?: unknown; sport: string }, season: string, rounds: readonly string[]): string[] {
  const { knockOuts } = rulesOfSeason((rules ?? {}) as KnownRules, season, sport as 'football');
  return [...new Set([...sectionsWithDraw(rounds), ...(knockOuts ? [''] : [])])];
}
