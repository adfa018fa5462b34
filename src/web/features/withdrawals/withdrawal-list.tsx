import { useQuery } from '@tanstack/react-query';
import HandCoins from 'lucide-react/icons/hand-coins';
import { useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStage, type WithdrawalStatus } from '#domain/withdrawals/withdrawal.ts';
import { writeUsdt } from '#texts/write.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag, type TagTone } from '#web/ui/card.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { withdrawalsQuery } from './api.ts';
import { Note, Transaction } from './tracker.tsx';

interface WithdrawalListProps {
  /** Repeats a rejected request; null while no request is possible. */
  onAgain: ((points: number) => void) | null;
}

/** Lists all requests by status and page. */
export function WithdrawalList({ onAgain }: WithdrawalListProps) {
  const t = useTranslations('redeem');
  const { status, page, choose, hrefOf } = useWithdrawalFilter();
  const filter = { limit: WITHDRAWALS_A_PAGE, offset: (page - 1) * WITHDRAWALS_A_PAGE, ...(status && { status }) };
  const { data, error, refetch } = useQuery(withdrawalsQuery(filter));
  return (
    <Card title={t('history')}>
      <div className="-mx-4 mb-3 overflow-x-auto px-4 [scrollbar-width:none]">
        <Segmented
          label={t('filter')}
          value={status ?? 'all'}
          options={(['all', ...WITHDRAWAL_STATUSES] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(value) => choose(value === 'all' ? undefined : value)}
          className="w-fit"
        />
      </div>
      {!data && error && <ErrorState title={t('history_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[180px]" />}
      {data && data.items.length === 0 && (
        <EmptyState
          icon={<HandCoins size={28} />}
          title={t(status ? 'history_none_such' : 'history_none')}
          hint={status ? undefined : t('history_none_hint')}
        />
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className="grid">
            {data.items.map((withdrawal) => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} onAgain={onAgain} />
            ))}
          </ul>
          <Pager list={{ page, page_size: WITHDRAWALS_A_PAGE, total: data.total }} hrefOf={hrefOf} />
        </>
      )}
    </Card>
  );
}

/** Requests per page. */
const WITHDRAWALS_A_PAGE = 10;

/** Returns the filter and page, which the address keeps. Invalid values are ignored. */
function useWithdrawalFilter() {
  const [params, setParams] = useSearchParams();
  const status = oneOf(WITHDRAWAL_STATUSES, params.get('status'));
  const page = pageNumber(params.get('page'));
  const paramsOf = (wanted: WithdrawalStatus | undefined, onPage = 1) =>
    new URLSearchParams({ tab: 'redeem', ...(wanted && { status: wanted }), ...(onPage > 1 && { page: String(onPage) }) });
  return {
    status,
    page,
    choose: (wanted: WithdrawalStatus | undefined) => setParams(paramsOf(wanted), { replace: true, preventScrollReset: true }),
    hrefOf: (to: number) => `/account?${paramsOf(status, to)}`,
  };
}

const TONES: Record<WithdrawalStage, TagTone> = { in_review: 'warn', being_sent: 'accent', sent: 'good', rejected: 'bad' };

interface WithdrawalRowProps {
  withdrawal: Withdrawal;
  onAgain: ((points: number) => void) | null;
}

/** Shows a request: amount, time, wallet and result. */
function WithdrawalRow({ withdrawal, onAgain }: WithdrawalRowProps) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  const locale = useLocale();
  const { points, usdt, stage, wallet_address, submitted_at, tx_hash, payout } = withdrawal;
  return (
    <li className="grid gap-2 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="num text-[16px] font-[650]">{t('usdt', { usdt: writeUsdt(locale, usdt) })}</span>
        <span className="num text-muted">{t('points_amount', { points })}</span>
        <span className="ml-auto">
          <Tag tone={TONES[stage]}>{t(payout === 'confirmed' ? 'stage.paid' : `stage.${stage}`)}</Tag>
        </span>
      </div>
      <div className="num flex flex-wrap items-center gap-x-4 gap-y-1 text-[12.5px] text-muted">
        <time dateTime={submitted_at}>{format.dateTime(new Date(submitted_at), 'day_time')}</time>
        <span title={wallet_address}>{shortWallet(wallet_address)}</span>
        {payout && <Transaction payout={payout} hash={tx_hash} />}
      </div>
      <Note withdrawal={withdrawal} />
      {stage === 'rejected' && onAgain && (
        <Button look="quiet" size="s" className="justify-self-start" onClick={() => onAgain(points)}>
          {t('again')}
        </Button>
      )}
    </li>
  );
}
