import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import { ApiError } from '#web/data/api-error.ts';
import { CalendarButton } from '#web/features/calendars/calendar-button.tsx';
import { standingsQuery } from '#web/features/leagues/api.ts';
import { PlayingForCard } from '#web/features/leagues/outlook-places.tsx';
import { useTableCaption } from '#web/features/leagues/standings-parts.tsx';
import { StandingsTable } from '#web/features/leagues/standings-table.tsx';
import { MatchRow } from '#web/features/match-list/match-row.tsx';
import { SeasonCard } from '#web/features/teams/season-card.tsx';
import { Squad, TeamScorers } from '#web/features/teams/squad.tsx';
import { StrengthCard } from '#web/features/teams/strength-card.tsx';
import { TeamHeader } from '#web/features/teams/team-header.tsx';
import { NextMatch, type RenderMatches, TeamMatches } from '#web/features/teams/team-matches.tsx';
import { type Team, useTeam } from '#web/features/teams/use-team.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { FavoriteStar } from '#web/ui/favorite-star.tsx';
import { NotFound } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const TABS = ['overview', 'matches', 'squad'] as const;

/** A team: its next match, place, strength and scorers, its matches, its squad. */
export function TeamPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const id = Number(useParams().id);
  const { data, error, refetch } = useTeam(id);
  const isMissing = !data && error instanceof ApiError && error.status === 404;
  const name = data && nameOf(data.team);
  const title = name ? t('titles.matches_of', { name }) : t(isMissing ? 'titles.team_missing' : 'search.team');
  usePage(title, { ...(data && { heading: nameOf(data.team), sport: data.sport }), back: '/matches' });
  if (isMissing) return <NotFound title={title} />;
  if (!data && error) return <ErrorState title={t('team_page.load_failed')} error={error} onRetry={() => void refetch()} />;
  return <div className="page-width max-w-[1000px]!">{data ? <TeamContent key={id} page={data} /> : <TeamSkeleton />}</div>;
}

function TeamContent({ page }: { page: Team }) {
  const t = useTranslations();
  const nameOf = useLocalName();
  const [params, setParams] = useSearchParams();
  const { team, sport, leagues, matches } = page;
  const { table, isTableComing } = useTableOf(team.id, leagues);
  const own = table?.rows.find((row) => row.team.id === team.id);
  const hasPlace = own !== undefined && table!.rows.some(({ played }) => played > 0);
  const place = hasPlace
    ? t('team_page.place', { place: t('match.place', { position: own.position }), league: nameOf(table!.league) })
    : null;
  const tabs = TABS.filter((tab) => tab !== 'squad' || sport === 'football');
  const contents = {
    overview: () => (
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        <div className="min-w-0 md:col-span-2">
          <NextMatch matches={matches} renderMatches={renderMatches} />
        </div>
        {isTableComing && <Skeleton className="h-[360px] rounded-card" />}
        {table && <SeasonCard teamId={team.id} expectedGoals={page.expected_goals} {...table} />}
        {sport === 'football' && table && <PlayingForCard teamId={team.id} league={table.league} />}
        {sport === 'football' && <StrengthCard teamId={team.id} />}
        {sport === 'football' && <TeamScorers teamId={team.id} />}
      </div>
    ),
    matches: () => <TeamMatches matches={matches} renderMatches={renderMatches} />,
    squad: () => <Squad teamId={team.id} />,
  };
  const chooseTab = (tab: string) =>
    setParams(
      (now) => {
        const after = new URLSearchParams(now);
        after.set('tab', tab);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const chosen = tabs.find((tab) => tab === oneOf(TABS, params.get('tab'))) ?? 'overview';
  return (
    <>
      <TeamHeader
        team={page}
        place={place}
        star={<FavoriteStar kind="team" id={team.id} name={nameOf(team)} />}
        calendar={<CalendarButton subject={{ kind: 'team', of: team }} />}
      />
      <Tabs
        label={t('team_page.tabs_label')}
        value={chosen}
        onChange={chooseTab}
        tabs={tabs.map((tab) => ({ value: tab, label: t(`team_page.tabs.${tab}`), content: contents[tab]() }))}
      />
    </>
  );
}

/** Returns the table that the team is in, as it stands: that of its most recent league with one; null if it has none, or none was loaded. */
function useTableOf(teamId: number, leagues: readonly LeagueRef[]) {
  const league = leagues.find(({ form }) => form === 'league') ?? leagues[0];
  const captionOf = useTableCaption();
  const { data, isLoading } = useQuery({ ...standingsQuery(league?.id ?? 0, { live: true }), enabled: league !== undefined });
  const table = data?.tables.find(({ rows }) => rows.some(({ team }) => team.id === teamId));
  if (!data || !table) return { table: null, isTableComing: isLoading };
  const renderRows = (rows: readonly StandingRow[]) => (
    <StandingsTable rows={rows} caption={captionOf(data, table.group)} league={data.league} compact />
  );
  return { table: { league: data.league, rows: table.rows, renderRows }, isTableComing: false };
}

const renderMatches: RenderMatches = (matches, { showDate = false } = {}) =>
  matches.map((match) => <MatchRow key={match.id} match={match} sport={match.league.sport} showOdds myPick={null} showDate={showDate} />);

const TeamSkeleton = () => (
  <>
    <Skeleton className="mb-4 h-[92px] rounded-card" />
    <Skeleton className="mb-4 h-11 rounded-card" />
    <Skeleton className="mb-4 h-[130px] rounded-card" />
    <Skeleton className="h-[280px] rounded-card" />
  </>
);
