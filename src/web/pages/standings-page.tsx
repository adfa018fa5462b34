import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/data/api-error.ts';
import { CalendarButton } from '#web/features/calendars/calendar-button.tsx';
import { leagueQuery, standingsQuery } from '#web/features/leagues/api.ts';
import { DrawTab } from '#web/features/leagues/draw-tab.tsx';
import { FixturesTab, type RenderMatches } from '#web/features/leagues/fixtures-tab.tsx';
import { LEAGUE_TABS, type LeagueTab, useLeagueAddress } from '#web/features/leagues/league-address.ts';
import { LeagueHeader, SeasonSelect, UnknownSeason } from '#web/features/leagues/league-header.tsx';
import { OutlookTab } from '#web/features/leagues/outlook-places.tsx';
import { ScorersTab } from '#web/features/leagues/scorers-tab.tsx';
import { StandingsTab } from '#web/features/leagues/standings-tab.tsx';
import { MatchRow } from '#web/features/match-list/match-row.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { NotFound } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** A league: its tables, the draw of its knock-out rounds, its fixtures and results, its top scorers, how its season may end. */
export function StandingsPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const id = Number(useParams().leagueId);
  const { address, change } = useLeagueAddress();
  const { data, error, refetch, isPlaceholderData } = useQuery(standingsQuery(id, address));
  const isUnknown = !data && error instanceof ApiError && error.status === 404;
  const unknownSeasons = useQuery({ ...leagueQuery(id), enabled: isUnknown && address.season !== null }).data;
  const league = data?.league ?? unknownSeasons;
  const hasNoTable = data !== undefined && data.tables.length === 0;
  const hasDraw = data?.has_draw === true;
  const isDraw = hasNoTable && hasDraw;
  usePage(league ? t(isDraw ? 'titles.draw' : 'titles.standings', { league: nameOf(league) }) : t('titles.standings_unknown'), {
    ...(league && { heading: nameOf(league), sport: league.sport, isDraw }),
    back: '/leagues',
  });
  if (isUnknown && address.season === null) return <NotFound />;
  // The choice shows at once, its content once loaded.
  const season = data && (
    <SeasonSelect
      season={data.seasons.find((one) => one === address.season) ?? data.season}
      seasons={data.seasons}
      onChange={(chosen) => change({ season: chosen })}
    />
  );
  const has: Record<LeagueTab, boolean> = {
    // Football cups without a table say so, unless they have a draw; a tournament of another sport consists of its rounds.
    table: !hasNoTable || (data.league.sport === 'football' && !hasDraw),
    draw: hasDraw,
    fixtures: true,
    scorers: !league || league.sport === 'football',
    outlook: league?.sport === 'football' && league.form === 'league' && data?.tables.length === 1,
  };
  const tabs = LEAGUE_TABS.filter((tab) => has[tab]);
  // Without a table, the draw or the matches are shown.
  const usual: LeagueTab = hasNoTable ? (hasDraw ? 'draw' : 'fixtures') : 'table';
  const contents: Record<LeagueTab, ReactNode> = {
    table: data ? (
      <div aria-busy={isPlaceholderData}>
        <StandingsTab standings={data} onPlay={() => void refetch()} />
      </div>
    ) : (
      <Skeleton className="h-[690px] rounded-card" />
    ),
    draw: <DrawTab leagueId={id} />,
    fixtures: <FixturesTab leagueId={id} renderMatches={renderMatches} />,
    scorers: <ScorersTab leagueId={id} />,
    outlook: <OutlookTab leagueId={id} />,
  };
  return (
    <div className="page-width max-w-[1000px]!">
      {isUnknown && <UnknownSeason leagueId={id} />}
      {!data && error && !isUnknown && <ErrorState title={t('leagues.standings_failed')} error={error} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <>
          <LeagueHeader
            league={league ?? null}
            season={season ?? <Skeleton className="h-9 w-36 rounded-control" />}
            calendar={league && <CalendarButton subject={{ kind: 'league', of: league }} className="max-md:order-1 max-md:mx-2" />}
          />
          <Tabs
            label={t('leagues.tabs_label')}
            value={tabs.find((tab) => tab === address.tab) ?? usual}
            onChange={(tab) => change({ tab })}
            tabs={tabs.map((tab) => ({ value: tab, label: t(`leagues.tabs.${tab}`), content: contents[tab] }))}
          />
        </>
      )}
    </div>
  );
}

const renderMatches: RenderMatches = (matches, league) =>
  matches.map((match) => <MatchRow key={match.id} match={match} sport={league.sport} showOdds={false} myPick={null} />);
