import { type Bracket, type BracketMatch, bracketsOf, readKnockOutRound } from '#domain/matches/bracket.ts';
import type { KnockOutPlan } from '#domain/matches/knock-out-plan.ts';
import { advancingPlaces } from '#domain/matches/knock-out-plan.ts';
import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { type MatchScore, ninetyMinuteScore } from '#domain/matches/score.ts';
import { SIDES, type Side, type Sport } from '#domain/matches/sport.ts';
import { competitor, type Tie, type TieMatch } from '#domain/matches/tie.ts';
import { type BracketFacts, courseOf, type GroupFact, type TieFact } from './bracket-facts.ts';
import { type BracketShape, isOrigin, type Seat } from './bracket-shape.ts';

/** A match of a tournament, as far as brackets need it. */
export interface TournamentMatch extends BracketMatch {
  group: string | null;
  score: TieMatch['score'] & MatchScore;
  kickoffAt: Date | null;
  /** The true kick-off; null if unknown. */
  startedAt: Date | null;
  /** Since when its status is what it is. */
  statusSince: Date;
}

export interface Tournament {
  sport: Sport;
  /** Which of the season's draws; '' if it has one. */
  section: string;
  /** In playing order. */
  matches: readonly TournamentMatch[];
  /** The groups, each with its table. */
  groups: readonly { name: string; table: readonly number[] }[];
  plan: KnockOutPlan | null;
}

/** `waiting`: the draw is not known yet. `closed`: nothing is left to predict, or its rounds do not lead into each other. */
export type NoShape = 'waiting' | 'closed';

/** Returns what is known of a tournament, and what an entry that is made now predicts. */
export function readTournament(tournament: Tournament): { facts: BracketFacts; shape: BracketShape | NoShape } {
  const { sport, section, matches, groups, plan } = tournament;
  const knockOuts = matches.filter(({ group }) => group === null);
  const bracket = bracketsOf(knockOuts, sport).find((one) => one.section === section) ?? null;
  const ties = bracket === null ? [] : tiesOf(bracket, sport);
  const isPlanned = plan !== null && section === '' && fits(plan, groups);
  const facts = { ties, groups: isPlanned ? groups.map((group) => groupFact(group, matches, plan)) : [] };
  const hasThirdPlace = plan?.thirdPlace ?? matches.some(({ round }) => readKnockOutRound(round)?.stage === 'third_place');
  return { facts, shape: shapeOf(bracket, facts, isPlanned ? plan : null, hasThirdPlace) };
}

/** Whether every seat of the plan has a group that is large enough, and every group has a seat. */
function fits({ first }: KnockOutPlan, groups: Tournament['groups']): boolean {
  const origins = first.flat();
  const isThere = ({ place, groups: from }: (typeof origins)[number]) =>
    from.every((name) => (groups.find((group) => group.name === name)?.table.length ?? 0) >= place);
  return origins.every(isThere) && groups.every(({ name }) => origins.some(({ groups: from }) => from.includes(name)));
}

function groupFact({ name, table }: Tournament['groups'][number], matches: readonly TournamentMatch[], plan: KnockOutPlan): GroupFact {
  const own = matches.filter(({ group }) => group === name);
  const pairs = (table.length * (table.length - 1)) / 2;
  const isOver = own.length >= pairs && own.every(({ status }) => matchGroup(status) === 'finished');
  return { name, teams: table, beganAtMs: beganAtMs(own), order: isOver ? table : null, advancing: advancingPlaces(plan) };
}

/**
 * Returns when the first of some matches began or will begin, in milliseconds: the earliest of the planned and the true kick-off, and of the
 * moment when a match that was never played was decided.
 */
function beganAtMs(matches: readonly TournamentMatch[]): number | null {
  const known = matches.flatMap(({ kickoffAt, startedAt, status, statusSince }) => {
    const times = [kickoffAt, startedAt, matchGroup(status) === 'upcoming' ? null : statusSince];
    return times.flatMap((time) => time?.getTime() ?? []);
  });
  return known.length === 0 ? null : Math.min(...known);
}

function tiesOf({ rounds, thirdPlace }: Bracket<TournamentMatch>, sport: Sport): TieFact[] {
  const ties = rounds.flatMap(({ slots, name }) => {
    const stage = readKnockOutRound(name)!.stage;
    return slots.flatMap(({ tie }) => (tie ? [tieFact(tie, stage, sport)] : []));
  });
  return [...ties, ...(thirdPlace ? [tieFact(thirdPlace, 'third_place', sport)] : [])];
}

function tieFact(tie: Tie<TournamentMatch>, stage: TieFact['stage'], sport: Sport): TieFact {
  const [first] = tie.matches;
  const teamOf = (side: Side) => competitor(tie, side).id;
  const isNeverPlayed = tie.matches.some(({ status }) => NOT_PLAYED.includes(status));
  const hasScore = sport === 'football' && tie.kind === 'single' && !isNeverPlayed;
  return {
    stage,
    teams: [teamOf('home'), teamOf('away')],
    winner: tie.winner && teamOf(tie.winner),
    beganAtMs: beganAtMs(tie.matches),
    score: hasScore ? ninetyMinuteScore(first.status, first.score) : null,
    hasScore,
  };
}

/** Without a score that was played for. */
const NOT_PLAYED: readonly MatchStatus[] = ['awd', 'wo', 'canc', 'abd'];

function shapeOf(
  bracket: Bracket<TournamentMatch> | null,
  facts: BracketFacts,
  plan: KnockOutPlan | null,
  hasThirdPlace: boolean,
): BracketShape | NoShape {
  const groups = facts.groups.map(({ name, teams, order }) => ({ name, teams, order }));
  const drawn = bracket === null ? null : seatsOf(bracket);
  if (drawn === null) {
    if (plan === null) return bracket !== null && !bracket.joins ? 'closed' : 'waiting';
    return { groups, plan, first: plan.first, decided: [], thirdPlace: hasThirdPlace ? null : undefined };
  }
  const first = plan === null ? drawn : asPlanned(drawn, groups, plan);
  const decided = decidedOf(first, facts);
  if (decided === null || isOver(facts)) return 'closed';
  const third = facts.ties.find(({ stage }) => stage === 'third_place');
  return { groups: [], plan: null, first, decided, thirdPlace: hasThirdPlace && first.length > 1 ? (third?.winner ?? null) : undefined };
}

/** Whether the final is decided. */
const isOver = ({ ties }: BracketFacts): boolean => ties.some(({ stage, winner }) => stage === 1 && winner !== null);

type Pair = readonly [home: Seat, away: Seat];

/** Returns the teams of the first round in the order of the tree; null if not all are known, or the rounds do not lead into each other. */
function seatsOf({ rounds, joins }: Bracket<TournamentMatch>): [number | null, number | null][] | null {
  const [first, second] = rounds;
  if (!joins || first === undefined) return null;
  const pairs = first.slots.map(({ tie, isOpen }, k): [number | null, number | null] | null => {
    if (tie) return [competitor(tie, 'home').id, competitor(tie, 'away').id];
    const next = isOpen ? null : second?.slots[k >> 1]?.tie;
    return next ? [competitor(next, SIDES[k % 2]!).id, null] : null;
  });
  return pairs.includes(null) ? null : (pairs as [number | null, number | null][]);
}

/** Puts the ties of the first round in the order of the plan, once the groups are over; feeds tell them in playing order. */
function asPlanned(
  drawn: [number | null, number | null][],
  groups: BracketShape['groups'],
  plan: KnockOutPlan,
): [number | null, number | null][] {
  const teamAt = ({ place, groups: from }: KnockOutPlan['first'][number][number]) =>
    from.length > 1 ? undefined : groups.find(({ name }) => name === from[0])?.order?.[place - 1];
  const placed = plan.first.map((tie) => {
    const known = tie.flatMap((origin) => teamAt(origin) ?? []);
    return drawn.find((pair) => known.some((team) => pair.includes(team)));
  });
  return new Set(placed).size === drawn.length && !placed.includes(undefined) ? (placed as [number | null, number | null][]) : drawn;
}

/** Returns who advanced already, by round and tie of a tree; null if teams met that the tree keeps apart. */
function decidedOf(first: readonly Pair[], facts: BracketFacts): (number | null)[][] | null {
  const course = courseOf(facts);
  const decided: (number | null)[][] = [];
  for (let pairs = first.map((pair) => pair.map((seat) => (isOrigin(seat) ? null : seat))); ; ) {
    const stage = pairs.length;
    const isFirst = decided.length === 0;
    const winners = pairs.map(([one = null, other = null]): number | null | undefined => {
      const teams = [one, other].flatMap((team) => team ?? []);
      if (isFirst && teams.length === 1) return teams[0]!;
      const met = teams.flatMap((team) => course.tieOf(team, stage) ?? []);
      const isApart = teams.length === 2 && met.some((tie) => !teams.every((team) => tie.teams.includes(team)));
      return isApart ? undefined : (teams.find((team) => course.hasAdvanced(team, stage)) ?? null);
    });
    if (winners.includes(undefined)) return null;
    decided.push(winners as (number | null)[]);
    if (stage === 1) return decided;
    pairs = Array.from({ length: stage / 2 }, (_, k) => [winners[2 * k]!, winners[2 * k + 1]!]);
  }
}
