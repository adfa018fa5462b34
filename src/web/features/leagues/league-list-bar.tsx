import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import type { Sport } from '#domain/matches/sport.ts';
import { Segmented } from '#web/ui/switches.tsx';

interface LeagueListBarProps {
  sports: readonly Sport[];
  sport: Sport;
  onSport: (sport: Sport) => void;
  typed: string;
  /** Undefined if there are too few leagues for a filter. */
  onType?: (text: string) => void;
}

/** Selects the sport if there are several, and filters leagues by name if there are many. */
export function LeagueListBar({ sports, sport, onSport, typed, onType }: LeagueListBarProps) {
  const t = useTranslations();
  if (sports.length < 2 && !onType) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      {sports.length > 1 && (
        <Segmented
          label={t('matches.sports_nav')}
          value={sport}
          options={sports.map((value) => ({ value, label: t(`matches.sports.${value}`) }))}
          onChange={onSport}
          className="overflow-x-auto max-md:w-full"
        />
      )}
      {onType && (
        <div className="flex h-9 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-faint focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent max-md:w-full md:w-72 pointer-coarse:h-11">
          <Search size={15} aria-hidden className="flex-none" />
          <input
            type="text"
            inputMode="search"
            aria-label={t('leagues.filter')}
            placeholder={t('leagues.filter')}
            maxLength={80}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onType('')}
            className="min-w-0 flex-1 bg-transparent text-[16px] text-text outline-none placeholder:text-faint md:text-[14px]"
          />
          {typed !== '' && (
            <button
              type="button"
              aria-label={t('leagues.filter_clear')}
              onClick={() => onType('')}
              className="thumb -mr-1.5 grid size-7 place-items-center hover:text-text"
            >
              <X size={15} aria-hidden />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
