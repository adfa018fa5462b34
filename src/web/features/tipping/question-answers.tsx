import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { QuestionAnswers, TippingQuestion } from '#contract/tipping-questions.ts';
import { scoreAnswer } from '#domain/tipping/bonus.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { answersQuery } from './api.ts';
import { useQuestionText, useValueWords } from './question-words.ts';

interface AnswersDialogProps {
  group: TippingGroup;
  question: TippingQuestion;
  onClose: () => void;
}

/** Everybody's answers to a question that has closed, with when they were saved, and a check of their points in this browser. */
export function AnswersDialog({ group, question, onClose }: AnswersDialogProps) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const textOf = useQuestionText(group);
  const words = useValueWords(question);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(answersQuery(group.id, question.id));
  const first = data?.pages[0];
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      isCalm
      width="l"
      title={textOf(question)}
      lead={first && t('closed_at', { time: format.dateTime(new Date(first.closed_at), 'day_time') })}
    >
      {!data && error && <ErrorState title={t('questions.answers_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[220px] rounded-control" />}
      {data && rows.length === 0 && <EmptyState title={t('questions.answers_none')} />}
      <ul className="grid">
        {rows.map(({ handle, is_me, values, answered_at, scored }) => (
          <li key={handle} className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
            <Avatar handle={handle} size={26} />
            <span className="min-w-0 flex-1">
              <span className={is_me ? 'block truncate font-[550] text-accent' : 'block truncate font-[550]'}>{handle}</span>
              <span className="block text-[12px] text-muted">
                {t('questions.answered_at', { time: format.dateTime(new Date(answered_at), 'day_time') })}
              </span>
            </span>
            <span className="max-w-[50%] text-right text-[13.5px] wrap-anywhere">{words(values)}</span>
            {scored && (
              <b className={scored.points > 0 ? 'num w-10 text-right text-good' : 'num w-10 text-right text-muted'}>+{scored.points}</b>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-3">
          {t('show_more')}
        </Button>
      )}
      {first?.terms && rows.length > 0 && <Check rows={rows} terms={first.terms} />}
    </Dialog>
  );
}

/** Scores each answer again, by the function that scores on the server. */
function Check({ rows, terms }: { rows: QuestionAnswers['items']; terms: NonNullable<QuestionAnswers['terms']> }) {
  const t = useTranslations('tipping.questions');
  const format = useFormatter();
  const wrong = rows.filter(({ values, scored }) => scoreAnswer(values, terms).points !== scored?.points);
  return (
    <p role="status" className={wrong.length === 0 ? 'mt-3 text-[12.5px] text-muted' : 'mt-3 text-[12.5px] text-bad'}>
      {wrong.length === 0
        ? t('check_right', { count: rows.length })
        : t('check_wrong', { names: format.list(wrong.map(({ handle }) => handle)) })}
    </p>
  );
}
