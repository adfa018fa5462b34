import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { MATCH_GROUPS } from '#domain/match-status.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Chip } from '#web/ui/chip.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Switch } from '#web/ui/switch.tsx';
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
  const isPhone = useIsPhone();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 md:mb-4">
      <Segmented
        label={t('tabs_label')}
        value={filters.tab}
        options={LIST_TABS.map((tab) => ({ value: tab, label: t(`tabs.${tab}`) }))}
        onChange={(tab) => onChange({ tab, leagueId: null })}
        className="max-md:flex-1"
      />
      {isPhone && <PhoneSearch isWanted={filters.q !== ''} />}
      <fieldset className="-my-1 flex min-w-0 max-md:basis-[60%] flex-1 items-center gap-2 overflow-x-auto py-1 [scrollbar-width:none]">
        <legend className="sr-only">{t('status_label')}</legend>
        {filters.tab === 'all' &&
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

/** The phone has no room for a search box that nobody uses: a button makes it appear, on a line of its own. */
function PhoneSearch({ isWanted }: { isWanted: boolean }) {
  const t = useTranslations('shell');
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(isWanted);
  const open = () => {
    // At once, within the press: a phone shows its keyboard for no later focus.
    flushSync(() => setOpen(true));
    box.current?.querySelector('input')?.focus();
  };
  if (isOpen || isWanted) {
    return (
      <div ref={box} className="-order-1 w-full">
        <SearchBox className="h-11" />
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-label={t('search')}
      onClick={open}
      className="grid size-11 flex-none place-items-center rounded-control border border-line bg-surface text-muted"
    >
      <Search size={18} aria-hidden />
    </button>
  );
}
