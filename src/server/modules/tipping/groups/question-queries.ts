import { type Selectable, sql } from 'kysely';
import type { BonusValue, QuestionTerms } from '#domain/tipping/bonus.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/transact.ts';
import { holdClosing, isReadOnly } from './group-matches.ts';

export interface QuestionRow extends Omit<Selectable<DB['tipping_questions']>, 'terms' | 'result'> {
  terms: QuestionTerms;
  result: BonusValue[] | null;
}

/** What an owner decides about a question. */
export type Asked = Pick<QuestionRow, 'terms' | 'league_id' | 'season' | 'deadline'>;

/** Returns a group's questions, or one of them, by deadline. */
export async function findQuestions(db: Db, groupId: string, id?: string): Promise<QuestionRow[]> {
  const rows = await db
    .selectFrom('tipping_questions')
    .selectAll()
    .where('group_id', '=', groupId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('deadline')
    .orderBy('id')
    .execute();
  return rows as unknown as QuestionRow[];
}

/**
 * Records which questions have closed, and returns all of the group, or the one with the id. Answers are shown only of questions with such a
 * record, and taken only of questions without: an answer that arrived in time and is still being entered is waited for.
 */
export async function closeQuestions(deps: Deps, groupId: string, id?: string): Promise<QuestionRow[]> {
  const now = deps.now();
  const known = await findQuestions(deps.db, groupId, id);
  if (!known.some(({ closed_at, deadline }) => closed_at === null && deadline <= now) || (await isReadOnly(deps.db))) return known;
  return transact(deps, async (db) => {
    await holdClosing(db, groupId, 'closing');
    await db
      .updateTable('tipping_questions')
      .set({ closed_at: now })
      .where('group_id', '=', groupId)
      .where('closed_at', 'is', null)
      .where('deadline', '<=', now)
      .execute();
    return findQuestions(db, groupId, id);
  });
}

export async function countQuestions(db: Db, groupId: string): Promise<number> {
  const { questions } = await db
    .selectFrom('tipping_questions')
    .select(({ fn }) => fn.countAll<number>().as('questions'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return Number(questions);
}

const asRow = ({ terms, ...asked }: Asked) => ({ ...asked, terms: JSON.stringify(terms) });

export async function insertQuestion(db: Db, row: Asked & { id: string; group_id: string; asked_at: Date }): Promise<void> {
  const { id, group_id, asked_at, ...asked } = row;
  await db
    .insertInto('tipping_questions')
    .values({ id, group_id, asked_at, ...asRow(asked) })
    .execute();
}

/** Changes a question, and drops its answers. */
export async function replaceQuestion(db: Db, id: string, asked: Asked): Promise<void> {
  await db.updateTable('tipping_questions').set(asRow(asked)).where('id', '=', id).execute();
  await db.deleteFrom('tipping_answers').where('question_id', '=', id).execute();
}

export async function deleteQuestion(db: Db, id: string): Promise<void> {
  await db.deleteFrom('tipping_questions').where('id', '=', id).execute();
}

/** Enters a result, or takes it back. */
export async function storeResult(db: Db, id: string, values: readonly BonusValue[] | null, by: string, at: Date): Promise<void> {
  const entered = values && { result: JSON.stringify(values), result_at: at, result_by: by };
  await db
    .updateTable('tipping_questions')
    .set(entered ?? { result: null, result_at: null, result_by: null })
    .where('id', '=', id)
    .execute();
}

interface Event {
  by: string;
  at: Date;
  /** Asked or changed; else it is about the result. */
  asked?: Asked;
  result?: readonly BonusValue[] | null;
}

/** Writes what happened to a question into its log. */
export async function logEvent(db: Db, questionId: string, { by, at, asked, result = null }: Event): Promise<void> {
  await db
    .insertInto('tipping_question_log')
    .values({
      question_id: questionId,
      at,
      by_user: by,
      terms: asked ? JSON.stringify(asked.terms) : null,
      deadline: asked?.deadline ?? null,
      result: result && JSON.stringify(result),
    })
    .execute();
}

export interface EventRow {
  question_id: string;
  at: Date;
  /** The handle of a present member. */
  by: string | null;
  terms: QuestionTerms | null;
  deadline: Date | null;
  result: BonusValue[] | null;
}

/** Returns the logs of a group's questions, the first event first. */
export async function findEvents(db: Db, groupId: string): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('tipping_question_log as e')
    .innerJoin('tipping_questions as q', 'q.id', 'e.question_id')
    .leftJoin('tipping_members as m', (join) =>
      join.onRef('m.group_id', '=', 'q.group_id').onRef('m.user_id', '=', 'e.by_user').on('m.left_at', 'is', null),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['e.question_id', 'e.at', 'u.public_handle as by', 'e.terms', 'e.deadline', 'e.result'])
    .where('q.group_id', '=', groupId)
    .orderBy('e.id')
    .execute();
  return rows as unknown as EventRow[];
}

/** An answer as it was entered. */
export interface AnswerRow {
  question_id: string;
  member_id: number;
  answer: BonusValue[];
  answered_at: Date;
}

/** Returns the answers to these questions, or those of one member, in the order of their entry. */
export async function findAnswers(db: Db, questionIds: readonly string[], memberId?: number): Promise<AnswerRow[]> {
  if (questionIds.length === 0) return [];
  const rows = await db
    .selectFrom('tipping_answers')
    .selectAll()
    .where('question_id', '=', sql<string>`any(${[...questionIds]}::uuid[])`)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId!))
    .orderBy('answered_at')
    .orderBy('member_id')
    .execute();
  return rows as unknown as AnswerRow[];
}

/** Stores a member's answer, or with null deletes it. */
export async function storeAnswer(
  db: Db,
  questionId: string,
  memberId: number,
  values: readonly BonusValue[] | null,
  at: Date,
): Promise<void> {
  if (values === null) {
    await db.deleteFrom('tipping_answers').where('question_id', '=', questionId).where('member_id', '=', memberId).execute();
    return;
  }
  const entered = { answer: JSON.stringify(values), answered_at: at };
  await db
    .insertInto('tipping_answers')
    .values({ question_id: questionId, member_id: memberId, ...entered })
    .onConflict((oc) => oc.columns(['question_id', 'member_id']).doUpdateSet(entered))
    .execute();
}
