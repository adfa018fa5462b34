import Download from 'lucide-react/icons/download';
import { useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { csvAddress } from './api.ts';

interface RecordFiltersProps {
  address: RecordAddress;
  /** Null while unknown. */
  sports: readonly Sport[] | null;
  /** All of the sport's leagues and seasons with a checked forecast. */
  rows: TrackRecord['by_league'];
  /** Whether there is something to download; null while unknown. */
  hasCsv: boolean | null;
  onChange: (address: RecordAddress) => void;
}

const ALL = '';

/** Selects forecasts by sport, league and season, and downloads them as a file. */
export function RecordFilters({ address, sports, rows, hasCsv, onChange }: RecordFiltersProps) {
  const t = useTranslations();
  const { sport, league, season } = address;
  const seasons = seasonChoices(rows, address);
  const chooseLeague = (chosen: number | null) => {
    const isKept = seasonChoices(rows, { ...address, league: chosen, season: null }).includes(season ?? '');
    onChange({ ...address, league: chosen, season: isKept ? season : null });
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      {sports === null && <Skeleton className="h-[39px] rounded-control max-md:w-full md:w-[330px] pointer-coarse:h-[50px]" />}
      {sports && sports.length > 1 && (
        <Segmented
          label={t('matches.sports_nav')}
          value={sport}
          options={sports.map((value) => ({ value, label: t(`matches.sports.${value}`) }))}
          onChange={(chosen) => onChange({ sport: chosen, league: null, season: null })}
          className="overflow-x-auto max-md:w-full"
        />
      )}
      <QuietSelect
        label={t('track_record.league')}
        value={String(league ?? ALL)}
        options={[
          { value: ALL, label: t('track_record.all_leagues') },
          ...leagueChoices(rows, address).map(({ id, name }) => ({ value: String(id), label: name ?? t('track_record.unknown_league') })),
        ]}
        onChange={(value) => chooseLeague(value === ALL ? null : Number(value))}
        className="max-md:flex-1 md:w-[220px]"
      />
      <QuietSelect
        label={t('track_record.season')}
        value={season ?? ALL}
        options={[{ value: ALL, label: t('track_record.all_seasons') }, ...seasons.map((value) => ({ value, label: value }))]}
        onChange={(value) => onChange({ ...address, season: value === ALL ? null : value })}
        className="max-md:flex-1 md:w-[140px]"
      />
      {hasCsv === null && <Skeleton className="h-9 rounded-control max-md:w-full md:ml-auto md:w-[138px]" />}
      {hasCsv && (
        <Button look="quiet" size="s" asChild className="max-md:w-full md:ml-auto">
          <a href={csvAddress(address)} download>
            <Download size={15} aria-hidden />
            {t('track_record.download')}
          </a>
        </Button>
      )}
    </div>
  );
}

type Rows = TrackRecord['by_league'];

/** Returns the leagues to select, each once; includes the one in the address, without a name if it is unknown. */
function leagueChoices(rows: Rows, { league }: RecordAddress): { id: number; name: string | null }[] {
  const names = new Map<number, string | null>(rows.map((row) => [row.league_id, row.league]));
  if (league !== null && !names.has(league)) names.set(league, null);
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
}

/** Returns the seasons of the selected league, or of all, the latest first; includes the one in the address. */
function seasonChoices(rows: Rows, { league, season }: RecordAddress): string[] {
  const played = rows.filter((row) => league === null || row.league_id === league).map((row) => row.season);
  return [...new Set([...played, ...(season === null ? [] : [season])])].sort().reverse();
}

/** The selected forecasts. */
export interface RecordAddress {
  sport: Sport;
  /** Null for all leagues. */
  league: number | null;
  /** Null for all seasons. */
  season: string | null;
}

/** The server's limits on length and ids; values beyond match nothing. */
const SEASON_LENGTH_MAX = 20;
const ID_MAX = 2_147_483_647;

/** Parses the address. Invalid values are ignored. */
export function readRecordAddress(params: URLSearchParams): RecordAddress {
  const league = Number(/^[1-9]\d{0,9}$/.exec(params.get('league') ?? '')?.[0] ?? 0);
  return {
    sport: oneOf(SPORTS, params.get('sport')) ?? 'football',
    league: league > 0 && league <= ID_MAX ? league : null,
    season: params.get('season')?.slice(0, SEASON_LENGTH_MAX) || null,
  };
}

/** Returns the query with its question mark; empty for the defaults. */
export function recordSearch({ sport, league, season }: RecordAddress): string {
  const search = new URLSearchParams();
  if (sport !== 'football') search.set('sport', sport);
  if (league !== null) search.set('league', String(league));
  if (season !== null) search.set('season', season);
  return search.size === 0 ? '' : `?${search}`;
}
