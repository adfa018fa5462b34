import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import { create } from 'zustand';
import { MATCH_GROUPS } from '#domain/matches/match-status.ts';
import { useTimeZone } from '#web/lib/dates.ts';
import { recall, remember } from '#web/lib/storage.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Chip, Segmented, Switch } from '#web/ui/switches.tsx';
import { type AddressFault, LIST_TABS, type MatchFilters, Q_LENGTH_MAX } from './filters.ts';

interface ListBarProps {
  filters: MatchFilters;
  onChange: (changes: Partial<MatchFilters>) => void;
  liveCount: number | undefined;
  showOdds: boolean;
  onShowOdds: (show: boolean) => void;
}

/** Selects the list's tab and chip, and whether prices are shown; the phone's chip for live matches stands beside the days. */
export function ListBar({ filters, onChange, liveCount, showOdds, onShowOdds }: ListBarProps) {
  const t = useTranslations('matches');
  const isPhone = useIsPhone();
  return (
    <div className="flex items-center gap-2 overflow-x-auto overscroll-x-contain [scrollbar-width:none] max-md:-mx-3 max-md:h-11 max-md:px-3 md:mb-4">
      <Segmented
        label={t('tabs_label')}
        value={filters.tab}
        options={LIST_TABS.map((tab) => ({ value: tab, label: t(`tabs.${tab}`) }))}
        onChange={(tab) => onChange({ tab, leagueId: null })}
        className="max-md:*:py-[6px]! max-md:[&_input]:-inset-y-1"
      />
      <fieldset className="flex flex-none items-center gap-2 md:flex-1">
        <legend className="sr-only">{t('status_label')}</legend>
        {filters.tab === 'all' &&
          MATCH_GROUPS.filter((status) => status !== 'live' || !isPhone).map((status) =>
            status === 'live' ? (
              <LiveChip key={status} filters={filters} onChange={onChange} count={liveCount} />
            ) : (
              <Chip
                key={status}
                pressed={filters.status === status}
                onPress={() => onChange({ status: filters.status === status ? null : status })}
              >
                {t(`status.${status}`)}
              </Chip>
            ),
          )}
      </fieldset>
      {filters.tab !== 'leagues' && <Switch label={t('odds')} checked={showOdds} onChange={onShowOdds} />}
    </div>
  );
}

interface LiveChipProps extends Pick<ListBarProps, 'filters' | 'onChange'> {
  count: number | undefined;
  className?: string;
}

/** The filter for matches in play, red only while there are some. */
export function LiveChip({ filters, onChange, count, className }: LiveChipProps) {
  const t = useTranslations('matches');
  const isPressed = filters.status === 'live';
  return (
    <Chip
      live={Boolean(count)}
      pressed={isPressed}
      onPress={() => onChange({ status: isPressed ? null : 'live', tab: 'all' })}
      count={count || undefined}
      className={className}
    >
      {t('status.live')}
    </Chip>
  );
}

/** Shows a filter that has no control in the bar, with a button to remove it. */
export function FilterTag({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useTranslations('matches');
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('remove_filter', { filter: label })}
      className="thumb inline-flex max-w-full items-center gap-1.5 rounded-chip bg-accent-soft px-3 py-1 text-[13px] font-[550] text-accent"
    >
      <span className="truncate">{label}</span>
      <X size={14} aria-hidden className="flex-none" />
    </button>
  );
}

interface AddressNotesProps {
  faults: readonly AddressFault[];
  /** Removes invalid values from the address. */
  onMend: () => void;
}

/** Says which parts of the address were ignored, and that times are in UTC if the browser's time zone is unknown. */
export function AddressNotes({ faults, onMend }: AddressNotesProps) {
  const t = useTranslations();
  const isUtc = useTimeZone(({ isAssumed }) => isAssumed);
  if (!isUtc && faults.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-3 flex items-center gap-2 rounded-control border border-line bg-surface px-3 py-2 text-[13px] text-warn"
    >
      <div className="grid min-w-0 flex-1 gap-1">
        {isUtc && <p>{t('matches.zone_unknown')}</p>}
        {faults.map((fault) => (
          <p key={fault}>{t(`matches.fault.${fault}`, { max: Q_LENGTH_MAX })}</p>
        ))}
      </div>
      {faults.length > 0 && (
        <button
          type="button"
          aria-label={t('common.close')}
          onClick={onMend}
          className="thumb -my-1 grid size-8 flex-none place-items-center self-start rounded-control hover:bg-raised"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}

const SHOW_ODDS_KEY = 'show_odds';

/** Whether rows show prices; remembered in this browser, on by default. */
export const useShowOdds = create<{ show: boolean }>(() => ({ show: recall(SHOW_ODDS_KEY) !== 'false' }));

export function setShowOdds(show: boolean): void {
  remember(SHOW_ODDS_KEY, String(show));
  useShowOdds.setState({ show });
}
