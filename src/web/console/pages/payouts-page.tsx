import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { BATCH_MAX, type Batch, makeBatch, type Payable } from '#contract/payout-batches.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { batchesQuery, payableQuery } from '#web/console/features/payouts/api.ts';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/card.tsx';
import { TickBox } from '#web/ui/checkbox.tsx';

/** What may be paid, to choose a batch from, and the batches made before. */
export function PayoutsPage() {
  const t = useTranslations('admin_payouts');
  const { values, hrefWith } = useAddress({ after: textUpTo(36), before: textUpTo(36) });
  const { after, before } = values;
  const payable = useQuery(payableQuery({ page_size: BATCH_MAX, ...(after && { after }) }));
  const batches = useQuery(batchesQuery({ page_size: 20, ...(before && { before }) }));
  return (
    <>
      <PageHead title={t('title')} filters={<span className="text-[12.5px] text-muted max-md:hidden">{t('keys')}</span>} />
      <div className="grid gap-3.5">
        <Panel
          title={t('to_pay')}
          query={payable}
          failed={t('to_pay_failed')}
          skeleton={<TableSkeleton rows={5} />}
          empty={({ items }) => (items.length === 0 ? t('to_pay_none') : null)}
        >
          {({ items, total, next }) => (
            <>
              <PayableTable rows={items} total={total} isStale={payable.isPlaceholderData} />
              <NextLink to={next && hrefWith({ after: next })} />
            </>
          )}
        </Panel>
        <Panel
          title={t('batches')}
          query={batches}
          failed={t('batches_failed')}
          skeleton={<TableSkeleton rows={5} />}
          empty={({ items }) => (items.length === 0 ? t('batches_none') : null)}
        >
          {({ items, next }) => (
            <>
              <BatchTable rows={items} isStale={batches.isPlaceholderData} />
              <NextLink to={next && hrefWith({ before: next })} />
            </>
          )}
        </Panel>
      </div>
    </>
  );
}

function NextLink({ to }: { to: string | null }) {
  const t = useTranslations('admin_payouts');
  if (to === null) return null;
  return (
    <p className="pt-3 text-right">
      <Button asChild look="plain" size="s">
        <Link to={to}>{t('more')}</Link>
      </Button>
    </p>
  );
}

interface PayableTableProps {
  rows: readonly Payable[];
  total: { count: number; usdt: string };
  isStale: boolean;
}

/** Withdrawals to choose from; `x` chooses the focused row. */
function PayableTable({ rows, total, isStale }: PayableTableProps) {
  const t = useTranslations('admin_payouts');
  const format = useFormatter();
  const navigate = useNavigate();
  const make = useAdminCall(makeBatch);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // What was paid or put into a batch meanwhile is chosen no longer.
  const picked = rows.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) =>
    setChosen((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  const areAll = picked.length === rows.length;
  const sum = picked.reduce((cents, { usdt }) => cents + Number(usdt.replace('.', '')), 0) / 100;

  const columns: Column<Payable>[] = [
    {
      key: 'choose',
      title: t('choose'),
      className: 'w-10',
      cell: ({ id, user, usdt }) => (
        <TickBox checked={chosen.has(id)} onChange={() => toggle(id)} aria-label={t('choose_one', { name: user.display_name, usdt })} />
      ),
    },
    { key: 'user', title: t('user'), cell: ({ user }) => <UserLine user={user} isBrief /> },
    { key: 'usdt', title: 'USDT', isNumber: true, cell: ({ usdt }) => usdt },
    { key: 'wallet', title: t('wallet'), className: 'num text-muted', cell: ({ wallet_address }) => shortWallet(wallet_address) },
    { key: 'approved', title: t('approved'), cell: ({ decided_at }) => <TimeAgo at={decided_at} /> },
    {
      key: 'open',
      title: '',
      isExtra: true,
      cell: ({ id }) => (
        <Link to={`/admin/withdrawals/${id}`} className="text-accent underline-offset-2 hover:underline">
          {t('see')}
        </Link>
      ),
    },
  ];

  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2.5">
        <p className="text-[13px] text-muted">{t('to_pay_total', { count: total.count, usdt: total.usdt })}</p>
        <span className="ml-auto flex flex-wrap items-center gap-2.5">
          <Button size="s" look="plain" onClick={() => setChosen(new Set(areAll ? [] : rows.map(({ id }) => id)))}>
            {t(areAll ? 'choose_none' : 'choose_all')}
          </Button>
          <Button
            size="s"
            disabled={picked.length === 0}
            busy={make.isPending}
            onClick={() =>
              make.mutate(
                { withdrawal_ids: picked.map(({ id }) => id) },
                {
                  onSuccess: ({ batch }) => navigate(`/admin/payouts/${batch.id}`),
                  onError: (error) => toast('error', errorText(error)),
                },
              )
            }
          >
            {picked.length === 0
              ? t('make_none')
              : t('make', { count: picked.length, usdt: format.number(sum, { minimumFractionDigits: 2 }) })}
          </Button>
        </span>
      </div>
      <DataTable
        label={t('to_pay')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        keys={{ x: ({ id }) => toggle(id) }}
        isStale={isStale}
      />
    </>
  );
}

function BatchTable({ rows, isStale }: { rows: readonly Batch[]; isStale: boolean }) {
  const t = useTranslations('admin_payouts');
  const format = useFormatter();
  const columns: Column<Batch>[] = [
    {
      key: 'made',
      title: t('made'),
      className: 'num whitespace-nowrap',
      cell: ({ created_at }) => format.dateTime(new Date(created_at), 'day_time_year'),
    },
    { key: 'holder', title: t('held_by'), className: 'wrap-anywhere', cell: ({ held_by }) => held_by.email },
    { key: 'usdt', title: 'USDT', isNumber: true, cell: ({ usdt }) => usdt },
    { key: 'state', title: t('state'), cell: (batch) => <BatchTag batch={batch} /> },
  ];
  return (
    <DataTable
      label={t('batches')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/admin/payouts/${id}`}
      isStale={isStale}
      hasKeys={false}
    />
  );
}

function BatchTag({ batch: { counts, dissolved_at } }: { batch: Batch }) {
  const t = useTranslations('admin_payouts');
  const { all, recorded, confirmed, wrong } = counts;
  if (dissolved_at !== null) return <Tag tone="quiet">{t('dissolved')}</Tag>;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Tag tone={confirmed === all ? 'good' : 'accent'}>{t('progress', { all, recorded, confirmed })}</Tag>
      {wrong > 0 && <Tag tone="bad">{t('wrong', { count: wrong })}</Tag>}
    </span>
  );
}
