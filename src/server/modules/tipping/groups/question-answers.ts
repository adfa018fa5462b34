import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { listTippingAnswers, QuestionAnswer, QuestionAnswers } from '#contract/tipping-questions.ts';
import { scoreAnswer } from '#domain/tipping/bonus.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { pageOf } from '#server/platform/http/paging.ts';
import { requireReader } from './access.ts';
import { resultOf, termsOf } from './bonus-points.ts';
import { findEveryMember } from './group-queries.ts';

import { closeQuestions, findAnswers } from './question-queries.ts';
import { derivedOf } from './questions.ts';

/**
 * Returns everybody's answers to a closed question: the caller's first, then those with most points. Throws `answers_hidden` before it has
 * closed, the same for everybody, so that not even their number is told.
 */
export async function answers(
  deps: Deps,
  userId: string,
  { group_id, question_id, page, page_size }: ParsedInputOf<typeof listTippingAnswers>,
): Promise<QuestionAnswers> {
  const { group } = await requireReader(deps, userId, group_id);
  const [question] = await closeQuestions(deps, group_id, question_id);
  if (!question) throw new AppError('not_found');
  if (question.closed_at === null) throw new AppError('answers_hidden');
  const [rows, members, derived] = await Promise.all([
    findAnswers(deps.db, [question_id]),
    findEveryMember(deps.db, group_id),
    derivedOf(deps, group, [question]),
  ]);
  const result = resultOf(question, derived);
  const terms = result && termsOf(question, result, rows);
  const byId = new Map(members.map((member) => [member.id, member]));
  const all = rows.flatMap(({ member_id, answer, answered_at }): QuestionAnswer[] => {
    const { handle, user_id, left_at } = byId.get(member_id)!;
    if (left_at !== null || handle === null) return [];
    return [
      {
        ...{ handle, is_me: user_id === userId, values: answer, answered_at: answered_at.toISOString() },
        scored: terms && scoreAnswer(answer, terms),
      },
    ];
  });
  const pointsOf = ({ scored }: QuestionAnswer) => scored?.points ?? 0;
  all.sort((a, b) => Number(b.is_me) - Number(a.is_me) || pointsOf(b) - pointsOf(a) || (a.handle < b.handle ? -1 : 1));
  const listed = await pageOf({ page, page_size }, async ({ limit, offset }) => ({
    items: all.slice(offset, offset + limit),
    total: all.length,
  }));
  return { ...listed, closed_at: question.closed_at.toISOString(), terms };
}
