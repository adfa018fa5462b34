import { sql } from 'kysely';
import type { Lineup, LineupFallback, Lineups } from '#contract/matches.ts';
import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import { namedIn } from '#domain/matches/player-names.ts';
import { type LineupPlayer, probableLineup, type SquadPlayer, squadLineup, type TeamLineup } from '#domain/matches/probable-lineup.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findAbsences, findLineups } from './detail-queries.ts';
import { officialLineup } from './match-view.ts';

/** Maximum number and age of the earlier line-ups from which a probable one is derived. */
const HISTORY_MAX = 5;
const HISTORY_MS_MAX = 365 * 86_400_000;

/** Returns both sides' line-ups: the official ones, else probable ones, else the reason why there is none. */
export async function lineupsOf(db: Db, match: LineupMatch, now: Date): Promise<Lineups> {
  const rows = (await findLineups(db, [match.id])).get(match.id) ?? [];
  const official = { home: officialLineup(rows, 'home'), away: officialLineup(rows, 'away') };
  if (official.home && official.away) return { home: official.home, away: official.away };
  const since = new Date(now.getTime() - HISTORY_MS_MAX);
  const [history, squads, coverage, absences] = await Promise.all([
    findEarlierLineups(db, match, since, HISTORY_MAX),
    findSquads(db, match),
    findCoverage(db, match, since),
    findAbsences(db, match.id),
  ]);
  const guess = (side: Side): Lineup => {
    const teamId = side === 'home' ? match.home_team_id : match.away_team_id;
    const earlier = history.filter((lineup) => lineup.of === side);
    return guessed(
      match,
      side,
      earlier,
      squads.find((squad) => squad.team_id === teamId),
      coverage,
      absences[side].filter(({ kind }) => kind !== 'doubtful').map(({ name }) => name),
    );
  };
  return { home: official.home ?? guess('home'), away: official.away ?? guess('away') };
}

function guessed(
  { status }: LineupMatch,
  side: Side,
  history: readonly EarlierLineup[],
  squad: Squad | undefined,
  coverage: LineupCoverage,
  missing: readonly string[],
): Lineup {
  const absent = namedIn(
    [...history.flatMap(({ players }) => players), ...(squad?.players ?? [])].map(({ name }) => name),
    missing,
  );
  // Where too few are left, one with absent players says more than none.
  const probable = probableLineup(history, new Set([...absent, ...(history[0]?.sent_off ?? [])])) ?? probableLineup(history);
  const fit = squad?.players.filter(({ name }) => !absent.has(name)) ?? [];
  const fromSquad = squad === undefined ? null : (squadLineup(fit, squad.coach) ?? squadLineup(squad.players, squad.coach));
  const fallback = lineupFallback({
    status: status as MatchStatus,
    isOfficial: false,
    hasProbableEleven: probable !== null,
    squad: fromSquad !== null ? 'eleven' : (squad?.players.length ?? 0) > 0 ? 'names' : 'unknown',
    isTold: coverage.is_told,
    isLeagueCovered: coverage.is_league_covered,
    hasTeamPlayed: side === 'home' ? coverage.home_has_played : coverage.away_has_played,
  });
  if (fallback === 'history_probable_xi') return shown(fallback, probable, history.length);
  if (fallback === 'squad_probable_xi') return shown(fallback, fromSquad);
  return shown(fallback, fallback === 'fallback_players' ? squadOnBench(squad!) : null);
}

const shown = (fallback: LineupFallback | null, lineup: TeamLineup | null, basedOn: number | null = null): Lineup => ({
  formation: lineup?.formation ?? null,
  coach: lineup?.coach ?? null,
  players: [...(lineup?.players ?? [])],
  fallback,
  based_on: basedOn,
});

/** Lists the players of a squad too small for an eleven, without assigning positions on the pitch. */
const squadOnBench = ({ coach, players }: Squad): TeamLineup => ({
  formation: null,
  coach,
  players: players.map(({ name, number, position }) => ({ name, number, position, grid: null, starter: false })),
});

/** The facts that decide which line-up is shown for a side of a match, and with which reason. */
export interface LineupKnowledge {
  status: MatchStatus;
  isOfficial: boolean;
  /** Whether earlier line-ups give a probable eleven. */
  hasProbableEleven: boolean;
  /** Whether the squad gives an eleven, only names, or is unknown. */
  squad: 'eleven' | 'names' | 'unknown';
  /** Whether a feed covers this match. */
  isTold: boolean;
  /** Whether a match of the league had line-ups. */
  isLeagueCovered: boolean;
  hasTeamPlayed: boolean;
}

/** Statuses of matches for which no line-up will come. */
const NOT_PLAYED = new Set<MatchStatus>(['tbd', 'pst', 'canc', 'wo', 'awd']);
/** Returns whether a match is over; line-ups are not guessed then, because the real one exists but is not known to us. */
const isOver = (status: MatchStatus): boolean => isFinal(status) || status === 'abd';

/** Reasons in order of precedence: the first that holds is returned (docs/decisions/009); null for the official line-up. */
const REASONS: readonly [fallback: LineupFallback | null, holds: (known: LineupKnowledge) => boolean][] = [
  [null, ({ isOfficial }) => isOfficial],
  ['not_started_or_invalid_status', ({ status }) => NOT_PLAYED.has(status)],
  ['history_probable_xi', ({ status, hasProbableEleven }) => !isOver(status) && hasProbableEleven],
  ['squad_probable_xi', ({ status, squad }) => !isOver(status) && squad === 'eleven'],
  ['fallback_players', ({ status, squad }) => !isOver(status) && squad === 'names'],
  ['no_fixture_id', ({ isTold }) => !isTold],
  ['league_no_lineups_coverage', ({ isLeagueCovered }) => !isLeagueCovered],
  ['no_official_lineups', ({ status }) => isOver(status)],
  ['no_history_lineups', ({ hasTeamPlayed }) => hasTeamPlayed],
  ['no_players_data', () => true],
];

/** Returns the reason why a side's line-up is not the official one; null if it is. */
export const lineupFallback = (known: LineupKnowledge): LineupFallback | null => REASONS.find(([, holds]) => holds(known))![0];

/** The match data from which missing line-ups are derived, or the reason for their absence. */

interface LineupMatch {
  id: number;
  league_id: number;
  home_team_id: number;
  away_team_id: number;
  kickoff_at: Date | null;
  status: string;
}

interface EarlierLineup {
  /** The side of its team in the requested match. */
  of: Side;
  formation: string | null;
  coach: string | null;
  players: LineupPlayer[];
  /** Players of the side who were sent off in that match. */
  sent_off: string[];
}

/** Returns both teams' last line-ups before a match, in any league and not before `since`: at most `limit` of each, the newest first. */
async function findEarlierLineups(db: Db, match: LineupMatch, since: Date, limit: number): Promise<EarlierLineup[]> {
  const lineupsAs = (side: Side) => sql`
    (select m.kickoff_at, l.formation, l.coach, l.players,
        array(select e.player from match_events e where e.match_id = m.id and e.side = l.side
          and e.type in ('red', 'second_yellow') and e.player is not null) as sent_off
      from matches m join lineups l on l.match_id = m.id and l.side = ${side}
      where m.${sql.ref(`${side}_team_id`)} = t.team_id and m.id <> ${match.id} and m.kickoff_at > ${since}
        and m.kickoff_at < coalesce(${match.kickoff_at}::timestamptz, 'infinity') and jsonb_array_length(l.players) > 0
      order by m.kickoff_at desc limit ${limit})`;
  const { rows } = await sql<EarlierLineup>`
    select t.side as of, l.formation, l.coach, l.players, l.sent_off
    from (values ('home', ${match.home_team_id}::integer), ('away', ${match.away_team_id}::integer)) as t (side, team_id)
    cross join lateral (
      select * from (${lineupsAs('home')} union all ${lineupsAs('away')}) as both_sides order by kickoff_at desc limit ${limit}
    ) as l
    order by t.side, l.kickoff_at desc`.execute(db);
  return rows;
}

interface Squad {
  team_id: number;
  coach: string | null;
  players: SquadPlayer[];
}

async function findSquads(db: Db, { home_team_id, away_team_id }: LineupMatch): Promise<Squad[]> {
  const rows = await db.selectFrom('squads').selectAll().where('team_id', 'in', [home_team_id, away_team_id]).execute();
  return rows.map((row) => ({ ...row, players: row.players as unknown as SquadPlayer[] }));
}

interface LineupCoverage {
  /** Whether a feed covers the match. */
  is_told: boolean;
  /** Whether a match of the league had line-ups since the given time. */
  is_league_covered: boolean;
  home_has_played: boolean;
  away_has_played: boolean;
}

/** Returns the coverage of a match. Only matches since `since` are searched for line-ups, because a league may have very many. */
async function findCoverage(db: Db, match: LineupMatch, since: Date): Promise<LineupCoverage> {
  const hasPlayed = (teamId: number) => sql`
    (exists (select from matches where home_team_id = ${teamId} and id <> ${match.id} and status in ('ft', 'aet', 'pen'))
      or exists (select from matches where away_team_id = ${teamId} and id <> ${match.id} and status in ('ft', 'aet', 'pen')))`;
  const { rows } = await sql<LineupCoverage>`
    select exists (select from feed_ids where kind = 'match' and id = ${match.id}) as is_told,
      exists (select from matches m join lineups l on l.match_id = m.id
        where m.league_id = ${match.league_id} and m.kickoff_at > ${since}) as is_league_covered,
      ${hasPlayed(match.home_team_id)} as home_has_played, ${hasPlayed(match.away_team_id)} as away_has_played`.execute(db);
  return rows[0]!;
}
