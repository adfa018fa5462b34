import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTeamPlayers, TeamPlayer } from '#contract/teams.ts';
import { type SeasonPlayer, seasonPlayers } from '#domain/matches/season-players.ts';
import type { Deps } from '#server/deps.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findPlayerIds } from './player-ids.ts';
import { findTeamSeason } from './season.ts';
import { findTeam, topicsAbout } from './team.ts';

type Reply = ReplyOf<typeof getTeamPlayers>;

/** Returns a team's players in the current seasons of its leagues, and how much of these seasons is known. */
export const players = (deps: Deps, { id }: { id: number }): ReplyPlan<Reply> => ({
  key: String(id),
  topics: topicsAbout(deps.now()),
  make: async () => {
    await findTeam(deps.db, id);
    const { matches, squad, coach } = await findTeamSeason(deps.db, id);
    const known = seasonPlayers(matches, squad).sort(byPosition);
    const idOf = await findPlayerIds(
      deps.db,
      known.map(({ name }) => ({ teamId: id, name })),
    );
    const all = matches.reduce((sum, { goals }) => sum + (goals ?? 0), 0);
    const named = known.reduce((sum, { goals }) => sum + goals, 0);
    return {
      coach: matches.findLast((match) => match.coach !== null)?.coach ?? coach,
      players: known.map((player) => playerView(player, idOf(id, player.name))),
      matches: { begun: matches.length, with_lineup: matches.filter(({ lineup }) => lineup.length > 0).length },
      // A feed may send more goal events than the scores add up to.
      goals: { all, named: Math.min(named, all) },
      rated_by: sourcesOf(matches),
    };
  },
});

/** Returns who rated the players of these matches. */
export const sourcesOf = (matches: readonly { rated: { source: string } | null }[]): string[] =>
  [...new Set(matches.flatMap(({ rated }) => (rated === null ? [] : [rated.source])))].sort();

const POSITIONS = ['GK', 'DEF', 'MID', 'FWD', 'OTH', null];

const byPosition = (a: SeasonPlayer, b: SeasonPlayer): number =>
  POSITIONS.indexOf(a.position) - POSITIONS.indexOf(b.position) ||
  (a.number ?? Infinity) - (b.number ?? Infinity) ||
  (a.name < b.name ? -1 : Number(a.name > b.name));

const playerView = ({ yellowCards, redCards, minutes: _, ...player }: SeasonPlayer, id: number | null): TeamPlayer => ({
  id,
  ...player,
  yellow_cards: yellowCards,
  red_cards: redCards,
});
