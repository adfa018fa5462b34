import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getLeagueFixtures } from '#contract/leagues.ts';
import type { Deps } from '#server/deps.ts';
import { summariesOf } from '#server/modules/match-data/matches/summaries.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { inNaturalOrder } from './natural-order.ts';
import * as leagues from './queries.ts';
import { findSeason } from './season.ts';
import { leagueTopic } from './topics.ts';

/** Returns the rounds of a season, and the matches of one of them. Throws `not_found` for an unknown round. */
export function fixtures(
  deps: Deps,
  { id, season: wanted, round }: ParsedInputOf<typeof getLeagueFixtures>,
): ReplyPlan<ReplyOf<typeof getLeagueFixtures>> {
  return {
    key: JSON.stringify([id, wanted, round]),
    topics: [leagueTopic(id)],
    make: async () => {
      const { season, heading } = await findSeason(deps.db, id, wanted);
      const rounds = (await leagues.findRounds(deps.db, id, season, deps.now())).sort(asPlayed);
      if (round !== undefined && !rounds.some(({ name }) => name === round)) throw new AppError('not_found');
      const shown = round ?? roundNow(rounds);
      const ids = shown === null ? [] : await leagues.findMatchesOfRound(deps.db, id, season, shown);
      return {
        ...heading,
        rounds: rounds.map(({ name, from, to, finished, total }) => ({
          name,
          from: from?.toISOString() ?? null,
          to: to?.toISOString() ?? null,
          finished,
          total,
        })),
        round: shown,
        items: await summariesOf(deps.db, ids),
      };
    },
  };
}

/** Compares rounds by their middle kick-off, so that a match brought forward or postponed does not move its round; those without dates come last. */
const asPlayed = (a: leagues.RoundRow, b: leagues.RoundRow): number =>
  (a.middle?.getTime() ?? Number.MAX_VALUE) - (b.middle?.getTime() ?? Number.MAX_VALUE) || inNaturalOrder.compare(a.name, b.name);

/** Returns the round in play, else that of the next kick-off, else the last one with a finished match, else the first. */
function roundNow(rounds: readonly leagues.RoundRow[]): string | null {
  const inPlay = rounds.findLast((round) => round.in_play);
  const next = rounds.filter((round) => round.next !== null).sort((a, b) => a.next!.getTime() - b.next!.getTime())[0];
  const over = rounds.findLast((round) => round.finished > 0);
  return (inPlay ?? next ?? over ?? rounds[0])?.name ?? null;
}
