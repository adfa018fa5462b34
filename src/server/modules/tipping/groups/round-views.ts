import type { TippingGroup, TippingRound } from '#contract/tipping-groups.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import type { Round } from '#domain/tipping/rounds.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import { leagueRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type GroupMatch, isCalledOff } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';

const ROUNDS_MAX = 100;

export const isOver = ({ matches }: Pick<Round<GroupMatch>, 'matches'>): boolean =>
  matches.every((match) => isCalledOff(match) || matchGroup(match.status) === 'finished');

/** Returns the round to show first: the first that is not over, else the last. */
export const currentRound = (rounds: readonly Round<GroupMatch>[]): Round<GroupMatch> | null =>
  rounds.find((round) => !isOver(round)) ?? rounds.at(-1) ?? null;

/** Returns the rounds as they are listed: the current one, and at most a hundred around it. */
export async function roundViews(
  db: Db,
  group: GroupRow,
  rules: TippingRules,
  all: readonly Round<GroupMatch>[],
): Promise<Pick<TippingGroup, 'rounds' | 'current_round'>> {
  const current = currentRound(all);
  const at = current ? all.indexOf(current) : 0;
  const from = Math.max(0, Math.min(at - ROUNDS_MAX / 2, all.length - ROUNDS_MAX));
  const shown = all.slice(from, from + ROUNDS_MAX);
  const briefs = await roundBriefs(db, group, shown);
  return {
    rounds: shown.map(
      (round, index): TippingRound => ({
        ...briefs[index]!,
        ends_at: round.endsAt?.toISOString() ?? null,
        matches: round.matches.length,
        weight: rules.weights[round.key] ?? 1,
        state: isOver(round) ? 'over' : round.matches.some(({ closed }) => closed !== null) ? 'running' : 'open',
      }),
    ),
    current_round: current?.key ?? null,
  };
}

type RoundBrief = Pick<TippingRound, 'key' | 'league' | 'round' | 'starts_at'>;

/** Returns what a round is called: by its league, where leagues make the rounds, and by its beginning. */
export async function roundBriefs(db: Db, group: GroupRow, rounds: readonly Round<GroupMatch>[]): Promise<RoundBrief[]> {
  const isByLeague = group.round_kind === 'league_round';
  const leagueIds = isByLeague ? [...new Set(rounds.map(({ matches }) => matches[0]!.leagueId))] : [];
  const leagues = leagueIds.length === 0 ? [] : await db.selectFrom('leagues').selectAll().where('id', 'in', leagueIds).execute();
  const byId = new Map(leagues.map((league) => [league.id, leagueRef(league)]));
  return rounds.map(({ key, matches, startsAt }) => ({
    key,
    league: byId.get(matches[0]!.leagueId) ?? null,
    round: isByLeague ? matches[0]!.round : null,
    starts_at: startsAt?.toISOString() ?? null,
  }));
}
