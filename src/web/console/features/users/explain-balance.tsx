import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { type ExplainedStep, explainBalance } from '#contract/admin-users.ts';
import { call } from '#web/console/lib/call.ts';
import { errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';

/** Walks a user's ledger from zero to now in sentences, when asked. */
export function ExplainBalance({ id, timeZone }: { id: string; timeZone: string }) {
  const t = useTranslations('admin_users.explain');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-3">
      <Button look="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('title')}
      </Button>
      {isOpen && <Walk id={id} timeZone={timeZone} />}
    </div>
  );
}

function Walk({ id, timeZone }: { id: string; timeZone: string }) {
  const t = useTranslations('admin_users.explain');
  const query = useInfiniteQuery({
    queryKey: ['users', id, 'explained'],
    queryFn: ({ pageParam, signal }) => call(explainBalance, { id, ...(pageParam !== null && { after_id: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const pages = query.data?.pages ?? [];
  const steps = pages.flatMap((page) => page.steps);
  const proof = pages.at(-1)?.proof;
  const holds = pages.every((page) => page.proof.holds);
  const { holds: _, ...numbers } = proof ?? { holds: true, transfers: 0, balance_sum: 0, held_sum: 0, balance: 0, held: 0 };
  return (
    <Card title={t('title')} className="mt-3">
      <FormAlert message={query.error && `${t('failed')}: ${errorText(query.error)}`} />
      {proof && (
        <p role="status" className={holds ? 'text-[13.5px] text-good' : 'text-[13.5px] text-bad'}>
          {t(holds ? 'adds_up' : 'differs', numbers)}
        </p>
      )}
      {proof && <p className="mt-2 text-[13.5px] text-muted">{t('start')}</p>}
      <ol className="grid gap-1 text-[13.5px]">
        {steps.map((step) => (
          <Step key={step.id} step={step} timeZone={timeZone} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button look="quiet" size="s" className="mt-3" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  );
}

function Step({ step, timeZone }: { step: ExplainedStep; timeZone: string }) {
  const t = useTranslations('admin_users.explain');
  const format = useFormatter();
  const { kind, points, match, by, agreed_by, reason, note, balance, held, withdrawal_id } = step;
  return (
    <li className="grid gap-x-3 border-t border-line py-1.5 md:grid-cols-[150px_1fr_auto]">
      <time dateTime={step.at} className="num text-[12.5px] text-muted">
        {format.dateTime(new Date(step.at), 'day_time_year', { timeZone })}
      </time>
      <span className="wrap-anywhere">
        {t(`steps.${kind}`, { points, match: match ?? t('unknown_match'), by: by?.email ?? t('unknown_admin') })}{' '}
        {agreed_by && <span className="text-muted">{t('agreed', { by: agreed_by.email })} </span>}
        {reason && <span className="text-muted">{t('reason', { reason })} </span>}
        {note && <span className="text-muted">{t('note', { note })} </span>}
        {withdrawal_id && (
          <Link to={`/admin/withdrawals/${withdrawal_id}`} className="text-accent underline">
            {t('request')}
          </Link>
        )}
      </span>
      <span className="num text-muted">{held === 0 ? t('balance_then', { balance }) : t('both_then', { balance, held })}</span>
    </li>
  );
}
