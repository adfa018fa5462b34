import { useQuery } from '@tanstack/react-query';
import Target from 'lucide-react/icons/target';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#web/data/session.ts';
import { FriendsTab } from '#web/features/forecast-league/friends-tab.tsx';
import { LEAGUE_TABS, type LeagueTab, useLeagueAddress } from '#web/features/forecast-league/league-address.tsx';
import { MineTab } from '#web/features/forecast-league/mine-tab.tsx';
import { TableTab } from '#web/features/forecast-league/ranking-table.tsx';
import { RulesNote } from '#web/features/forecast-league/rules-note.tsx';
import { ToForecastTab } from '#web/features/forecast-league/to-forecast-tab.tsx';
import { leaguesQuery } from '#web/features/leagues/api.ts';
import { offeredSports } from '#web/features/match-list/sports.ts';
import { usePage } from '#web/lib/use-page.ts';
import { SignInPrompt } from '#web/ui/obstacles.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { BracketsLink, DivisionsLink, SurvivorLink } from '#web/ui/site-links.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** Forecasts without stakes: matches to forecast, the user's own results, the overall table, and leagues among friends. */
export function ForecastLeaguePage() {
  const t = useTranslations();
  usePage(t('titles.forecast_league'), { back: '/matches' });
  const { address, change } = useLeagueAddress();
  const { data: leagues } = useQuery(leaguesQuery);
  const contents: Record<LeagueTab, ReactNode> = {
    forecast: (
      <ForUsers>
        <ToForecastTab sports={leagues ? offeredSports(leagues.items) : []} />
      </ForUsers>
    ),
    mine: (
      <ForUsers>
        <MineTab />
      </ForUsers>
    ),
    table: <TableTab />,
    friends: (
      <ForUsers>
        <FriendsTab />
      </ForUsers>
    ),
  };
  return (
    <div className="page-width max-w-[1000px]!">
      <h1 className="text-[20px] font-[680]">{t('forecast_league.heading')}</h1>
      <p className="mt-1 mb-4 max-w-[72ch] text-muted">{t('forecast_league.lead')}</p>
      <div className="mb-3 flex flex-wrap gap-x-5 gap-y-2">
        <BracketsLink className="relative" />
        <SurvivorLink className="relative" />
        <DivisionsLink className="relative" />
      </div>
      <Tabs
        label={t('forecast_league.tabs_label')}
        value={address.tab}
        onChange={(tab) => change({ tab, join: null })}
        tabs={LEAGUE_TABS.map((value) => ({ value, label: t(`forecast_league.tabs.${value}`), content: contents[value] }))}
      />
      <RulesNote />
    </div>
  );
}

/** Describes the feature to guests, who return to the same address after signing in. */
function ForUsers({ children }: { children: ReactNode }) {
  const t = useTranslations('forecast_league');
  const { user, booted } = useSession();
  if (user !== null) return children;
  if (!booted) return <Skeleton className="h-[420px] rounded-card" />;
  return <SignInPrompt icon={<Target size={28} />} title={t('signed_out')} hint={t('signed_out_hint')} />;
}
