import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getStandings } from '#contract/leagues.ts';
import type { LeagueRules } from '#domain/matches/league-rules.ts';
import { standings as tableOf } from '#domain/matches/standings.ts';
import type { Deps } from '#server/deps.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findDraw, findSeason, leagueTopic } from './leagues.ts';
import { teamRef } from './refs.ts';
import { type CountedMatch, findTables, rulesOf, type TableMatches } from './tables.ts';

type Input = ParsedInputOf<typeof getStandings>;
type Reply = ReplyOf<typeof getStandings>;
type Row = Reply['tables'][number]['rows'][number];

/** Returns the tables of a season, by results only or including the matches in play. */
export function standings(deps: Deps, { id, season: wanted, top, view, live }: Input): ReplyPlan<Reply> {
  return {
    key: JSON.stringify([id, wanted, top, view, live]),
    topics: [leagueTopic(id)],
    make: async () => {
      const { league, season, heading } = await findSeason(deps.db, id, wanted);
      const rules = rulesOf(league, season);
      const [tables, draw] = await Promise.all([findTables(deps.db, league, season), findDraw(deps.db, league, season)]);
      const by = { rules, view, deductions: rules.deductions?.[season] ?? {} };
      const since = live === '1' ? movedSince(tables) : null;
      return {
        ...heading,
        tables: tables.map((table) => {
          const rows = live === '1' ? rowsAsTheyStand(table, by, since) : rowsByResults(table, by);
          return { group: table.group, teams: rows.length, rows: rows.slice(0, top) };
        }),
        moved_since: since,
        has_draw: draw.has,
        in_play: tables.reduce((sum, { matches }) => sum + matches.filter(({ isInPlay }) => isInPlay).length, 0),
        points: rules.points,
        ordered_by: rules.orderedBy ?? 'points',
        tie_breakers: rules.tieBreakers,
      };
    },
  };
}

interface Counting {
  rules: LeagueRules;
  view: Input['view'];
  deductions: Record<string, number>;
}

function rowsByResults({ matches, teams }: TableMatches, { rules, view, deductions }: Counting): Row[] {
  const results = matches.filter(({ isInPlay }) => !isInPlay);
  // A position in a home or away table decides nothing, nor does an alphabetical one before the first result.
  const zones = view === 'all' && results.length > 0 ? rules.zones : [];
  return tableOf(results, rules, { teams, view, deductions }).map((row) => ({
    position: row.position,
    team: teamRef(row.team),
    played: row.played,
    won: row.won,
    drawn: row.drawn,
    lost: row.lost,
    goals_for: row.goalsFor,
    goals_against: row.goalsAgainst,
    goal_difference: row.goalDifference,
    points: row.points,
    ...(row.deducted > 0 && { deducted: row.deducted }),
    form: row.form,
    zone: zones.find(({ from, to }) => row.position >= from && row.position <= to)?.kind ?? null,
    playing: null,
    moved: 0,
  }));
}

type MovedSince = Reply['moved_since'];

/** Returns what places are compared with: the table before the matches in play, else before the last round that has a result. */
function movedSince(tables: readonly TableMatches[]): MovedSince {
  const matches = tables.flatMap((table) => table.matches);
  if (matches.some(({ isInPlay }) => isInPlay)) return { kind: 'play' };
  const timeOf = ({ kickoffAt }: CountedMatch) => kickoffAt?.getTime() ?? 0;
  const [first, ...more] = matches;
  if (first === undefined) return null;
  const { round } = more.reduce((last, match) => (timeOf(match) > timeOf(last) ? match : last), first);
  return tables.some((table) => beforeRound(table.matches, round) !== null) ? { kind: 'round', round } : null;
}

/**
 * Returns the matches before a round; null if there is no table to compare with: it is the first round, or no round at all, because a
 * team plays more than once in it ("Regular season").
 */
function beforeRound(matches: readonly CountedMatch[], round: string): CountedMatch[] | null {
  const before = matches.filter((match) => match.round !== round);
  const teams = matches.filter((match) => match.round === round).flatMap(({ homeTeam, awayTeam }) => [homeTeam.id, awayTeam.id]);
  return before.length === 0 || new Set(teams).size < teams.length ? null : before;
}

function rowsAsTheyStand(table: TableMatches, by: Counting, since: MovedSince): Row[] {
  const before = since?.kind === 'round' ? beforeRound(table.matches, since.round) : table.matches;
  const placeBefore = new Map(before && rowsByResults({ ...table, matches: before }, by).map(({ team, position }) => [team.id, position]));
  const playing = playingNow(table.matches, by.view);
  const asIfOver = { ...table, matches: table.matches.map((match) => ({ ...match, isInPlay: false })) };
  return rowsByResults(asIfOver, by).map((row) => ({
    ...row,
    playing: playing.get(row.team.id) ?? null,
    moved: (placeBefore.get(row.team.id) ?? row.position) - row.position,
  }));
}

/** Returns each team's match in play, if it counts in this view. */
function playingNow(matches: CountedMatch[], view: Input['view']): Map<number, NonNullable<Row['playing']>> {
  const playing = new Map<number, NonNullable<Row['playing']>>();
  for (const { id, homeTeam, awayTeam, score, isInPlay } of matches) {
    if (!isInPlay) continue;
    if (view !== 'away') playing.set(homeTeam.id, { match_id: id, goals_for: score[0], goals_against: score[1] });
    if (view !== 'home') playing.set(awayTeam.id, { match_id: id, goals_for: score[1], goals_against: score[0] });
  }
  return playing;
}
