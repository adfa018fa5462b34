import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { outboxQuery } from './api.ts';
import { MessageCard } from './message-card.tsx';

/** Everything that the demo would have sent, or what it would have sent to one address. Both are kept in the page's address. */
export function OutboxList() {
  const t = useTranslations('outbox');
  const [params, setParams] = useSearchParams();
  const to = params.get('to') ?? '';
  const page = Number(/^[1-9]\d{0,3}$/.exec(params.get('page') ?? '')?.[0] ?? 1);
  const { data, error, refetch } = useQuery(outboxQuery({ to: to.trim().toLowerCase(), page }));
  const filterBy = (address: string) => setParams(address === '' ? {} : { to: address }, { replace: true });
  return (
    <>
      <TextField
        label={t('filter')}
        type="search"
        name="to"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={to}
        onChange={(event) => filterBy(event.target.value)}
        className="mb-4 max-w-[430px]"
      />
      {!data && error && <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.items.length === 0 && <Nothing to={to.trim()} onClear={() => filterBy('')} />}
      {data && data.items.length > 0 && (
        <ul className="grid gap-3">
          {data.items.map((message, index) => (
            <MessageCard key={message.id} message={message} isOpenFirst={index === 0 && page === 1} />
          ))}
        </ul>
      )}
      {data && <Pager list={data} hrefOf={(next) => `?${new URLSearchParams({ ...(to && { to }), page: String(next) })}`} />}
    </>
  );
}

const Waiting = () => (
  <div className="grid gap-3">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-[92px] rounded-card" />
    ))}
  </div>
);

function Nothing({ to, onClear }: { to: string; onClear: () => void }) {
  const t = useTranslations('outbox');
  if (to === '') return <EmptyState icon={<Inbox size={28} />} title={t('empty')} hint={t('empty_hint')} />;
  return (
    <EmptyState
      icon={<Inbox size={28} />}
      title={t('empty_for', { address: to })}
      hint={t('empty_for_hint')}
      action={
        <Button look="quiet" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}
