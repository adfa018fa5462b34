import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Absences } from '#contract/matches.ts';
import type { getPlayer, PlayerPage } from '#contract/players.ts';
import { isFinal, type MatchStatus, statusesOf } from '#domain/matches/match-status.ts';
import { manOfTheMatch } from '#domain/matches/player-marks.ts';
import { findPlayer, plainName } from '#domain/matches/player-names.ts';
import { type KnownPlayer, type PlayerMatch, playersInMatches, totalsOf } from '#domain/matches/season-players.ts';
import type { Side, Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import { matchSummary, NO_PRICES } from '#server/modules/match-data/matches/match-view.ts';
import { findSelectedMatches } from '#server/modules/match-data/matches/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findPlayerIds } from './player-ids.ts';
import { sourcesOf } from './players.ts';
import { findTeamSeason, type SeasonMatch } from './season.ts';
import { findTeam, topicsAbout } from './team.ts';

type Known = KnownPlayer<SeasonMatch>;

/**
 * Returns a player's season. The id is a name's in a team: which player of the season it means is decided as in the squad, so that both
 * show the same figures.
 */
export const player = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getPlayer>> => ({
  key: String(id),
  topics: topicsAbout(deps.now()),
  make: async () => {
    const { db } = deps;
    const named = await findNamed(db, id);
    const [team, season] = await Promise.all([findTeam(db, named.team_id), findTeamSeason(db, named.team_id)]);
    const all = playersInMatches(season.matches, season.squad);
    const known = findPlayer(all, { name: named.name });
    const fitting = known === null ? all.filter((one) => findPlayer([one], { name: named.name }) !== null) : [];
    const own = known?.matches ?? [];
    const [idOf, matches, absence] = await Promise.all([
      findPlayerIds(
        db,
        [...fitting, ...(known ? [known] : [])].map(({ name }) => ({ teamId: team.id, name })),
      ),
      findMatches(db, own),
      findAbsence(db, team.id, named.name, all, known, deps.now()),
    ]);
    return {
      player: {
        id: (known && idOf(team.id, known.name)) ?? id,
        name: known?.name ?? named.name,
        number: known?.number ?? null,
        position: known?.position ?? null,
      },
      team: teamRef(team),
      sport: team.sport as Sport,
      competitions: competitionsOf(own, matches),
      matches: own.toReversed().flatMap((match) => {
        const summary = matches.get(match.match.id);
        return summary === undefined ? [] : [matchView(match, summary, isBest(match.match, all, known))];
      }),
      known: { begun: season.matches.length, with_lineup: season.matches.filter(({ lineup }) => lineup.length > 0).length },
      rated_by: sourcesOf(own.filter(({ rating }) => rating !== null).map(({ match }) => match)),
      absence,
      could_be: fitting.flatMap(({ name }) => {
        const fittingId = idOf(team.id, name);
        return fittingId === null || fittingId === id ? [] : [{ id: fittingId, name }];
      }),
    };
  },
});

/** Returns a player's name and team, under the id of the page that shows the player; null if there is no such player. */
export async function findPlayerBrief(db: Db, id: number): Promise<{ id: number; name: string; team: TeamRow & { sport: string } } | null> {
  const row = await db.selectFrom('players').select(['team_id', 'name']).where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const [team, { matches, squad }] = await Promise.all([findTeam(db, row.team_id), findTeamSeason(db, row.team_id)]);
  const name = findPlayer(playersInMatches(matches, squad), { name: row.name })?.name ?? row.name;
  const idOf = await findPlayerIds(db, [{ teamId: row.team_id, name }]);
  return { id: idOf(row.team_id, name) ?? id, name, team };
}

/** Throws `not_found` for an unknown player. */
async function findNamed(db: Db, id: number): Promise<{ team_id: number; name: string }> {
  const row = await db.selectFrom('players').select(['team_id', 'name']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

type Matches = Map<number, PlayerPage['matches'][number]['match']>;

async function findMatches(db: Db, own: readonly PlayerMatch<SeasonMatch>[]): Promise<Matches> {
  const ids = own.map(({ match }) => match.id);
  // Only the ids count here: no team and no league is asked for on any day.
  const nowhere = { teamIds: [], leagueIds: [], from: new Date(0), to: new Date(0) };
  const rows = await findSelectedMatches(db, { ids, ...nowhere }, ids.length);
  return new Map(rows.map((row) => [row.id, { ...matchSummary(row, NO_PRICES), league: leagueRef(row.league) }]));
}

function competitionsOf(own: readonly PlayerMatch<SeasonMatch>[], matches: Matches): PlayerPage['competitions'] {
  return [...new Set(own.map(({ match }) => match.leagueId))]
    .flatMap((leagueId) => {
      const played = own.filter(({ match }) => match.leagueId === leagueId);
      const league = matches.get(played[0]!.match.id)?.league;
      const { yellowCards, redCards, ...totals } = totalsOf(played);
      if (league === undefined) return [];
      return [{ league, season: played[0]!.match.season, ...totals, yellow_cards: yellowCards, red_cards: redCards }];
    })
    .sort((a, b) => b.appearances - a.appearances || a.league.id - b.league.id);
}

const matchView = (
  { role, cameOn, wentOff, minutes, goals, penalties, ownGoals, assists, card, rating }: PlayerMatch<SeasonMatch>,
  match: PlayerPage['matches'][number]['match'],
  isBestOfMatch: boolean,
): PlayerPage['matches'][number] => ({
  ...{ match, role, came_on: cameOn, went_off: wentOff, minutes, goals, penalties, own_goals: ownGoals, assists, card, rating },
  is_best: isBestOfMatch,
});

function isBest({ rated, side, status }: SeasonMatch, all: readonly Known[], known: Known | null): boolean {
  if (rated === null || !isFinal(status as MatchStatus)) return false;
  const best = manOfTheMatch(rated.bySide);
  return best?.side === side && known !== null && findPlayer(all, { name: best.player.name }) === known;
}

/** Returns why a player misses the team's match in play, or its next one, as told before it. */
async function findAbsence(
  db: Db,
  teamId: number,
  name: string,
  all: readonly Known[],
  known: Known | null,
  now: Date,
): Promise<PlayerPage['absence']> {
  const coming = [...statusesOf('live'), ...statusesOf('upcoming')];
  const asSide = (side: Side) => sql`
    (select id, kickoff_at, ${side}::text as side from matches
      where ${sql.ref(`${side}_team_id`)} = ${teamId} and status = any(${coming}::text[]) and kickoff_at > ${new Date(now.getTime() - DAY_MS)}
      order by kickoff_at, id limit 1)`;
  const { rows } = await sql<{ match_id: number; players: Absences }>`
    select next.id as match_id, a.players
    from (select * from (${asSide('home')} union all ${asSide('away')}) as both_sides order by kickoff_at, id limit 1) as next
    join match_absences a on a.match_id = next.id and a.side = next.side`.execute(db);
  const [told] = rows;
  const isMeant = (absent: string) =>
    known === null ? plainName(absent) === plainName(name) : findPlayer(all, { name: absent }) === known;
  const found = told?.players.find((one) => isMeant(one.name));
  return told && found ? { match_id: told.match_id, kind: found.kind, reason: found.reason } : null;
}
