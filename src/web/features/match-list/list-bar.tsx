import { useTranslations } from 'use-intl';
import { MATCH_GROUPS } from '#domain/matches/match-status.ts';
import { Chip, Segmented, Switch } from '#web/ui/switches.tsx';
import { LIST_TABS, type MatchFilters } from './filters.ts';

interface ListBarProps {
  filters: MatchFilters;
  onChange: (changes: Partial<MatchFilters>) => void;
  liveCount: number | undefined;
  showOdds: boolean;
  onShowOdds: (show: boolean) => void;
}

/** What the list shows: which tab, which chip, and whether with prices. */
export function ListBar({ filters, onChange, liveCount, showOdds, onShowOdds }: ListBarProps) {
  const t = useTranslations('matches');
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 md:mb-4">
      <Segmented
        label={t('tabs_label')}
        value={filters.tab}
        options={LIST_TABS.map((tab) => ({ value: tab, label: t(`tabs.${tab}`) }))}
        onChange={(tab) => onChange({ tab, leagueId: null })}
        className="max-md:flex-1"
      />
      <fieldset className="-my-1 flex min-w-0 max-md:basis-[60%] flex-1 items-center gap-2 overflow-x-auto py-1 [scrollbar-width:none]">
        <legend className="sr-only">{t('status_label')}</legend>
        {filters.tab === 'all' &&
          filters.teamId === null &&
          MATCH_GROUPS.map((status) => (
            <Chip
              key={status}
              live={status === 'live'}
              pressed={filters.status === status}
              onPress={() => onChange({ status: filters.status === status ? null : status })}
              count={status === 'live' ? liveCount : undefined}
            >
              {t(`status.${status}`)}
            </Chip>
          ))}
      </fieldset>
      {filters.tab !== 'leagues' && <Switch label={t('odds')} checked={showOdds} onChange={onShowOdds} />}
    </div>
  );
}
