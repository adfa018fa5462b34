import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { type Figure, FigureCells, isFew } from './figures-card.tsx';

/** Hidden on phones, where the season is below the league. */
const HIDDEN: readonly Figure[] = ['log_loss', 'brier'];
const isHidden = (column: LeagueColumn) => column === 'season' || HIDDEN.some((name) => name === column);

interface LeaguesCardProps {
  /** With league names in the current language. */
  rows: readonly LeagueFigures[];
  /** Returns the address of a league's record in a season. */
  hrefOf: (row: LeagueFigures) => string;
}

/** Shows the figures by league and season in the selected order. */
export function LeaguesCard({ rows, hrefOf }: LeaguesCardProps) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  const locale = useLocale();
  const [order, setOrder] = useState<Order>(() => firstOrder('matches'));
  const press = (column: LeagueColumn) =>
    setOrder((last) => (last.column === column ? { column, isDescending: !last.isDescending } : firstOrder(column)));
  return (
    <Card title={t('by_league')}>
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{t('by_league')}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>th]:pb-1 [&>th]:font-medium">
            {LEAGUE_COLUMNS.map((column) => (
              <Heading key={column} column={column} order={order} onPress={() => press(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(rows, order, locale).map((row) => (
            <tr key={`${row.league_id} ${row.season}`} className="border-t border-line [&>*]:py-2 [&>td]:pl-2">
              <th scope="row" className="max-w-0 text-left font-[530] [font-stretch:100%]">
                <Link to={hrefOf(row)} preventScrollReset className="thumb block truncate hover:text-accent" title={row.league}>
                  {row.league}
                </Link>
                <span className="block text-[12px] font-normal text-muted md:hidden">{row.season}</span>
              </th>
              <td className="text-muted max-md:hidden">{row.season}</td>
              <td className="text-right text-muted">{format.number(row.matches)}</td>
              <FigureCells figures={row} hidden={HIDDEN} />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const WIDTHS: Partial<Record<LeagueColumn, string>> = { season: 'w-28', matches: 'w-24', rps: 'w-20', log_loss: 'w-32', brier: 'w-24' };

/** A column heading that sorts by the column. */
function Heading({ column, order, onPress }: { column: LeagueColumn; order: Order; onPress: () => void }) {
  const t = useTranslations('track_record');
  const isFigure = column === 'rps' || column === 'log_loss' || column === 'brier';
  const name = isFigure ? t(`figure.${column}`) : t(column);
  const isSorted = order.column === column;
  const Arrow = order.isDescending ? ChevronDown : ChevronUp;
  const isWords = column === 'league' || column === 'season';
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames(WIDTHS[column], isWords ? 'text-left' : 'text-right', isHidden(column) && 'max-md:hidden')}
    >
      <button
        type="button"
        onClick={onPress}
        title={t('sort_by', { column: isFigure ? t(`figure_long.${column}`) : name })}
        className={classNames(
          'thumb inline-flex items-center gap-0.5 py-1 hover:text-text',
          column === 'season' && 'pl-2',
          isSorted && 'text-text',
        )}
      >
        {name}
        {isSorted && <Arrow size={13} aria-hidden />}
      </button>
    </th>
  );
}

export type LeagueFigures = TrackRecord['by_league'][number];

const LEAGUE_COLUMNS = ['league', 'season', 'matches', 'rps', 'log_loss', 'brier'] as const;
type LeagueColumn = (typeof LEAGUE_COLUMNS)[number];

interface Order {
  column: LeagueColumn;
  isDescending: boolean;
}

/** Returns a column's initial order: the best figures, the most matches, the latest season, names from A. */
export const firstOrder = (column: LeagueColumn): Order => ({ column, isDescending: column === 'matches' || column === 'season' });

const FIGURES: readonly LeagueColumn[] = ['rps', 'log_loss', 'brier'];

/** Returns the sorted rows. When sorting by figures, rows with too few matches come last in either direction. */
export function inOrder(rows: readonly LeagueFigures[], { column, isDescending }: Order, locale: string): LeagueFigures[] {
  const words = new Intl.Collator(locale, { numeric: true });
  const compare = (a: LeagueFigures, b: LeagueFigures) => {
    const [left, right] = [a[column], b[column]];
    const way = typeof left === 'string' || typeof right === 'string' ? words.compare(String(left), String(right)) : left - right;
    return isDescending ? -way : way;
  };
  const fewLast = (a: LeagueFigures, b: LeagueFigures) =>
    FIGURES.includes(column) ? Number(isFew(a.matches)) - Number(isFew(b.matches)) : 0;
  return rows.toSorted((a, b) => fewLast(a, b) || compare(a, b) || b.matches - a.matches);
}
