import { outcomeOf } from '#domain/matches/score.ts';
import { type BracketFacts, type Course, courseOf, firstBeginMs, type TieFact } from './bracket-facts.ts';
import type { BracketTree, TreeTie } from './bracket-shape.ts';

/** What a right prediction is worth, in points of the bracket. They are no points of the ledger. */
export interface BracketRules {
  /** For each team in its exact place of its group. */
  groupPlace: number;
  /** For each predicted team that reaches the first knock-out round; only if the groups were predicted. */
  qualified: number;
  /** For each team that advances, by its round from the final backwards: champion, finalist, semi-finalist and so on; the last for all earlier ones. */
  advance: readonly [number, ...number[]];
  thirdPlace: number;
  /** For the score after 90 minutes of a predicted tie: exact, or only who is ahead. */
  score: { exact: number; outcome: number };
}

export const BRACKET_RULES: BracketRules = {
  groupPlace: 1,
  qualified: 1,
  advance: [16, 8, 4, 2, 1],
  thirdPlace: 4,
  score: { exact: 3, outcome: 1 },
};

/** Returns what a team is worth that advances from a round with so many ties. */
export const worthOf = ({ advance }: BracketRules, stage: number): number => advance[Math.log2(stage)] ?? advance.at(-1)!;

/**
 * `late`: it had begun before the entry was made, and never counts. `void`: it cannot be right or wrong, as the two never met or the match
 * has no score of its own.
 */
export const LINE_STATES = ['open', 'right', 'close', 'wrong', 'void', 'late'] as const;
export type LineState = (typeof LINE_STATES)[number];

export const LINE_KINDS = ['group_place', 'qualified', 'advance', 'third_place', 'score'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One prediction and what it brought. */
export interface BracketLine {
  kind: LineKind;
  /** How many ties its round has; null for groups, and for the match for third place. */
  stage: number | null;
  team: number;
  /** The other team, of a score. */
  opponent: number | null;
  group: string | null;
  /** The predicted place in the group, from 1. */
  place: number | null;
  /** The predicted and the real score, by the predicted sides. */
  score: { predicted: readonly [number, number]; real: readonly [number, number] | null } | null;
  state: LineState;
  points: number;
  /** What it brings at most. */
  worth: number;
}

export interface BracketScore {
  points: number;
  /** No more than this can be reached any more. */
  possible: number;
  /** Whether the predicted champion can still win, or has won. */
  isAlive: boolean;
  /** Whether the competition had begun when the entry was made. */
  isLate: boolean;
  lines: BracketLine[];
}

/**
 * Scores an entry that was made at a moment (in milliseconds) from what is known now, whatever came before: a receipt, line by line. Teams
 * count, not pairings: a team that advances is right whomever it beats. Only a score needs the predicted two to meet in that round.
 */
export function scoreBracket(tree: BracketTree, facts: BracketFacts, rules: BracketRules, madeAtMs: number): BracketScore {
  const course = courseOf(facts);
  const hasBegun = (beganAtMs: number | null) => beganAtMs !== null && beganAtMs <= madeAtMs;
  const scoring: Scoring = { tree, facts, course, rules, hasBegun };
  const lines = [...groupLines(scoring), ...advanceLines(scoring), ...thirdPlaceLines(scoring), ...scoreLines(scoring)];
  const points = lines.reduce((sum, line) => sum + line.points, 0);
  const champion = tree.rounds.at(-1)![0]!.winner;
  return {
    ...{ points, lines },
    possible: points + stillOpen(lines) - excluded(lines, facts.ties),
    isAlive: !course.isOut(champion),
    isLate: hasBegun(firstBeginMs(facts)),
  };
}

interface Scoring {
  tree: BracketTree;
  facts: BracketFacts;
  course: Course;
  rules: BracketRules;
  hasBegun: (beganAtMs: number | null) => boolean;
}

type Verdict = Extract<LineState, 'open' | 'right' | 'wrong'>;

function line(about: Pick<BracketLine, 'kind' | 'team'> & Partial<BracketLine>, state: LineState, worth: number): BracketLine {
  const points = state === 'right' ? worth : 0;
  return { ...{ stage: null, opponent: null, group: null, place: null, score: null }, ...about, state, points, worth };
}

function groupLines({ tree, facts, course, rules, hasBegun }: Scoring): BracketLine[] {
  if (tree.groups.length === 0) return [];
  const places = tree.groups.flatMap(({ name, order }) => {
    const fact = facts.groups.find((group) => group.name === name);
    return order.map((team, i) => {
      const verdict: Verdict = fact?.order ? (fact.order[i] === team ? 'right' : 'wrong') : 'open';
      const state = fact && hasBegun(fact.beganAtMs) ? 'late' : verdict;
      return line({ kind: 'group_place', group: name, place: i + 1, team }, state, rules.groupPlace);
    });
  });
  const first = tree.rounds[0]!;
  const qualified = teamsIn(first).map((team) => {
    const group = facts.groups.find(({ teams }) => teams.includes(team));
    const verdict: Verdict = course.hasAdvanced(team, first.length * 2) ? 'right' : course.isOut(team) ? 'wrong' : 'open';
    const state = group && hasBegun(group.beganAtMs) ? 'late' : verdict;
    return line({ kind: 'qualified', stage: first.length, team, group: group?.name ?? null }, state, rules.qualified);
  });
  return [...places, ...qualified];
}

const teamsIn = (ties: readonly TreeTie[]): number[] => ties.flatMap(({ home, away }) => (away === null ? [home] : [home, away]));

function advanceLines({ tree, course, rules, hasBegun }: Scoring): BracketLine[] {
  return tree.rounds.flatMap((ties) => {
    const stage = ties.length;
    return ties.flatMap(({ winner: team, away }) => {
      if (away === null) return [];
      const verdict: Verdict = course.hasAdvanced(team, stage) ? 'right' : course.isOut(team) ? 'wrong' : 'open';
      return line({ kind: 'advance', stage, team }, hasBegun(course.beganAtMs(team, stage)) ? 'late' : verdict, worthOf(rules, stage));
    });
  });
}

function thirdPlaceLines({ tree: { thirdPlace }, facts, course, rules, hasBegun }: Scoring): BracketLine[] {
  if (thirdPlace === null) return [];
  const { winner: team } = thirdPlace;
  const match = facts.ties.find(({ stage }) => stage === 'third_place') ?? null;
  const verdict = (): Verdict => {
    if (match?.winner != null) return match.winner === team ? 'right' : 'wrong';
    if (match !== null) return match.teams.includes(team) ? 'open' : 'wrong';
    const isInSemi = course.tieOf(team, 2) !== null;
    return course.hasAdvanced(team, 2) || (course.isOut(team) && !isInSemi) ? 'wrong' : 'open';
  };
  return [line({ kind: 'third_place', team }, hasBegun(match?.beganAtMs ?? null) ? 'late' : verdict(), rules.thirdPlace)];
}

function scoreLines({ tree, course, rules, hasBegun }: Scoring): BracketLine[] {
  return tree.rounds.flatMap((ties) =>
    ties.flatMap(({ home, away, score }) => {
      if (score === null || away === null) return [];
      const real = course.tieOf(home, ties.length);
      const have = real?.teams.includes(away) ? real : null;
      const result = have && scoreFrom(have, home);
      const about = { kind: 'score', stage: ties.length, team: home, opponent: away, score: { predicted: score, real: result } } as const;
      const state = have && hasBegun(have.beganAtMs) ? 'late' : scoreState(score, have, result, isMissed(course, ties.length, home, away));
      const scored = line(about, state, rules.score.exact);
      return state === 'close' ? { ...scored, points: rules.score.outcome } : scored;
    }),
  );
}

/** Whether two teams can no longer meet in a round. */
const isMissed = (course: Course, stage: number, ...teams: number[]): boolean =>
  course.isDrawn(stage) ||
  teams.some((team) => course.tieOf(team, stage) !== null || course.hasAdvanced(team, stage) || course.isOut(team));

function scoreState(
  predicted: readonly [number, number],
  tie: TieFact | null,
  real: readonly [number, number] | null,
  missed: boolean,
): LineState {
  if (tie === null) return missed ? 'void' : 'open';
  if (!tie.hasScore) return 'void';
  if (real === null) return 'open';
  if (predicted[0] === real[0] && predicted[1] === real[1]) return 'right';
  return outcomeOf(...predicted) === outcomeOf(...real) ? 'close' : 'wrong';
}

const scoreFrom = ({ teams, score }: TieFact, home: number): readonly [number, number] | null =>
  score && teams[0] !== home ? [score[1], score[0]] : score;

const stillOpen = (lines: readonly BracketLine[]): number =>
  lines.reduce((sum, { state, worth }) => sum + (state === 'open' ? worth : 0), 0);

/**
 * Returns what open lines exclude of each other: where two teams meet that both were predicted to advance, which a draw other than the
 * predicted one allows, only one of them can.
 */
function excluded(lines: readonly BracketLine[], ties: readonly TieFact[]): number {
  const open = lines.filter(({ kind, state }) => kind === 'advance' && state === 'open');
  const worthFrom = (team: number, stage: number) =>
    open.reduce((sum, one) => sum + (one.team === team && one.stage! <= stage ? one.worth : 0), 0);
  return ties.reduce((sum, { stage, teams, winner }) => {
    if (stage === 'third_place' || winner !== null) return sum;
    return sum + Math.min(...teams.map((team) => worthFrom(team, stage)));
  }, 0);
}
