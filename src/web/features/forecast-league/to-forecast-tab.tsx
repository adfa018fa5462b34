import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Sport } from '#domain/matches/sport.ts';
import { Segmented } from '#web/ui/switches.tsx';
import { matchesQuery } from './api.ts';
import { ForecastList } from './forecast-list.tsx';
import { useLeagueAddress } from './league-address.tsx';

/** Lists the matches of the coming days, by sport if there are several. */
export function ToForecastTab({ sports }: { sports: readonly Sport[] }) {
  const t = useTranslations();
  const { address, change, hrefOf } = useLeagueAddress();
  const { sport, page } = address;
  const query = useQuery(matchesQuery({ page, ...(sport && { sport }) }));
  return (
    <>
      {sports.length > 1 && (
        <Segmented
          label={t('forecast_league.sport')}
          value={sport ?? 'all'}
          options={[
            { value: 'all' as const, label: t('forecast_league.sport_all') },
            ...sports.map((value) => ({ value, label: t(`matches.sports.${value}`) })),
          ]}
          onChange={(chosen) => change({ sport: chosen === 'all' ? null : chosen })}
          className="mb-4 w-fit max-w-full overflow-x-auto"
        />
      )}
      <ForecastList
        query={query}
        failed={t('forecast_league.matches_failed')}
        empty={{ title: t('forecast_league.matches_none'), hint: t('forecast_league.matches_none_hint') }}
        hrefOf={hrefOf}
      />
    </>
  );
}
