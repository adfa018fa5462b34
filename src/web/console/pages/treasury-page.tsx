import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { InputOf } from '#contract/endpoint.ts';
import { explainTreasuryTransfer, getTreasury, listTreasuryTransfers, type Treasury, type TreasuryTransfer } from '#contract/treasury.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { HoldingsCard, NeedCard } from '#web/console/features/payouts/treasury-cards.tsx';
import { call } from '#web/console/lib/call.ts';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { toast } from '#web/data/toasts.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag, type TagTone } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { TransactionLink } from '#web/ui/transaction-link.tsx';

const STATES = ['open', 'all'] as const;
/** The worker asks nodes once a minute. */
const REFRESH_MS = 30_000;

const treasuryQuery = queryOptions({
  queryKey: ['treasury'],
  queryFn: ({ signal }) => call(getTreasury, {}, signal),
  refetchInterval: REFRESH_MS,
});

const transfersQuery = (filter: InputOf<typeof listTreasuryTransfers>) =>
  queryOptions({
    queryKey: ['treasury', 'transfers', filter],
    queryFn: ({ signal }) => call(listTreasuryTransfers, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** The treasury wallet: what it holds, owes and will need, and what left it. */
export function TreasuryPage() {
  const t = useTranslations('admin_treasury');
  const { values, change, hrefWith } = useAddress({ state: (text) => oneOf(STATES, text) ?? 'open', before: textUpTo(36) });
  const { state, before } = values;
  const { data: treasury, error, refetch } = useQuery(treasuryQuery);
  const query = useQuery(transfersQuery({ state, ...(before && { before }) }));
  return (
    <>
      <PageHead
        title={t('title')}
        states={treasury && <Alarm treasury={treasury} />}
        filters={
          <Segmented
            label={t('transfers')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`filter.${value}`) }))}
            onChange={(chosen) => change({ state: chosen, before: '' })}
          />
        }
      />
      <div className="grid gap-3.5">
        {error && !treasury && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
        {treasury && (
          <div className="grid items-start gap-3.5 lg:grid-cols-2">
            <HoldingsCard treasury={treasury} />
            <NeedCard treasury={treasury} />
          </div>
        )}
        <Panel
          title={t('transfers')}
          query={query}
          failed={t('transfers_failed')}
          skeleton={<TableSkeleton rows={5} />}
          empty={({ items }) => (items.length === 0 ? t(`none.${state}`) : null)}
        >
          {({ items, next }) => (
            <>
              <TransferTable rows={items} isStale={query.isPlaceholderData} />
              {next && (
                <p className="pt-3 text-right">
                  <Button asChild look="plain" size="s">
                    <Link to={hrefWith({ before: next })}>{t('more')}</Link>
                  </Button>
                </p>
              )}
            </>
          )}
        </Panel>
      </div>
    </>
  );
}

function Alarm({ treasury: { unexplained, transfers } }: { treasury: Treasury }) {
  const t = useTranslations('admin_treasury');
  if (unexplained > 0) return <StateDot tone="bad">{t('alarm', { count: unexplained })}</StateDot>;
  // What is not read is not accounted for.
  const isRead = transfers !== null && transfers.at !== null && transfers.problem === null && !transfers.is_behind;
  return isRead ? <StateDot tone="good">{t('calm')}</StateDot> : <StateDot tone="warn">{t('unread')}</StateDot>;
}

const TONES: Record<TreasuryTransfer['state'], TagTone> = { paid: 'good', explained: 'quiet', expected: 'accent', unexplained: 'bad' };

function TransferTable({ rows, isStale }: { rows: readonly TreasuryTransfer[]; isStale: boolean }) {
  const t = useTranslations('admin_treasury');
  const format = useFormatter();
  const [chosen, setChosen] = useState<TreasuryTransfer | null>(null);
  const columns: Column<TreasuryTransfer>[] = [
    {
      key: 'at',
      title: t('at'),
      className: 'num whitespace-nowrap',
      cell: ({ block_at }) => format.dateTime(new Date(block_at), 'day_time_year'),
    },
    { key: 'usdt', title: 'USDT', isNumber: true, cell: ({ usdt }) => usdt },
    {
      key: 'to',
      title: t('to'),
      isExtra: true,
      className: 'num text-muted',
      cell: ({ to_wallet }) => <span title={to_wallet}>{shortWallet(to_wallet)}</span>,
    },
    { key: 'hash', title: t('transaction'), cell: ({ tx_hash }) => <TransactionLink hash={tx_hash} /> },
    { key: 'state', title: t('state'), className: 'min-w-[180px]', cell: (row) => <TransferState row={row} /> },
    {
      key: 'deeds',
      title: '',
      isNumber: true,
      cell: (row) =>
        (row.state === 'expected' || row.state === 'unexplained') &&
        row.waiting === null && (
          <Button size="s" look="quiet" onClick={() => setChosen(row)}>
            {t('explain')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable label={t('transfers')} columns={columns} rows={rows} keyOf={({ id }) => id} isStale={isStale} />
      {chosen && <ExplainDialog transfer={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function TransferState({ row: { state, fit, withdrawal_id, explanation, waiting } }: { row: TreasuryTransfer }) {
  const t = useTranslations('admin_treasury');
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Tag tone={TONES[state]}>{t(`states.${state}`)}</Tag>
      {fit && <span className="text-[13px]">{t(`fit.${fit}`)}</span>}
      {withdrawal_id && (
        <Link to={`/admin/withdrawals/${withdrawal_id}`} className="text-[12.5px] text-muted underline-offset-2 hover:underline">
          {t('see')}
        </Link>
      )}
      {waiting && (
        <Link to="/admin/approvals" className="text-[12.5px] text-muted underline-offset-2 hover:underline">
          {t('waits')}
        </Link>
      )}
      {explanation && (
        <span className="text-[13px] text-pretty text-muted">
          {t('explained', { text: explanation.text, email: explanation.by.email })}
        </span>
      )}
    </span>
  );
}

/** Asks a second admin to agree to what a transfer was. */
function ExplainDialog({ transfer: { id, usdt, to_wallet }, onClose }: { transfer: TreasuryTransfer; onClose: () => void }) {
  const t = useTranslations('admin_treasury');
  const explain = useAdminCall(explainTreasuryTransfer);
  return (
    <ReasonDialog
      title={t('explain_title', { usdt })}
      lead={t('explain_lead', { wallet: shortWallet(to_wallet) })}
      submit={t('explain')}
      onClose={onClose}
      onConfirm={async (reason) => {
        await explain.mutateAsync({ id, reason });
        toast('success', t('asked_second'));
      }}
    />
  );
}
