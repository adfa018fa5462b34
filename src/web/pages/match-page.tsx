import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { PICKS } from '#domain/sport.ts';
import { BetSlip } from '#web/features/bets/bet-slip.tsx';
import { ContestFacts } from '#web/features/match/contest-facts.tsx';
import { LineupsTab } from '#web/features/match/lineups-tab.tsx';
import { MarketTab } from '#web/features/match/market-tab.tsx';
import { MatchHeader } from '#web/features/match/match-header.tsx';
import { MatchSkeleton } from '#web/features/match/match-skeleton.tsx';
import { OddsTab } from '#web/features/match/odds-tab.tsx';
import { TimelineTab } from '#web/features/match/timeline-tab.tsx';
import { useMatch } from '#web/features/match/use-match.ts';
import { FavouriteStar } from '#web/features/matches/favourite-star.tsx';
import { toggleFavourite, useFavourites } from '#web/features/matches/favourites.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const TABS = [
  { value: 'probability', Content: MarketTab },
  { value: 'timeline', Content: TimelineTab },
  { value: 'lineups', Content: LineupsTab },
  { value: 'odds', Content: OddsTab },
] as const;

/** One match: how it stands, all that is known of it, and the slip. */
export function MatchPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const id = Number(useParams().id);
  const { data: match, error, refetch } = useMatch(id);
  const title = match ? t('titles.match', { home: nameOf(match.home), away: nameOf(match.away) }) : t('titles.match_unknown');
  usePage(title, { ...(match && { heading: nameOf(match.league) }), back: '/matches' });
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (!match && error) return <ErrorState title={t('match.load_failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page-width grid max-w-[1200px]! items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_348px] lg:grid-rows-[auto_auto_1fr] lg:gap-y-6">
      {match ? <MatchContent key={id} match={match} title={title} /> : <MatchSkeleton />}
    </div>
  );
}

/** In the order in which the phone shows it: the slip comes before what there is to read. */
function MatchContent({ match, title }: { match: MatchDetail; title: string }) {
  const t = useTranslations('match');
  const [params, setParams] = useSearchParams();
  const tab = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'probability';
  const initialPick = PICKS.find((pick) => pick === params.get('pick')) ?? null;
  const isFavourite = useFavourites(({ ids }) => ids.has(match.id));
  const chooseTab = (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('tab', value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <div className="min-w-0 lg:col-span-2">
        <h1 className="sr-only">{title}</h1>
        <MatchHeader
          match={match}
          action={<FavouriteStar matchName={title} isFavourite={isFavourite} onToggle={() => toggleFavourite(match.id)} />}
        />
      </div>
      <aside className="min-w-0 lg:col-start-2 lg:row-start-2">
        <BetSlip matchId={match.id} home={match.home} away={match.away} initialPick={initialPick} />
      </aside>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-2">
        <Tabs
          label={t('tabs_label')}
          value={tab}
          onChange={chooseTab}
          tabs={TABS.map(({ value, Content }) => ({ value, label: t(`tabs.${value}`), content: <Content match={match} /> }))}
        />
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-start-3">
        <ContestFacts match={match} />
      </div>
    </>
  );
}
