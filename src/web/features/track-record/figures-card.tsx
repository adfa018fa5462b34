import { useFormatter, useTranslations } from 'use-intl';
import type { ForecastFigures, TrackRecord } from '#contract/forecasts.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { FIGURE } from '#web/lib/number-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { LUCK_WIDTH } from '#web/ui/reliability-chart.tsx';

/** Shows the model's three figures, those of market and crowd on the same matches if there are enough, and known benchmarks. */
export function FiguresCard({ record, model, sport }: { record: TrackRecord; model: ForecastFigures; sport: Sport }) {
  const t = useTranslations('track_record');
  const noted = sport === 'football' || sport === 'tennis' ? sport : 'other';
  const compared = record.beside.filter(({ model: ours }) => !isFew(ours.matches));
  return (
    <Card title={t('figures')} aside={t('lower_is_better')}>
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('figures')}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>th]:pb-2 [&>th]:pl-2 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="pl-0! text-left!">
              {t('who')}
            </th>
            <th scope="col">{t('matches')}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col" abbr={t(`figure_long.${name}`)} className="w-[58px] md:w-24">
                {t(`figure.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <FigureRow name={t('model_all')} figures={model} />
        </tbody>
        {compared.map(({ name, model: ours, other }) => (
          <tbody key={name}>
            <FigureRow name={t(`model_with.${name}`)} figures={ours} />
            <FigureRow name={t(`same_matches.${name}`)} figures={other} />
          </tbody>
        ))}
        <tbody className="text-muted">
          <tr className="border-t border-line">
            <th scope="rowgroup" colSpan={2 + FIGURES.length} className="pt-3 pb-1 text-left text-[12px] font-medium text-faint">
              {t('yardsticks')}
            </th>
          </tr>
          {YARDSTICKS[sport].map((yardstick) => (
            <FigureRow key={yardstick.name} name={t(`yardstick.${yardstick.name}`)} figures={yardstick} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-[12.5px] text-muted">{t(`yardstick_note.${noted}`)}</p>
      <dl className="mt-4 grid gap-3 border-t border-line pt-4 text-[13px] md:grid-cols-3 md:gap-5">
        {FIGURES.map((name) => (
          <div key={name}>
            <dt className="font-[620]">{t(`figure_long.${name}`)}</dt>
            <dd className="mt-0.5 text-muted">{t(name === 'rps' && sport !== 'football' ? 'explained.rps_two' : `explained.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface FigureRowProps {
  name: string;
  figures: Parameters<typeof FigureCells>[0]['figures'];
}

function FigureRow({ name, figures }: FigureRowProps) {
  const format = useFormatter();
  return (
    <tr className="border-t border-line [&>*]:py-2 [&>td]:pl-2">
      <th scope="row" className="text-left font-[530] [font-stretch:100%] wrap-anywhere">
        {name}
      </th>
      <td className="text-right text-muted">{figures.matches === undefined ? '' : format.number(figures.matches)}</td>
      <FigureCells figures={figures} />
    </tr>
  );
}

/** Published figures of a known method: means over the matches that the note below the table names. */
interface Yardstick {
  name: 'even' | 'frequencies' | 'fivethirtyeight' | 'ranks' | 'bookmaker' | 'closing';
  rps: number;
  log_loss: number;
  brier: number;
}

/** Two outcomes of 50% each: (1/2)^2, ln 2, 2 x (1/2)^2. */
const EVEN: Yardstick = { name: 'even', rps: 0.25, log_loss: Math.LN2, brier: 0.5 };

/**
 * Football: the 33,485 matches of football-data.co.uk that FiveThirtyEight forecast too, with Pinnacle's last prices and their
 * margin removed in proportion. Tennis: the 13,858 matches of 2022 to 2024 with an average price in docs/forecast-other-sports.md, whose
 * Brier score counts one player only and is therefore half of ours.
 */
const YARDSTICKS: Record<Sport, readonly Yardstick[]> = {
  football: [
    { name: 'frequencies', rps: 0.2281, log_loss: 1.073, brier: 0.649 },
    { name: 'fivethirtyeight', rps: 0.2053, log_loss: 1.0062, brier: 0.6019 },
    { name: 'closing', rps: 0.2005, log_loss: 0.9906, brier: 0.5914 },
  ],
  tennis: [
    EVEN,
    { name: 'ranks', rps: 0.2216, log_loss: 0.6334, brier: 0.4432 },
    { name: 'bookmaker', rps: 0.2006, log_loss: 0.5831, brier: 0.4012 },
  ],
  basketball: [EVEN],
  esports: [EVEN],
};

export const FIGURES = ['rps', 'log_loss', 'brier'] as const;
export type Figure = (typeof FIGURES)[number];

interface FigureCellsProps {
  figures: Record<Figure, number> & Partial<ForecastFigures>;
  /** Figures hidden on phones. */
  hidden?: readonly Figure[];
}

/** Shows a row's three figures, or that there are too few matches. */
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

/** With fewer matches, figures reflect luck more than skill. */
export const MATCHES_MIN = 30;

export const isFew = (matches: number): boolean => matches < MATCHES_MIN;

export type Comparison = TrackRecord['beside'][number];
type Verdict = 'few' | 'level' | 'better' | 'worse';

/** Compares the model with another on the same matches; better or worse only if luck is an unlikely reason. */
export function verdictOf({ model, rps_difference, rps_standard_error }: Comparison): Verdict {
  if (isFew(model.matches)) return 'few';
  if (Math.abs(rps_difference) <= LUCK_WIDTH * rps_standard_error) return 'level';
  return rps_difference < 0 ? 'better' : 'worse';
}
