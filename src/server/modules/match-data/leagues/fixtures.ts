import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getLeagueDraw, getLeagueFixtures } from '#contract/leagues.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { type Bracket, bracketsOf, readKnockOutRound } from '#domain/matches/bracket.ts';
import type { Deps } from '#server/deps.ts';
import { findPrices } from '#server/modules/match-data/matches/detail-queries.ts';
import { matchSummary } from '#server/modules/match-data/matches/match-view.ts';
import { findSelectedMatches } from '#server/modules/match-data/matches/queries.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findSeason, inNaturalOrder, leagueTopic } from './leagues.ts';
import * as leagues from './queries.ts';

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
        items: await summariesOf(deps, ids),
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

type Reply = ReplyOf<typeof getLeagueDraw>;

/** Returns a season's knock-out rounds, in the order of their draw. */
export function draw(deps: Deps, { id, season: wanted }: ParsedInputOf<typeof getLeagueDraw>): ReplyPlan<Reply> {
  return {
    key: JSON.stringify([id, wanted]),
    topics: [leagueTopic(id)],
    make: async () => {
      const { season, heading } = await findSeason(deps.db, id, wanted);
      const rounds = await leagues.findRoundOfMatches(deps.db, id, season);
      const ids = rounds.filter((match) => match.group_name === null && readKnockOutRound(match.round) !== null).map((match) => match.id);
      const brackets = bracketsOf(await summariesOf(deps, ids), heading.league.sport);
      return { ...heading, draws: brackets.map(drawOf) };
    },
  };
}

const drawOf = ({ section, joins, rounds, thirdPlace }: Bracket<MatchSummary>): Reply['draws'][number] => ({
  section,
  joins,
  rounds: rounds.map(({ name, slots }) => ({
    name,
    slots: slots.map(({ tie, isOpen, follows }) => ({ tie: tie && tieOf(tie), open: isOpen, follows })),
  })),
  third_place: thirdPlace && tieOf(thirdPlace),
});

const tieOf = ({ kind, winner, matches: [first, ...more] }: NonNullable<Bracket<MatchSummary>['thirdPlace']>) => ({
  kind,
  winner,
  matches: [first, ...more] as [MatchSummary, ...MatchSummary[]],
});

const NEVER = new Date(0);

/** Returns matches as shown in lists, by kick-off, those without a date last. */
async function summariesOf(deps: Deps, ids: readonly number[]): Promise<MatchSummary[]> {
  if (ids.length === 0) return [];
  const rows = await findSelectedMatches(deps.db, { ids, teamIds: [], leagueIds: [], from: NEVER, to: NEVER }, ids.length);
  const pricesOf = await findPrices(deps, rows);
  return rows.map((row) => matchSummary(row, pricesOf(row.id)));
}
