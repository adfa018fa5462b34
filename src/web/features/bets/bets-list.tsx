import { useQuery, useQueryClient } from '@tanstack/react-query';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ListedBet } from '#contract/bets.ts';
import { BET_FILTERS, type BetFilter } from '#domain/settlement/contest.ts';
import { useLiveTopic, usePollingInterval } from '#web/data/live.ts';
import { betsQuery } from '#web/data/queries.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { invalidateBets, showMatchInBets } from './api.ts';
import { BetRow, totalsOf } from './bet-row.tsx';

const FILTERS = ['all', ...BET_FILTERS] as const;
/** The maximum page size; the list of matches makes the same query. */
const ONGOING = { status: 'ongoing', page_size: 100 } as const;
const ROWS = ['a', 'b', 'c', 'd', 'e'];

/** Lists the user's bets by state and page, with live scores. `renderShare` gives the button that shares one. */
export function BetsList({ renderShare }: { renderShare: (bet: ListedBet) => ReactNode }) {
  const t = useTranslations('bets');
  const { status, page, choose, hrefOf } = useBetFilter();
  const filter = { page, ...(status && { status }) };
  const { data, error, refetch } = useQuery({ ...betsQuery(filter), refetchInterval: usePollingInterval() });
  const { data: ongoing, isPending } = useQuery({ ...betsQuery(ONGOING), refetchInterval: usePollingInterval() });
  const labelOf = (state: (typeof FILTERS)[number]) => {
    if (state === 'all' || state === 'won' || state === 'lost') return t(state);
    return state === 'unknown' ? t('filter_unknown') : t(`bet_state.${state}`);
  };
  return (
    <>
      {isPending && <Skeleton className="mb-4 h-[47px] rounded-card" />}
      {ongoing && <BetsTotals bets={ongoing.items} count={ongoing.total} />}
      <div className="-mx-3 mb-4 overflow-x-auto px-3 [scrollbar-width:none] md:mx-0 md:px-0">
        <Segmented
          label={t('filter')}
          value={status ?? 'all'}
          options={FILTERS.map((value) => ({ value, label: labelOf(value) }))}
          onChange={(state) => choose(state === 'all' ? undefined : state)}
          className="w-fit"
        />
      </div>
      {!data && error && <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="grid gap-px overflow-hidden rounded-card border border-line">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-[74px] rounded-none max-md:h-[150px]" />
          ))}
        </div>
      )}
      {data && data.items.length === 0 && <NoBets isFiltered={status !== undefined} />}
      {data && data.items.length > 0 && (
        <>
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
            {data.items.map((bet) => (
              <BetRow key={bet.id} bet={bet} share={renderShare(bet)} />
            ))}
          </ul>
          <Pager list={data} hrefOf={hrefOf} />
        </>
      )}
      {daysInPlay([...(data?.items ?? []), ...(ongoing?.items ?? [])]).map((day) => (
        <FollowDay key={day} day={day} />
      ))}
    </>
  );
}

function NoBets({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('bets');
  return (
    <EmptyState
      icon={<ReceiptText size={32} />}
      title={t(isFiltered ? 'empty_filtered' : 'empty')}
      hint={t(isFiltered ? 'empty_filtered_hint' : 'empty_hint')}
      action={
        isFiltered ? undefined : (
          <Button asChild>
            <Link to="/matches">{t('to_matches')}</Link>
          </Button>
        )
      }
    />
  );
}

const DAYS_MAX = 8;

/** Returns the UTC days of the matches of open bets, which may still change. */
function daysInPlay(bets: readonly ListedBet[]): string[] {
  const open = bets.filter(({ state }) => state === 'ongoing' || state === 'unknown');
  return [...new Set(open.flatMap(({ match }) => match.kickoff_at?.slice(0, 10) ?? []))].slice(0, DAYS_MAX);
}

/** Follows the matches of one UTC day (YYYY-MM-DD) for as long as it is rendered; shows nothing itself. */
function FollowDay({ day }: { day: string }) {
  const client = useQueryClient();
  useLiveTopic(
    `matches:${day}`,
    (change) => {
      if (change.t === 'match') showMatchInBets(client, change.match);
    },
    () => invalidateBets(client),
  );
  return null;
}

/** Returns the selected state and page, which the address keeps. Invalid values are ignored. */
function useBetFilter() {
  const [params, setParams] = useSearchParams();
  const status = oneOf(BET_FILTERS, params.get('status'));
  const page = pageNumber(params.get('page'));
  const paramsOf = (state: BetFilter | undefined, onPage = 1) => ({
    ...(state && { status: state }),
    ...(onPage > 1 && { page: String(onPage) }),
  });
  return {
    status,
    page,
    choose: (state: BetFilter | undefined) => setParams(paramsOf(state), { preventScrollReset: true }),
    hrefOf: (to: number) => `/bets?${new URLSearchParams(paramsOf(status, to))}`,
  };
}

interface BetsTotalsProps {
  bets: readonly ListedBet[];
  /** Total number of ongoing bets, of which `bets` may hold only a part. */
  count: number;
}

/** Sums up all ongoing bets in one line: the stakes, and the payout of those in play at the current score. */
function BetsTotals({ bets, count }: BetsTotalsProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { staked, inPlay, standing } = totalsOf(bets);
  if (staked === 0) return null;
  return (
    <div className="mb-4 rounded-card border border-line bg-surface px-3 py-2.5 md:px-4">
      <dl aria-label={t('totals')} className="flex flex-wrap gap-x-8 gap-y-1.5 text-[13px]">
        <Total label={t('total_staked')} value={format.number(staked)} />
        {inPlay > 0 && (
          <>
            <Total label={t('total_in_play')} value={format.number(inPlay)} />
            <Total label={t('as_it_stands')} value={format.number(standing)} isGood={standing > inPlay} />
          </>
        )}
      </dl>
      {count > bets.length && <p className="mt-1 text-[12px] text-muted">{t('totals_latest', { count: bets.length })}</p>}
    </div>
  );
}

function Total({ label, value, isGood = false }: { label: string; value: string; isGood?: boolean }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className={classNames('num text-[17px] font-bold', isGood && 'text-good')}>{value}</dd>
    </div>
  );
}
