import type { Lineup, LineupFallback, Lineups } from '#contract/matches.ts';
import type { MatchStatus } from '#domain/match-status.ts';
import { probableLineup, squadLineup, type TeamLineup } from '#domain/probable-lineup.ts';
import type { Side } from '#domain/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findLineups } from './detail-queries.ts';
import { lineupFallback } from './lineup-fallback.ts';
import {
  type EarlierLineup,
  findCoverage,
  findEarlierLineups,
  findSquads,
  type LineupCoverage,
  type LineupMatch,
  type Squad,
} from './lineup-queries.ts';
import { officialLineup } from './match-view.ts';

/** A probable line-up is derived from at most so many earlier ones, none of them older than this. */
const HISTORY_MAX = 5;
const HISTORY_MS_MAX = 365 * 86_400_000;

/** Both sides' line-ups: the official ones, else the probable ones, else why there is nothing. */
export async function lineupsOf(db: Db, match: LineupMatch, now: Date): Promise<Lineups> {
  const rows = (await findLineups(db, [match.id])).get(match.id) ?? [];
  const official = { home: officialLineup(rows, 'home'), away: officialLineup(rows, 'away') };
  if (official.home && official.away) return { home: official.home, away: official.away };
  const since = new Date(now.getTime() - HISTORY_MS_MAX);
  const [history, squads, coverage] = await Promise.all([
    findEarlierLineups(db, match, since, HISTORY_MAX),
    findSquads(db, match),
    findCoverage(db, match, since),
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
): Lineup {
  const probable = probableLineup(history, new Set(history[0]?.sent_off)) ?? probableLineup(history);
  const fromSquad = squad === undefined ? null : squadLineup(squad.players, squad.coach);
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

/** Too few for an eleven: they are named, and nobody is put anywhere. */
const squadOnBench = ({ coach, players }: Squad): TeamLineup => ({
  formation: null,
  coach,
  players: players.map(({ name, number, position }) => ({ name, number, position, grid: null, starter: false })),
});
