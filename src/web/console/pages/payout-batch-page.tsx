import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { batchFile, dissolveBatch, takeOverBatch, type WholeBatch } from '#contract/payout-batches.ts';
import { batchQuery } from '#web/console/features/payouts/api.ts';
import { BatchItems, isUnpaid } from '#web/console/features/payouts/batch-items.tsx';
import { HashImport } from '#web/console/features/payouts/hash-import.tsx';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { DownloadButton } from '#web/console/ui/download-button.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { ApiError } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';

/** A batch of payouts: the file to pay from, each payout with its code and amount, and the transactions that come back. */
export function PayoutBatchPage() {
  const t = useTranslations('admin_payouts');
  const format = useFormatter();
  const admin = useAdmin();
  const { id = '' } = useParams();
  const query = useQuery(batchQuery(id));
  const batch = query.data?.batch;
  const isOpen = batch !== undefined && batch.dissolved_at === null;
  const isMine = isOpen && batch.held_by.id === admin?.id;
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <>
        <BackLink />
        <PageHead title={t('title')} />
        <EmptyState title={t('no_such')} />
      </>
    );
  return (
    <>
      <BackLink />
      <PageHead
        title={
          batch ? t('batch_title', { usdt: batch.usdt, when: format.dateTime(new Date(batch.created_at), 'day_time_year') }) : t('title')
        }
        states={batch && <Holder batch={batch} isMine={isMine} />}
        aside={isOpen && <BatchActions batch={batch} isMine={isMine} />}
        filters={isMine && <span className="text-[12.5px] text-muted max-md:hidden">{t('keys_batch')}</span>}
      />
      <div className="grid gap-3.5">
        <Panel title={t('payouts')} query={query} failed={t('batch_failed')} skeleton={<TableSkeleton rows={8} />}>
          {({ batch: shown }) => <BatchItems batch={shown} isMine={isMine} />}
        </Panel>
        {isMine && <HashImport batchId={id} />}
      </div>
    </>
  );
}

function BackLink() {
  const t = useTranslations('admin_payouts');
  return (
    <Link to="/admin/payouts" className="thumb mb-1 inline-block text-[13px] text-muted hover:text-text hover:underline">
      ← {t('back')}
    </Link>
  );
}

function Holder({ batch: { held_by, dissolved_at, counts }, isMine }: { batch: WholeBatch; isMine: boolean }) {
  const t = useTranslations('admin_payouts');
  if (dissolved_at !== null) return <StateDot tone="quiet">{t('dissolved')}</StateDot>;
  const { all, recorded, confirmed } = counts;
  return (
    <>
      <StateDot tone={confirmed === all ? 'good' : 'quiet'}>{t('progress', { all, recorded, confirmed })}</StateDot>
      <span className="wrap-anywhere text-muted">{isMine ? t('held_by_you') : t('held_by_other', { email: held_by.email })}</span>
    </>
  );
}

function BatchActions({ batch, isMine }: { batch: WholeBatch; isMine: boolean }) {
  const t = useTranslations('admin_payouts');
  const [deed, setDeed] = useState<'take_over' | 'dissolve' | null>(null);
  const takeOver = useAdminCall(takeOverBatch);
  const dissolve = useAdminCall(dissolveBatch);
  const { id, counts, held_by } = batch;
  const close = () => setDeed(null);
  return (
    <>
      {isMine && batch.items.some(isUnpaid) && <DownloadButton endpoint={batchFile} input={{ id }} />}
      {isMine && counts.recorded === 0 && (
        <Button size="s" look="plain" onClick={() => setDeed('dissolve')}>
          {t('dissolve')}
        </Button>
      )}
      {!isMine && (
        <Button size="s" look="quiet" onClick={() => setDeed('take_over')}>
          {t('take_over')}
        </Button>
      )}
      {deed === 'take_over' && (
        <ReasonDialog
          title={t('take_over_title')}
          lead={t('take_over_lead', { email: held_by.email })}
          submit={t('take_over')}
          onClose={close}
          onConfirm={(reason) => takeOver.mutateAsync({ id, reason })}
        />
      )}
      {deed === 'dissolve' && (
        <ReasonDialog
          title={t('dissolve_title')}
          lead={t('dissolve_lead')}
          submit={t('dissolve')}
          look="danger"
          onClose={close}
          onConfirm={(reason) => dissolve.mutateAsync({ id, reason })}
        />
      )}
    </>
  );
}
