import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { ApiError } from '#web/data/api-error.ts';
import { metaQuery } from '#web/data/queries.tsx';
import { contestsOf } from '#web/features/bets/api.ts';
import { BetSlip } from '#web/features/bets/bet-slip.tsx';
import { ChatCard, ChatTab } from '#web/features/chat/chat-place.tsx';
import { MatchStakesCard } from '#web/features/leagues/outlook-places.tsx';
import { ContestFacts } from '#web/features/match-page/contest-facts.tsx';
import { HeadToHeadTab } from '#web/features/match-page/head-to-head-tab.tsx';
import { LineupsTab } from '#web/features/match-page/lineups-tab.tsx';
import { MatchHeader } from '#web/features/match-page/match-header.tsx';
import { OddsTab } from '#web/features/match-page/odds-tab.tsx';
import { MatchSkeleton, type MatchTab, TabSkeleton } from '#web/features/match-page/placeholders.tsx';
import { StatisticsTab } from '#web/features/match-page/statistics-tab.tsx';
import { TimelineTab } from '#web/features/match-page/timeline-tab.tsx';
import { useMatch } from '#web/features/match-page/use-match.ts';
import { ShareButton } from '#web/features/shares/share-button.tsx';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { slipStartIn } from '#web/lib/slip-address.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Card } from '#web/ui/card.tsx';
import { NotFound } from '#web/ui/obstacles.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const ProbabilityTab = lazyPart(async () => (await import('#web/features/match-page/probability-tab.tsx')).ProbabilityTab, {
  fallback: () => <TabSkeleton tab="probability" />,
  failed: ForecastFailed,
});

function ForecastFailed() {
  const t = useTranslations('forecast');
  return (
    <Card>
      <PartFailed title={t('load_failed')} />
    </Card>
  );
}

/** The page does without it if it cannot be loaded. */
const MatchForecast = lazyPart(async () => (await import('#web/features/forecast-league/match-forecast.tsx')).MatchForecast, {
  fallback: () => <Skeleton className="h-[360px] rounded-card" />,
  failed: Nothing,
});

const TABS = [
  { value: 'probability', Content: ProbabilityWithStakes },
  { value: 'chat', Content: ChatTab },
  { value: 'timeline', Content: TimelineTab },
  { value: 'lineups', Content: LineupsTab },
  { value: 'odds', Content: OddsTab },
  { value: 'h2h', Content: HeadToHeadTab },
  { value: 'stats', Content: StatisticsTab },
] as const satisfies readonly { value: MatchTab; Content: unknown }[];

/** The probabilities, and in leagues what both sides play for as long as the match is not over. */
function ProbabilityWithStakes({ match }: { match: MatchDetail }) {
  const { sport, form } = match.league;
  const hasStakes = sport === 'football' && form === 'league' && matchGroup(match.status) !== 'finished';
  return <ProbabilityTab match={match} stakes={hasStakes && <MatchStakesCard match={match} />} />;
}

/** Tabs for football only: events, line-ups and statistics. */
const FOOTBALL_ONLY: readonly MatchTab[] = ['timeline', 'lineups', 'stats'];

/** On wide screens the chat is beside the tabs, not one of them. */
const tabsOf = (sport: Sport, hasChatBeside: boolean) =>
  TABS.filter(({ value }) => (sport === 'football' || !FOOTBALL_ONLY.includes(value)) && !(hasChatBeside && value === 'chat'));

/** Widths with two columns (`lg` in app/design.css). */
const TWO_COLUMNS = '(width >= 1024px)';

/** The tab in the address; the first one if it is missing or unavailable. */
const tabIn = (params: URLSearchParams): MatchTab => TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'probability';

/** Prefetches what the page begins with besides its own code. */
export async function prepare(search: string): Promise<void> {
  if (tabIn(new URLSearchParams(search)) === 'probability') await ProbabilityTab.load();
}

/** A match: its state, all details, and the slip. */
export function MatchPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const id = Number(useParams().id);
  const tab = tabIn(useSearchParams()[0]);
  const { data: match, error, refetch } = useMatch(id);
  const contests = useQuery(contestsOf(id));
  const meta = useQuery(metaQuery);
  // On the phone the slip is above the tabs: both appear together, so that the tabs do not move.
  const isComing = !match || contests.isPending || meta.isPending;
  const isMissing = error instanceof ApiError && error.status === 404;
  const unnamed = t(isMissing ? 'titles.match_missing' : 'titles.match_unknown');
  const title = match ? t('titles.match', { home: nameOf(match.home), away: nameOf(match.away) }) : unnamed;
  usePage(title, { ...(match && { heading: nameOf(match.league), sport: match.league.sport }), back: '/matches' });
  if (isMissing) return <NotFound title={title} />;
  if (!match && error) return <ErrorState title={t('match.load_failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page-width grid max-w-[1200px]! items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_348px] lg:grid-rows-[auto_auto_1fr] lg:gap-y-6">
      {isComing ? <MatchSkeleton tab={tab} /> : <MatchContent key={id} match={match} title={title} tab={tab} />}
    </div>
  );
}

/** In the phone's order: the slip comes before the reading matter. */
function MatchContent({ match, title, tab }: { match: MatchDetail; title: string; tab: MatchTab }) {
  const t = useTranslations('match');
  const [params, setParams] = useSearchParams();
  const { sport } = match.league;
  const hasChatBeside = useMedia(TWO_COLUMNS);
  const tabs = tabsOf(sport, hasChatBeside);
  const tChat = useTranslations('chat');
  const labelOf = (value: MatchTab) =>
    value === 'chat' ? tChat('tab') : t(`tabs.${value === 'probability' && sport !== 'football' ? 'winner' : value}`);
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
        <MatchHeader match={match} />
      </div>
      <aside className="min-w-0 lg:col-start-2 lg:row-start-2">
        <BetSlip
          matchId={match.id}
          home={match.home}
          away={match.away}
          league={match.league}
          drawPossible={match.draw_possible}
          isBarred={match.is_barred}
          start={slipStartIn(params)}
        />
      </aside>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-2">
        <Tabs
          label={t('tabs_label')}
          value={tabs.find(({ value }) => value === tab)?.value ?? 'probability'}
          onChange={chooseTab}
          tabs={tabs.map(({ value, Content }) => ({ value, label: labelOf(value), content: <Content match={match} /> }))}
        />
      </div>
      <div className="grid min-w-0 gap-4 lg:col-start-2 lg:row-start-3">
        {hasChatBeside && <ChatCard match={match} />}
        <MatchForecast match={match} share={<ShareButton subject={{ forecast_match_id: match.id }} title={title} />} />
        <ContestFacts match={match} />
      </div>
    </>
  );
}
