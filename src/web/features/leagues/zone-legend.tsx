import { useTranslations } from 'use-intl';
import type { LeagueTable } from './league-table.ts';
import { ZoneStroke } from './zone-mark.tsx';
import { zonesOf } from './zones-of.ts';

/** What the places of a table are good or bad for, in words. */
export function ZoneLegend({ tables }: { tables: readonly LeagueTable[] }) {
  const t = useTranslations('leagues');
  const zones = zonesOf(tables);
  if (zones.length === 0) return null;
  return (
    <ul aria-label={t('zones')} className="flex flex-wrap gap-x-5 gap-y-1">
      {zones.map(({ kind, from, to }) => (
        <li key={kind} className="flex items-center">
          <ZoneStroke zone={kind} />
          <span className="num mr-1.5">{from === to ? from : t('zone_places', { from, to })}</span>
          {t(`zone.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
