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

/** The state of the page that the address keeps. */
interface LeagueAddress {
  tab: LeagueTab;
  sport: Sport | null;
  list: (typeof LISTS)[number];
  window: TableWindow;
  /** Id of the open league with friends; null for the first one. */
  group: string | null;
  page: number;
  /** A code to join by, in canonical spelling; null if there is no valid one. */
  join: string | null;
}

/** Parses the address. Invalid values are ignored; a code selects the friends tab. */
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

/** Returns the query without default values; "?" if it is empty. */
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
    /** Applies changes and returns to the first page. */
    change: (changed: Partial<LeagueAddress>) =>
      setParams(leagueSearch({ ...address, page: 1, ...changed }), { replace: true, preventScrollReset: true }),
    hrefOf: (page: number) => leagueSearch({ ...address, page }),
  };
}

/** Selects the period of matches that a ranking covers. */
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
