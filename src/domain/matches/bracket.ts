import { groupBy } from '#domain/grouping.ts';
import { SIDES, type Sport } from './sport.ts';
import { competitor, sideIn, type Tie, type TieMatch, tiesOf } from './tie.ts';

export interface BracketMatch extends TieMatch {
  /** The feed's name of the round. */
  round: string;
}

/** A place in a round. */
export interface Slot<M extends BracketMatch> {
  tie: Tie<M> | null;
  /** Whether competitors are still to be determined; false also if a competitor advanced without a match. */
  isOpen: boolean;
  /** Whether its competitors are the winners of places 2k and 2k + 1 of the round before, k being its own; false if not known yet. */
  follows: boolean;
}

export interface Bracket<M extends BracketMatch> {
  /** '' if the season has only one draw. */
  section: string;
  /** Whether the rounds lead into each other; else each is a plain list of ties. */
  joins: boolean;
  /** From the first round to the final. */
  rounds: { name: string; slots: Slot<M>[] }[];
  thirdPlace: Tie<M> | null;
}

interface Entry<M> {
  match: M;
  round: KnockOutRound;
}

/**
 * Returns the draws of a season from all its matches in playing order; empty without knock-out rounds. Feeds do not report future pairings,
 * so each round orders the one before: the winners of its places 2k and 2k + 1 met in place k. Ties whose winners have no next match yet
 * take the remaining places.
 */
export function bracketsOf<M extends BracketMatch>(matches: readonly M[], sport: Sport): Bracket<M>[] {
  const entries = matches.flatMap((match): Entry<M>[] => {
    const round = readKnockOutRound(match.round);
    return round === null ? [] : [{ match, round }];
  });
  const drawn = sectionsWithDraw(matches.map(({ round }) => round));
  const sections = [...groupBy(entries, ({ round }) => round.section)].filter(([section]) => drawn.has(section));
  return sections.map(([section, own]) => bracketOf(section, own, sport));
}

function bracketOf<M extends BracketMatch>(section: string, entries: readonly Entry<M>[], sport: Sport): Bracket<M> {
  const replays = new Set(entries.flatMap(({ match, round }) => (round.isReplay ? [match.id] : [])));
  const tiesAt = (stage: KnockOutRound['stage']) => {
    const own = entries.filter(({ round }) => round.stage === stage);
    return tiesOf(
      own.map(({ match }) => match),
      sport,
      replays,
    );
  };
  const first = Math.max(...entries.map(({ round: { stage } }) => (stage === 'third_place' ? 0 : stage)));
  const stages = Array.from({ length: Math.log2(first) + 1 }, (_, i) => ({ stage: first / 2 ** i, ties: tiesAt(first / 2 ** i) }));
  const placed = inPlaces(stages);
  const rounds = placed
    ? placed.map((places, i) => slotsOf(places, placed[i - 1], placed[i + 1]))
    : stages.map(({ ties }) => ties.map((tie) => ({ tie, isOpen: false, follows: false })));
  return {
    section,
    joins: placed !== null,
    rounds: rounds.map((slots, i) => ({ name: stageName(stages[i]!.stage), slots })).filter(({ slots }) => slots.length > 0),
    thirdPlace: tiesAt('third_place')[0] ?? null,
  };
}

/** The places of a round, as many as its stage has; null for unknown ones. */
type Places<M extends BracketMatch> = (Tie<M> | null)[];

/** Returns all rounds in their places, computed from the final backwards; null if they do not lead into each other. */
function inPlaces<M extends BracketMatch>(stages: readonly { stage: number; ties: Tie<M>[] }[]): Places<M>[] | null {
  const rounds: Places<M>[] = [];
  for (const { stage, ties } of stages.toReversed()) {
    const places = leadingTo(rounds[0] ?? [null], stage, ties);
    if (places === null) return null;
    rounds.unshift(places);
  }
  return rounds;
}

function leadingTo<M extends BracketMatch>(next: Places<M>, stage: number, ties: readonly Tie<M>[]): Places<M> | null {
  const ids = new Set(ties.flatMap((tie) => SIDES.map((side) => competitor(tie, side).id)));
  if (ids.size < ties.length * 2) return null;
  const places: Places<M> = Array(stage).fill(null);
  const left = new Set(ties);
  for (const [k, then] of next.entries()) {
    for (const [i, side] of SIDES.entries()) {
      const id = then && competitor(then, side).id;
      const from = id === null ? undefined : ties.find((tie) => sideIn(tie, id) !== null);
      if (id === null || !from) continue;
      // Both sides of one tie advanced, or its loser did.
      const winner = sideIn(from, id);
      if (!left.delete(from) || (from.winner !== null && from.winner !== winner)) return null;
      places[2 * k + i] = { ...from, winner };
    }
  }
  const free = [...places.keys()].filter((place) => next[place >> 1] === null);
  for (const tie of left) {
    const place = free.shift();
    if (place === undefined) return null;
    places[place] = tie;
  }
  return places;
}

function slotsOf<M extends BracketMatch>(places: Places<M>, before: Places<M> | undefined, next: Places<M> | undefined): Slot<M>[] {
  const isLastOpen = places.filter((tie) => tie === null).length === 1;
  return places.map((tie, k) => ({
    tie,
    isOpen: tie === null && (next?.[k >> 1] ?? null) === null,
    // Only two of the advancing competitors are left, so they meet.
    follows: before !== undefined && (tie !== null || isLastOpen),
  }));
}

/** A knock-out round, parsed from a feed's name of it. */
interface KnockOutRound {
  /** The part of a season with several draws: "Apertura Playoffs", "Path A"; '' if it has one. */
  section: string;
  /** How many ties it has room for: the final 1, semi-finals 2, and so on, a power of two; or the match for third place. */
  stage: number | 'third_place';
  /** Whether matches that were level the first time are replayed. */
  isReplay: boolean;
}

const STAGES = [
  { of: /^final$/, ties: 1 },
  { of: /^semi[- ]?finals?$/, ties: 2 },
  { of: /^quarter[- ]?finals?$/, ties: 4 },
] as const;
const ROUND_OF = /^round of (\d{1,3})$/;
/** "1/8-finals" and "8th Finals" have eight ties. */
const FRACTION = /^(?:1\/(\d{1,2})|(\d{1,2})th)[- ]finals?$/;
const THIRD_PLACE = /^(?:match for )?(?:third|3rd)[- ]place(?:[- ](?:match|final|play-?off))?$/;
const REPLAYS = /(?:, | )replays?$/i;
const TIES_MAX = 128;

/** Parses a feed's name of a round ("Finals, Round of 16", "Semi-finals"); null for rounds of another kind. */
export function readKnockOutRound(name: string): KnockOutRound | null {
  const [, section = '', last = ''] = /^(?:(.*)(?:, | - ))?(.+)$/.exec(name.replace(REPLAYS, '')) ?? [];
  const stage = readStage(last.toLowerCase());
  return stage === null ? null : { section, stage, isReplay: REPLAYS.test(name) };
}

function readStage(name: string): KnockOutRound['stage'] | null {
  if (THIRD_PLACE.test(name)) return 'third_place';
  const named = STAGES.find(({ of }) => of.test(name));
  if (named) return named.ties;
  const competitors = ROUND_OF.exec(name)?.[1];
  const [, fraction, nth] = FRACTION.exec(name) ?? [];
  const ties = competitors === undefined ? Number(fraction ?? nth) : Number(competitors) / 2;
  return ties >= 1 && ties <= TIES_MAX && Number.isInteger(Math.log2(ties)) ? ties : null;
}

/** Returns the most common name that feeds use for a stage with this many ties. */
export function stageName(ties: number): string {
  return ['Final', 'Semi-finals', 'Quarter-finals'][Math.log2(ties)] ?? `Round of ${ties * 2}`;
}

/** At least two matches: a final alone is no draw. */
const DRAW_MATCHES_MIN = 2;

/** Returns the sections of a season that have a draw, by the round names of its matches. */
export function sectionsWithDraw(rounds: readonly string[]): Set<string> {
  const matches = new Map<string, number>();
  for (const { section, stage } of rounds.flatMap((name) => readKnockOutRound(name) ?? [])) {
    if (stage !== 'third_place') matches.set(section, (matches.get(section) ?? 0) + 1);
  }
  return new Set([...matches].filter(([, count]) => count >= DRAW_MATCHES_MIN).map(([section]) => section));
}
