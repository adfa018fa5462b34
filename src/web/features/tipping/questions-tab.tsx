import { useQuery } from '@tanstack/react-query';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { CHANGE_MINUTES } from '#contract/tipping-questions.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { questionsQuery } from './api.ts';
import { QuestionCard } from './question-card.tsx';
import { QuestionForm } from './question-form.tsx';

/** The bonus questions of a group, open ones first; its owner asks them. */
export function QuestionsTab({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping.questions');
  const { data, error, refetch } = useQuery(questionsQuery(group.id));
  const [isAsking, setAsking] = useState(false);
  const isOwner = group.role === 'owner';
  return (
    <div className="grid gap-4">
      {isOwner && !isAsking && (
        <Button look="quiet" onClick={() => setAsking(true)} className="w-fit">
          {t('ask')}
        </Button>
      )}
      {isOwner && isAsking && (
        <Card title={t('ask')}>
          <p className="mb-4 text-[13px] text-muted">{t('ask_lead', { minutes: CHANGE_MINUTES })}</p>
          <QuestionForm group={group} changed={null} onDone={() => setAsking(false)} />
        </Card>
      )}
      {!data && error && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[260px] rounded-card" />}
      {data?.items.length === 0 && !isAsking && (
        <EmptyState icon={<CircleHelp size={28} />} title={t('none')} hint={t(isOwner ? 'none_hint_owner' : 'none_hint')} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {data?.items.map((question) => (
          <QuestionCard key={question.id} group={group} question={question} />
        ))}
      </div>
    </div>
  );
}
