import type { Score } from '#domain/matches/score.ts';

/** What is known of a tournament now. A correction changes it, and nothing else is remembered: points follow from it alone. */
export interface BracketFacts {
  groups: readonly GroupFact[];
  ties: readonly TieFact[];
}

export interface GroupFact {
  name: string;
  teams: readonly number[];
  /** When the first match of the group began or will begin, in milliseconds; null if unknown. */
  beganAtMs: number | null;
  /** Null while matches are left. */
  order: readonly number[] | null;
  /** How many of its places can still lead to the knock-outs. */
  advancing: number;
}

export interface TieFact {
  /** How many ties the round has: the final 1, semi-finals 2. */
  stage: number | 'third_place';
  teams: readonly [home: number, away: number];
  /** Null while open or unknown. */
  winner: number | null;
  /** When the first of its matches began or will begin, in milliseconds; null if unknown. */
  beganAtMs: number | null;
  /** After 90 minutes, of a tie that is one match; null before that. */
  score: Score | null;
  /** Whether it can have such a score: not if it has two legs, or was given to a side. */
  hasScore: boolean;
}

/** What facts say of each team, looked up quickly. */
export interface Course {
  tieOf: (team: number, stage: TieFact['stage']) => TieFact | null;
  /** Whether the team won its tie in a round, or is known to play in a later one. */
  hasAdvanced: (team: number, stage: number) => boolean;
  /** Whether the team cannot win a knock-out tie any more, except for third place. */
  isOut: (team: number) => boolean;
  /** When what decides whether a team advances from a round begins, in milliseconds; null if unknown. */
  beganAtMs: (team: number, stage: number) => number | null;
  isDrawn: (stage: number) => boolean;
}

export function courseOf({ groups, ties }: BracketFacts): Course {
  const byStage = new Map<TieFact['stage'], Map<number, TieFact>>();
  const stages = new Map<number, number[]>();
  for (const tie of ties) {
    const own = byStage.get(tie.stage) ?? new Map<number, TieFact>();
    byStage.set(tie.stage, own);
    for (const team of tie.teams) {
      own.set(team, tie);
      if (tie.stage !== 'third_place') stages.set(team, [...(stages.get(team) ?? []), tie.stage]);
    }
  }
  const groupOf = new Map(groups.flatMap((group) => group.teams.map((team) => [team, group] as const)));
  /** The furthest round that a team is known to play in; infinite if none. */
  const furthest = (team: number): number => Math.min(Number.POSITIVE_INFINITY, ...(stages.get(team) ?? []));
  const tieOf: Course['tieOf'] = (team, stage) => byStage.get(stage)?.get(team) ?? null;
  const isDrawn = (stage: number): boolean => byStage.get(stage)?.size === 2 * stage;
  const drawn = [...stages.values()].flat().filter((stage) => isDrawn(stage));
  const latestDrawn = Math.min(Number.POSITIVE_INFINITY, ...drawn);
  const isOut = (team: number): boolean => {
    const stage = furthest(team);
    if (stage > latestDrawn) return true;
    if (stage === Number.POSITIVE_INFINITY) {
      const group = groupOf.get(team);
      return group?.order ? group.order.indexOf(team) >= group.advancing : false;
    }
    const { winner } = tieOf(team, stage)!;
    return winner !== null && winner !== team;
  };
  return {
    tieOf,
    isDrawn,
    isOut,
    hasAdvanced: (team, stage) => furthest(team) < stage || tieOf(team, stage)?.winner === team,
    beganAtMs: (team, stage) => {
      const at = stages.get(team)?.filter((one) => one <= stage) ?? [];
      return at.length === 0 ? null : tieOf(team, Math.max(...at))!.beganAtMs;
    },
  };
}

/** Returns when the first match begins that an entry could have predicted, in milliseconds; null if no date is known. */
export function firstBeginMs({ groups, ties }: BracketFacts): number | null {
  const begins = [...groups, ...ties].flatMap(({ beganAtMs }) => beganAtMs ?? []);
  return begins.length === 0 ? null : Math.min(...begins);
}

/** Returns when the next match begins that an entry made at a moment covers, in milliseconds; it can be changed until then. Null if unknown. */
export function nextBeginMs({ groups, ties }: BracketFacts, madeAtMs: number): number | null {
  const begins = [...groups, ...ties].flatMap(({ beganAtMs }) => (beganAtMs !== null && beganAtMs > madeAtMs ? [beganAtMs] : []));
  return begins.length === 0 ? null : Math.min(...begins);
}
