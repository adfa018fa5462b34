import { useQuery } from '@tanstack/react-query';
import ChartSpline from 'lucide-react/icons/chart-spline';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { leaguesQuery } from '#web/features/leagues/api.ts';
import { offeredSports } from '#web/features/match-list/sports.ts';
import { trackRecordQuery } from '#web/features/track-record/api.ts';
import { Backtest, BacktestLink } from '#web/features/track-record/backtest-part.tsx';
import { RecordCards, RecordSkeleton } from '#web/features/track-record/record-cards.tsx';
import { type RecordAddress, RecordFilters, readRecordAddress, recordSearch } from '#web/features/track-record/record-filters.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/placeholders.tsx';
import { ForecastLeagueLink } from '#web/ui/site-links.tsx';

/** The quality of the site's forecasts, by sport, league and season. */
export function TrackRecordPage() {
  const t = useTranslations();
  usePage(t('titles.track_record'), { heading: t('shell.track_record'), back: '/matches' });
  const [params, setParams] = useSearchParams();
  const address = readRecordAddress(params);
  const show = (next: RecordAddress) => setParams(recordSearch(next), { preventScrollReset: true });
  const { data, error, refetch, isPlaceholderData } = useQuery(trackRecordQuery(address));
  // The choices do not shrink with the selection.
  const whole = useQuery(trackRecordQuery({ ...address, league: null, season: null })).data;
  const { data: overview, isPending: isWaiting } = useQuery(leaguesQuery);
  const leagues = overview?.items;
  const nameLeagues = useLeagueNames(leagues);
  return (
    <div className="page-width max-w-[1000px]!">
      <h1 className="text-[20px] font-[680]">{t('track_record.heading')}</h1>
      <p className="mt-1 mb-2 text-muted">{t('track_record.lead')}</p>
      <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <ForecastLeagueLink />
        {address.sport === 'football' && <BacktestLink />}
      </div>
      <RecordFilters
        address={address}
        sports={leagues ? offeredSports(leagues) : isWaiting ? null : [address.sport]}
        rows={nameLeagues(whole?.by_league ?? [])}
        hasCsv={data ? data.model !== null : error ? false : null}
        onChange={show}
      />
      {!data && !error && <RecordSkeleton />}
      {!data && error && <ErrorState title={t('track_record.load_failed')} error={error} onRetry={() => void refetch()} />}
      {data?.model && (
        <div aria-busy={isPlaceholderData}>
          <RecordCards
            record={{ ...data, by_league: nameLeagues(data.by_league) }}
            model={data.model}
            sport={address.sport}
            hrefOf={({ league_id, season }) => recordSearch({ sport: address.sport, league: league_id, season }) || '?'}
          />
        </div>
      )}
      {data && !data.model && <NothingChecked address={address} onShowAll={() => show({ ...address, league: null, season: null })} />}
      {address.sport === 'football' && <Backtest />}
    </div>
  );
}

/** Names leagues in the current language, once their names are known. */
function useLeagueNames(leagues: readonly (Parameters<ReturnType<typeof useLocalName>>[0] & { id: number })[] | undefined) {
  const nameOf = useLocalName();
  const names = new Map(leagues?.map((league) => [league.id, nameOf(league)]));
  return (rows: TrackRecord['by_league']) => rows.map((row) => ({ ...row, league: names.get(row.league_id) ?? row.league }));
}

function NothingChecked({ address, onShowAll }: { address: RecordAddress; onShowAll: () => void }) {
  const t = useTranslations('track_record');
  const isFiltered = address.league !== null || address.season !== null;
  return (
    <EmptyState
      icon={<ChartSpline size={28} />}
      title={t(isFiltered ? 'empty_filtered' : 'empty')}
      hint={t(isFiltered ? 'empty_filtered_hint' : 'empty_hint')}
      action={
        isFiltered && (
          <Button look="quiet" onClick={onShowAll}>
            {t('show_all')}
          </Button>
        )
      }
    />
  );
}
