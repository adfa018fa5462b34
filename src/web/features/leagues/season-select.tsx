import { useTranslations } from 'use-intl';
import { QuietSelect } from '#web/ui/select-field.tsx';

interface SeasonSelectProps {
  season: string;
  seasons: readonly string[];
  onChange: (season: string) => void;
}

/** Which season is on show; only one needs no choice. */
export function SeasonSelect({ season, seasons, onChange }: SeasonSelectProps) {
  const t = useTranslations('leagues');
  if (seasons.length < 2) return <span className="text-[13px] text-muted">{t('season', { season })}</span>;
  const options = seasons.map((value) => ({ value, label: value }));
  return <QuietSelect label={t('season_label')} value={season} options={options} onChange={onChange} />;
}
