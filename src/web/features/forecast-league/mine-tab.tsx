import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Segmented } from '#web/ui/switches.tsx';
import { ownQuery } from './api.ts';
import { ForecastList } from './forecast-list.tsx';
import { StandingCards } from './standing-cards.tsx';
import { useLeagueAddress } from './use-league-address.ts';

/** How the user does, and what they said. */
export function MineTab() {
  const t = useTranslations('forecast_league');
  const { address, change, hrefOf } = useLeagueAddress();
  const { list, page } = address;
  const query = useQuery(ownQuery({ status: list, page }));
  return (
    <div className="grid gap-6">
      <StandingCards />
      <section>
        <Segmented
          label={t('list')}
          value={list}
          options={(['open', 'scored'] as const).map((value) => ({ value, label: t(`lists.${value}`) }))}
          onChange={(chosen) => change({ list: chosen })}
          className="mb-4 w-fit"
        />
        <ForecastList
          query={query}
          failed={t('list_failed')}
          empty={{ title: t(`list_none.${list}`), hint: t('list_none_hint') }}
          hrefOf={hrefOf}
        />
      </section>
    </div>
  );
}
