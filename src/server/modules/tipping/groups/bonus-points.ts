import { groupBy } from '#domain/grouping.ts';
import { type BonusTerms, type BonusValue, bonusTerms, scoreAnswer } from '#domain/tipping/bonus.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { derivedResults } from './derived-results.ts';
import type { GroupMatch } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';
import { type AnswerRow, findAnswers, findQuestions, type QuestionRow } from './question-queries.ts';

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

/** What a question gave to whom. */
interface Column {
  /** What it depends on beside the answers, which do not change once a question has closed. */
  version: string;
  points: ReadonlyMap<number, number>;
}

/** Columns that are kept in memory, of all groups: with 5,000 answers each about 40 MB. */
const COLUMNS_MAX = 100;

/** One for each view of the database: behind a shield other results are known. */
const KEPT = new WeakMap<Db, Map<string, Column>>();

/**
 * Returns the points of each member (by id) for the group's questions that have closed and have a result: of all, or of those whose deadline
 * was in a month ("2026-11", UTC). Members without points are missing. `matches`: all of the group.
 */
export async function bonusPoints(
  db: Db,
  group: GroupRow,
  matches: readonly GroupMatch[],
  month?: string,
): Promise<ReadonlyMap<number, number>> {
  const closed = (await findQuestions(db, group.id)).filter(
    ({ closed_at, deadline }) => closed_at !== null && (month === undefined || deadline.toISOString().startsWith(month)),
  );
  const sums = new Map<number, number>();
  if (closed.length === 0) return sums;
  for (const { points } of await columnsOf(db, group, closed, matches))
    for (const [member, some] of points) sums.set(member, (sums.get(member) ?? 0) + some);
  return sums;
}

async function columnsOf(db: Db, group: GroupRow, closed: readonly QuestionRow[], matches: readonly GroupMatch[]): Promise<Column[]> {
  const derived = await derivedResults(
    db,
    group,
    closed.filter(({ result }) => result === null),
    matches,
  );
  const decided = closed.flatMap((question) => {
    const result = resultOf(question, derived);
    return result ? [{ question, result, version: JSON.stringify(result) }] : [];
  });
  const kept = KEPT.get(db) ?? new Map<string, Column>();
  KEPT.set(db, kept);
  const missing = decided.filter(({ question, version }) => kept.get(question.id)?.version !== version);
  const missingIds = missing.map(({ question }) => question.id);
  const answers = groupBy(await findAnswers(db, missingIds), ({ question_id }) => question_id);
  const columns = decided.map(({ question, result, version }): Column => {
    const known = kept.get(question.id);
    const column = known?.version === version ? known : { version, points: columnOf(question, result, answers.get(question.id) ?? []) };
    // The last to be asked for is forgotten last.
    kept.delete(question.id);
    kept.set(question.id, column);
    return column;
  });
  for (const id of kept.keys()) {
    if (kept.size <= COLUMNS_MAX) break;
    kept.delete(id);
  }
  return columns;
}

function columnOf(question: QuestionRow, result: readonly BonusValue[], answers: readonly AnswerRow[]): Map<number, number> {
  const terms = termsOf(question, result, answers);
  const scored = answers.map(({ member_id, answer }) => [member_id, scoreAnswer(answer, terms).points] as const);
  return new Map(scored.filter(([, points]) => points > 0));
}
