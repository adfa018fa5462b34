import { useFormatter, useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { Card } from '#web/ui/card.tsx';
import { FIGURES, FigureCells } from './figure-cells.tsx';

/** The figures by how long before the start a forecast was made. */
export function LeadTimesCard({ leads }: { leads: TrackRecord['by_lead_time'] }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  return (
    <Card title={t('by_lead')}>
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('by_lead')}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>th]:pb-2 [&>th]:pl-2 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="pl-0! text-left!">
              {t('lead_time')}
            </th>
            <th scope="col">{t('matches')}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col" abbr={t(`figure_long.${name}`)} className="w-[58px]">
                {t(`figure.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((row) => (
            <tr key={row.lead} className="border-t border-line [&>*]:py-2 [&>td]:pl-2">
              <th scope="row" className="text-left font-[530] [font-stretch:100%]">
                {t(`leads.${row.lead}`)}
              </th>
              <td className="text-right text-muted">{format.number(row.matches)}</td>
              <FigureCells figures={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
