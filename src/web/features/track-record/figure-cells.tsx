import { useFormatter, useTranslations } from 'use-intl';
import type { ForecastFigures } from '#contract/forecasts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { FIGURE } from '#web/lib/number-formats.ts';
import { isFew } from './verdict.ts';

export const FIGURES = ['rps', 'log_loss', 'brier'] as const;
export type Figure = (typeof FIGURES)[number];

interface FigureCellsProps {
  figures: Record<Figure, number> & Partial<ForecastFigures>;
  /** Which give way on a phone. */
  hidden?: readonly Figure[];
}

/** A row's three figures, or that there are too few matches to have any. */
export function FigureCells({ figures, hidden = [] }: FigureCellsProps) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  if (figures.matches !== undefined && isFew(figures.matches)) {
    return (
      <td colSpan={FIGURES.length} className="text-right text-[12.5px] font-normal text-faint [font-stretch:100%]">
        {t('few')}
      </td>
    );
  }
  return FIGURES.map((name) => (
    <td key={name} className={classNames('text-right', hidden.includes(name) && 'max-md:hidden')}>
      {format.number(figures[name], FIGURE)}
    </td>
  ));
}
