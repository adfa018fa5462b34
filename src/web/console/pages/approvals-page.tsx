import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Approval, approve, type OneTime, reject } from '#contract/approvals.ts';
import { OneTimeDialog } from '#web/console/features/admins/one-time-dialog.tsx';
import { ApprovalItem, approvalsQuery, DecisionDialog } from '#web/console/features/approvals/approval-item.tsx';
import { callOnce } from '#web/console/lib/call.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { Bulk, type BulkAction } from '#web/console/ui/bulk.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';

const STATES = ['waiting', 'all'] as const;

/** Actions that wait for a second admin: adjustments, contests and admins; withdrawals carry their own approvals, and are linked. */
export function ApprovalsPage() {
  const t = useTranslations();
  const { values, change, hrefWith } = useAddress({ state: (text) => oneOf(STATES, text) ?? 'waiting', page: pageNumber });
  const query = useQuery(approvalsQuery(values));
  const [chosen, setChosen] = useState<{ approval: Approval; decision: 'approve' | 'reject' } | null>(null);
  const [oneTime, setOneTime] = useState<OneTime | null>(null);
  const { data, error, refetch } = query;
  const note = (words: string) => (words === '' ? {} : { note: words });
  const actions: BulkAction<Approval>[] = [
    {
      ...{ key: 'approve', label: t('admin_approvals.approve'), asks: 'note' },
      run: ({ id }, words, key) => callOnce(approve, { id, ...note(words) }, key),
    },
    {
      ...{ key: 'reject', label: t('admin_approvals.reject'), look: 'danger', asks: 'note' },
      run: ({ id }, words, key) => callOnce(reject, { id, ...note(words) }, key),
    },
  ];
  return (
    <>
      <PageHead
        title={t('admin.pages.approvals')}
        filters={
          <Segmented
            label={t('admin_approvals.state_filter')}
            value={values.state}
            options={STATES.map((value) => ({ value, label: t(`admin_approvals.states.${value}`) }))}
            onChange={(state) => change({ state })}
          />
        }
      />
      <div className="grid gap-3.5">
        {data !== undefined && data.withdrawals_waiting > 0 && <WithdrawalsWaiting count={data.withdrawals_waiting} />}
        {data === undefined && error && <ErrorState title={t('admin_approvals.failed')} error={error} onRetry={() => void refetch()} />}
        {data === undefined && !error && <Waiting />}
        {data?.items.length === 0 && <EmptyState title={t(`admin_approvals.${values.state === 'waiting' ? 'none' : 'none_yet'}`)} />}
        {data && (
          <Bulk items={data.items.filter(isOfMany)} keyOf={({ id }) => id} nameOf={nameOf} actions={actions}>
            {(checkbox) => (
              <div className="grid gap-3.5">
                {data.items.map((approval) => (
                  <ApprovalItem
                    key={approval.id}
                    approval={approval}
                    checkbox={checkbox(approval)}
                    onDecide={(decision) => setChosen({ approval, decision })}
                  />
                ))}
              </div>
            )}
          </Bulk>
        )}
        {data && <Pager list={data} hrefOf={(page) => hrefWith({ page })} />}
      </div>
      {chosen && <DecisionDialog {...chosen} onClose={() => setChosen(null)} onOneTime={setOneTime} />}
      {oneTime && <OneTimeDialog oneTime={oneTime} onClose={() => setOneTime(null)} />}
    </>
  );
}

/** Those that change admins are decided one by one: they show a password once. */
const isOfMany = ({ state, refusal, deed }: Approval): boolean =>
  state === 'waiting' && refusal === null && !deed.kind.startsWith('admin_');

/** What a list of chosen requests calls one. */
const nameOf = ({ deed, requested_by }: Approval): string => `${subjectOf(deed)} · ${requested_by.email}`;

function subjectOf(deed: Approval['deed']): string {
  if ('user' in deed) return deed.user.display_name;
  if ('withdrawal' in deed) return deed.withdrawal.user.display_name;
  if ('contest' in deed) return matchOf(deed);
  return deed.kind === 'treasury_transfer' ? `${deed.usdt} USDT` : deed.email;
}

const matchOf = ({ contest: { match } }: Extract<Approval['deed'], { contest: unknown }>): string =>
  `${match.home.name} – ${match.away.name}`;

function WithdrawalsWaiting({ count }: { count: number }) {
  const t = useTranslations('admin_approvals');
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p>{t('withdrawals_waiting', { count })}</p>
      <Button asChild look="quiet" size="s">
        <Link to="/admin/withdrawals">{t('see_withdrawals')}</Link>
      </Button>
    </Card>
  );
}

function Waiting() {
  const t = useTranslations('admin');
  return (
    <div aria-busy role="status" aria-label={t('loading')} className="grid gap-3.5">
      {['a', 'b', 'c'].map((card) => (
        <Skeleton key={card} className="h-[130px] rounded-card" />
      ))}
    </div>
  );
}
