import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';

interface SeasonSelectProps {
  season: string;
  seasons: readonly string[];
  onChange: (season: string) => void;
}

/** Which season's table is on show; only one needs no choice. */
export function SeasonSelect({ season, seasons, onChange }: SeasonSelectProps) {
  const t = useTranslations('leagues');
  if (seasons.length < 2) return <span className="text-[13px] text-muted">{t('season', { season })}</span>;
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={t('season_label')}
        value={season}
        onChange={(event) => onChange(event.target.value)}
        className="thumb h-9 appearance-none rounded-control border border-line-strong bg-surface pr-9 pl-3 font-[550]"
      >
        {seasons.map((one) => (
          <option key={one} value={one}>
            {t('season', { season: one })}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden className="pointer-events-none absolute right-2.5 text-muted" />
    </span>
  );
}
