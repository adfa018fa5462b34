import { groupBy } from '#domain/grouping.ts';
import { type BonusTerms, type BonusValue, bonusTerms, scoreAnswer } from '#domain/tipping/bonus.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { derivedResults } from './derived-results.ts';
import type { GroupMatch } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';
import { type AnswerRow, closeQuestions, findAnswers, type QuestionRow } from './question-queries.ts';

/** The result that counts: the one that was entered, else the derived one. Null while a question is open or has none. */
export const resultOf = ({ id, closed_at, result }: QuestionRow, derived: ReadonlyMap<string, readonly BonusValue[]>) =>
  closed_at === null ? null : (result ?? derived.get(id) ?? null);

/** Returns what a question's answers are scored by. */
export const termsOf = (question: QuestionRow, result: readonly BonusValue[], answers: readonly AnswerRow[]): BonusTerms =>
  bonusTerms(
    question.terms,
    result,
    answers.map(({ answer }) => answer),
  );

/** What a question that has closed and has a result gave to whom. */
export interface BonusColumn {
  questionId: string;
  deadline: Date;
  /** Points by id of the member; those without are missing. */
  points: ReadonlyMap<number, number>;
}

interface Kept {
  /** What it depends on beside the answers, which do not change once a question has closed. */
  version: string;
  column: BonusColumn;
}

/** Columns that are kept in memory, of all groups: with 5,000 answers each about 40 MB. */
const COLUMNS_MAX = 100;

/** One for each view of the database: behind a shield other results are known. */
const KEPT = new WeakMap<Db, Map<string, Kept>>();

/** Returns the columns of a group's questions that have closed and have a result. `matches`: all of the group. */
export async function bonusColumns(deps: Deps, group: GroupRow, matches: readonly GroupMatch[]): Promise<BonusColumn[]> {
  const { db } = deps;
  const closed = (await closeQuestions(deps, group.id)).filter(({ closed_at }) => closed_at !== null);
  if (closed.length === 0) return [];
  const undecided = closed.filter(({ result }) => result === null);
  const derived = await derivedResults(db, group, undecided, matches);
  const decided = closed.flatMap((question) => {
    const result = resultOf(question, derived);
    return result ? [{ question, result, version: JSON.stringify(result) }] : [];
  });
  const kept = KEPT.get(db) ?? new Map<string, Kept>();
  KEPT.set(db, kept);
  const missing = decided.filter(({ question, version }) => kept.get(question.id)?.version !== version);
  const missingIds = missing.map(({ question }) => question.id);
  const answers = groupBy(await findAnswers(db, missingIds), ({ question_id }) => question_id);
  const columns = decided.map(({ question, result, version }): BonusColumn => {
    const known = kept.get(question.id);
    const column = known?.version === version ? known.column : columnOf(question, result, answers.get(question.id) ?? []);
    // The last to be asked for is forgotten last.
    kept.delete(question.id);
    kept.set(question.id, { version, column });
    return column;
  });
  for (const id of kept.keys()) {
    if (kept.size <= COLUMNS_MAX) break;
    kept.delete(id);
  }
  return columns;
}

function columnOf(question: QuestionRow, result: readonly BonusValue[], answers: readonly AnswerRow[]): BonusColumn {
  const terms = termsOf(question, result, answers);
  const scored = answers.map(({ member_id, answer }) => [member_id, scoreAnswer(answer, terms).points] as const);
  return { questionId: question.id, deadline: question.deadline, points: new Map(scored.filter(([, points]) => points > 0)) };
}

/** Returns the points of each member (by id) in these columns. Members without points are missing. */
export function bonusPoints(columns: readonly BonusColumn[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { points } of columns) for (const [member, some] of points) sums.set(member, (sums.get(member) ?? 0) + some);
  return sums;
}
