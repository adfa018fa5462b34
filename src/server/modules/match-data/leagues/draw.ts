import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getLeagueDraw } from '#contract/leagues.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { type Bracket, bracketsOf, readKnockOutRound } from '#domain/matches/bracket.ts';
import type { Deps } from '#server/deps.ts';
import { summariesOf } from '#server/modules/match-data/matches/summaries.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import * as leagues from './queries.ts';
import { findSeason } from './season.ts';
import { leagueTopic } from './topics.ts';

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
      const brackets = bracketsOf(await summariesOf(deps.db, ids), heading.league.sport);
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
