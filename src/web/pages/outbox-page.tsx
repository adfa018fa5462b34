import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { metaQuery } from '#web/data/queries.tsx';
import { OutboxList } from '#web/features/outbox/outbox-list.tsx';
import { usePage } from '#web/lib/use-page.ts';
import { ErrorState } from '#web/ui/placeholders.tsx';

/** The demo's outbox of messages. The page exists only in the demo. */
export function OutboxPage() {
  const { data: meta, error, refetch } = useQuery(metaQuery);
  if (meta) return meta.demo ? <Outbox /> : <Navigate to="/matches" replace />;
  return error && <Unknown error={error} onRetry={() => void refetch()} />;
}

function Outbox() {
  const t = useTranslations();
  const locale = useLocale();
  usePage(t('titles.outbox'), { back: '/matches' });
  return (
    <div className="page-width max-w-[820px]">
      <h1 className="text-[20px] font-[680] tracking-[-0.01em] max-md:sr-only">{t('outbox.heading')}</h1>
      <p className="mt-0.5 text-[13.5px] text-muted">{t('outbox.lead')}</p>
      <p className="mt-0.5 mb-4 text-[13.5px]">
        <a className="underline" href={`/api/dev/telegram?lang=${locale}`}>
          {t('outbox.chat')}
        </a>
      </p>
      <OutboxList />
    </div>
  );
}

function Unknown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations();
  usePage(t('titles.outbox'), { back: '/matches' });
  return (
    <div className="page-width">
      <ErrorState title={t('outbox.load_failed')} error={error} onRetry={onRetry} />
    </div>
  );
}
