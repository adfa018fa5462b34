import { groupBy } from '#domain/group-by.ts';
import { type KnockOutRound, readKnockOutRound, sectionsWithDraw, stageName } from './knock-out-round.ts';
import { SIDES, type Sport } from './sport.ts';
import { competitor, sideIn, type Tie, type TieMatch, tiesOf } from './tie.ts';

export interface BracketMatch extends TieMatch {
  /** The feed's name of it. */
  round: string;
}

/** A place in a round. */
export interface Slot<M extends BracketMatch> {
  tie: Tie<M> | null;
  /** Nobody was told yet, and somebody will be; false also where a competitor went on without a match. */
  isOpen: boolean;
  /** Its competitors are the winners of the places 2k and 2k + 1 of the round before, k being its own; false where that is not known yet. */
  follows: boolean;
}

export interface Bracket<M extends BracketMatch> {
  /** '' where a season has one draw. */
  section: string;
  /** The rounds lead into each other; else each is a plain list of its ties. */
  joins: boolean;
  /** From the first to the final. */
  rounds: { name: string; slots: Slot<M>[] }[];
  thirdPlace: Tie<M> | null;
}

interface Entry<M> {
  match: M;
  round: KnockOutRound;
}

/**
 * The draws of a season, from all of its matches in the order in which they are played; none where it has no knock-out rounds.
 * Nobody tells who meets whom later on, so what is told of a round puts the one before in order: the winners of its places
 * 2k and 2k + 1 met in place k. Ties whose winners have not met anybody yet stand in the places that are left.
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

/** A round's places, as many as its stage has; null where nobody was told. */
type Places<M extends BracketMatch> = (Tie<M> | null)[];

/** All rounds in their places, worked out from the final backwards; null where they do not lead into each other. */
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
      // Both of one tie went on, or its loser did.
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
    // Of all that go on, two are left: they meet.
    follows: before !== undefined && (tie !== null || isLastOpen),
  }));
}
