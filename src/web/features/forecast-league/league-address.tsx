import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { TABLE_WINDOWS, type TableWindow } from '#domain/forecast/forecast-league.ts';
import { normaliseInviteCode } from '#domain/ledger/rewards.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Segmented } from '#web/ui/switches.tsx';

export const LEAGUE_TABS = ['forecast', 'mine', 'table', 'friends'] as const;
export type LeagueTab = (typeof LEAGUE_TABS)[number];

const LISTS = ['open', 'scored'] as const;

/** What the page shows, as its address says it. */
interface LeagueAddress {
  tab: LeagueTab;
  sport: Sport | null;
  list: (typeof LISTS)[number];
  window: TableWindow;
  /** Of the league among friends that is open; null: the first one. */
  group: string | null;
  page: number;
  /** A code to join by, in its one spelling; null where there is none that can be one. */
  join: string | null;
}

/** What cannot be is as if not there; a code to join by leads to the friends. */
function readLeagueAddress(params: URLSearchParams): LeagueAddress {
  const join = normaliseInviteCode(params.get('join') ?? '');
  return {
    tab: oneOf(LEAGUE_TABS, params.get('tab')) ?? (join === null ? 'forecast' : 'friends'),
    sport: oneOf(SPORTS, params.get('sport')) ?? null,
    list: oneOf(LISTS, params.get('list')) ?? 'open',
    window: oneOf(TABLE_WINDOWS, params.get('window')) ?? 'season',
    group: params.get('group'),
    page: pageNumber(params.get('page')),
    join,
  };
}

/** An address as a query, without what goes without saying; "?" where nothing is left. */
function leagueSearch({ tab, sport, list, window, group, page, join }: LeagueAddress): string {
  const said = {
    ...(tab !== 'forecast' && { tab }),
    ...(sport !== null && { sport }),
    ...(list !== 'open' && { list }),
    ...(window !== 'season' && { window }),
    ...(group !== null && { group }),
    ...(page > 1 && { page: String(page) }),
    ...(join !== null && { join }),
  };
  return `?${new URLSearchParams(said)}`;
}

export function useLeagueAddress() {
  const [params, setParams] = useSearchParams();
  const address = readLeagueAddress(params);
  return {
    address,
    /** Another choice begins at the first page. */
    change: (changed: Partial<LeagueAddress>) =>
      setParams(leagueSearch({ ...address, page: 1, ...changed }), { replace: true, preventScrollReset: true }),
    hrefOf: (page: number) => leagueSearch({ ...address, page }),
  };
}

/** Which matches a table or a standing looks at. */
export function WindowChoice() {
  const t = useTranslations('forecast_league');
  const { address, change } = useLeagueAddress();
  return (
    <Segmented
      label={t('window')}
      value={address.window}
      options={TABLE_WINDOWS.map((value) => ({ value, label: t(`windows.${value}`) }))}
      onChange={(window) => change({ window })}
      className="w-fit"
    />
  );
}
