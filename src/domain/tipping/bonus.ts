import { plainName } from '#domain/matches/player-names.ts';

/**
 * Bonus questions of a tipping group, as data. `team`: one team of a league, such as its champion. `teams`: several, such as those that go
 * down. `player`: a name. `number`: a count. `choice`: one of the asker's own choices.
 */
export const QUESTION_KINDS = ['team', 'teams', 'player', 'number', 'choice'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const QUESTION_TEXT_MAX = 140;
export const CHOICE_TEXT_MAX = 60;
export const CHOICES_MIN = 2;
export const CHOICES_MAX = 10;
/** Teams that one answer can name. */
export const PICKS_MAX = 10;
/** Values that one result can have. */
export const RESULT_MAX = 20;
/** The greatest number that can be answered. */
export const NUMBER_MAX = 9_999;
/** The most that one right pick can be worth. */
export const BONUS_POINTS_MAX = 100;

/** A team's id, a player's name, a number, or the index of a choice. */
export type BonusValue = number | string;

/** What is asked, and what an answer is worth. */
export interface QuestionTerms {
  kind: QuestionKind;
  /** The asker's own words. Null: the kind says it (champion, relegated teams, top scorer, goals), and the result is derived where it can be. */
  text: string | null;
  /** Of a `number` without own words: all goals of a day (UTC), or of a round by its key (rounds.ts). */
  day: string | null;
  round: string | null;
  /** Of a `choice`; else empty. */
  choices: readonly string[];
  /** How many values an answer has: more than one only for `teams`. */
  picks: number;
  /** Of a `number`: the nearest answers are right, and not only exact ones. */
  nearest: boolean;
  /** For each right value. */
  points: number;
}

/** Why a question cannot be asked like this. */
export type QuestionFault = 'text' | 'choices' | 'picks' | 'nearest' | 'day' | 'league_id';

/** Returns which part of a question contradicts the rest; null if none does. `hasLeague`: whether it is about a league. */
export function questionFault(terms: QuestionTerms, hasLeague: boolean): QuestionFault | null {
  const { kind, text, day, round, choices, picks, nearest } = terms;
  if (kind === 'choice' ? choices.length < CHOICES_MIN || choices.length > CHOICES_MAX : choices.length > 0) return 'choices';
  if (new Set(choices.map(plainName)).size < choices.length) return 'choices';
  if (kind === 'choice' && text === null) return 'text';
  if (kind === 'teams' ? picks < 2 || picks > PICKS_MAX : picks !== 1) return 'picks';
  if (nearest && kind !== 'number') return 'nearest';
  const scopes = Number(day !== null) + Number(round !== null);
  if (scopes !== (kind === 'number' && text === null ? 1 : 0)) return 'day';
  const needsLeague = kind === 'team' || kind === 'teams' || (kind === 'player' && text === null);
  return needsLeague && !hasLeague ? 'league_id' : null;
}

/** The most points that an answer can get. */
export const bonusMax = ({ picks, points }: Pick<QuestionTerms, 'picks' | 'points'>): number => picks * points;

/** Returns whether two values of a question are the same: names of players regardless of case and accents. */
export function isSameValue(kind: QuestionKind, a: BonusValue, b: BonusValue): boolean {
  return kind === 'player' ? plainName(String(a)) === plainName(String(b)) : a === b;
}

/** Returns whether each value is one that this question can have, and none occurs twice. `teams`: ids of the league's teams. */
export function arePossibleValues(
  { kind, choices }: Pick<QuestionTerms, 'kind' | 'choices'>,
  values: readonly BonusValue[],
  teams: ReadonlySet<number>,
): boolean {
  const isPossible = (value: BonusValue): boolean => {
    if (kind === 'player') return typeof value === 'string' && plainName(value) !== '';
    if (typeof value !== 'number' || !Number.isInteger(value)) return false;
    if (kind === 'team' || kind === 'teams') return teams.has(value);
    return value >= 0 && (kind === 'number' ? value <= NUMBER_MAX : value < choices.length);
  };
  return values.every((value, at) => isPossible(value) && !values.slice(0, at).some((other) => isSameValue(kind, other, value)));
}

/** Returns whether these values are an answer: as many as are asked for. */
export const isPossibleAnswer = (terms: QuestionTerms, values: readonly BonusValue[], teams: ReadonlySet<number>): boolean =>
  values.length === terms.picks && arePossibleValues(terms, values, teams);

/** Returns whether these values are a result: none (the question counts for nobody), one number, or all that are right. */
export const isPossibleResult = (terms: QuestionTerms, values: readonly BonusValue[], teams: ReadonlySet<number>): boolean =>
  values.length <= (terms.kind === 'number' ? 1 : RESULT_MAX) && arePossibleValues(terms, values, teams);

/** What all answers to a question share: needed to score one of them alone, as in a receipt. */
export interface BonusTerms extends Pick<QuestionTerms, 'kind' | 'picks' | 'nearest' | 'points'> {
  /** Every value that is right; empty: none counts. */
  result: readonly BonusValue[];
  /** With `nearest`: how far the nearest of all answers is off; null without an answer or a result. */
  off: number | null;
}

/** Returns what a question with a result and these answers says of each of them. */
export function bonusTerms(
  { kind, picks, nearest, points }: Pick<QuestionTerms, 'kind' | 'picks' | 'nearest' | 'points'>,
  result: readonly BonusValue[],
  answers: readonly (readonly BonusValue[])[],
): BonusTerms {
  const offs = nearest && result.length > 0 ? answers.map((answer) => offBy(answer, result)) : [];
  return { kind, picks, nearest, points, result, off: offs.length === 0 ? null : offs.reduce((least, off) => Math.min(least, off)) };
}

const offBy = ([value]: readonly BonusValue[], [result]: readonly BonusValue[]): number => Math.abs(Number(value) - Number(result));

/** How many values of an answer are right, and its points: `right * points of the question`, 0 to `bonusMax`. */
export interface ScoredAnswer {
  right: number;
  points: number;
}

/** Returns what an answer is worth. The order of its values does not matter, and none counts twice. */
export function scoreAnswer(answer: readonly BonusValue[], terms: BonusTerms): ScoredAnswer {
  const { kind, picks, nearest, points, result, off } = terms;
  if (result.length === 0 || answer.length === 0) return { right: 0, points: 0 };
  const hits = nearest
    ? Number(off !== null && offBy(answer, result) === off)
    : result.filter((right, at) => result.indexOf(right) === at && answer.some((value) => isSameValue(kind, value, right))).length;
  const right = Math.min(hits, picks);
  return { right, points: right * points };
}
