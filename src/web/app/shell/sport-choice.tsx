import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { leaguesQuery } from '#web/features/leagues/api.ts';
import { useMatchFilters } from '#web/features/match-list/filters.ts';
import { matchesToday, offeredSports } from '#web/features/match-list/sports.ts';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';

/** The menu of the sports on offer, each with its number of matches today. */
export function SportChoice({ trigger }: { trigger: ReactElement }) {
  const t = useTranslations('matches');
  const { filters, change } = useMatchFilters();
  const leagues = useQuery(leaguesQuery).data?.items;
  return (
    <Menu trigger={trigger}>
      <MenuChoice
        label={t('sports_nav')}
        value={filters.sport}
        options={offeredSports(leagues).map((sport) => ({
          value: sport,
          label: (
            <>
              {t(`sports.${sport}`)} <b className="num text-[12px] text-faint">{matchesToday(leagues, sport)}</b>
            </>
          ),
        }))}
        onChange={(sport) => change({ sport, leagueId: null })}
      />
    </Menu>
  );
}
