import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import MedalIcon from 'lucide-react/icons/medal';
import { Fragment } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { DivisionPage, DivisionRow, Medal } from '#contract/divisions.ts';
import { classNames } from '#web/lib/class-names.ts';

type Division = NonNullable<DivisionPage['division']>;

/** Returns how a division is called: "1", or in lower tiers "2.3". */
export const divisionName = ({ tier, number }: { tier: number; number: number }): string => (tier === 1 ? '1' : `${tier}.${number}`);

const MEDALS: Record<Medal, string> = { first: 'text-warn', second: 'text-muted', third: 'text-away' };

export function MedalMark({ medal, size = 15 }: { medal: Medal; size?: number }) {
  const t = useTranslations('divisions');
  return <MedalIcon size={size} role="img" aria-label={t(`medal.${medal}`)} className={classNames('flex-none', MEDALS[medal])} />;
}

/** A division as it stands, or as it ended: zones are told by a heading and an arrow, not by colour alone. */
export function DivisionTable({ division, caption }: { division: Division; caption: string }) {
  const t = useTranslations('divisions');
  const { rows } = division;
  const hasCorrections = rows.some(({ corrected }) => corrected !== null);
  return (
    <div>
      <div className="overflow-x-auto rounded-card border border-line bg-surface">
        <table className="num w-full text-[14px]">
          <caption className="sr-only">{caption}</caption>
          <thead className="text-[12px] text-faint">
            <tr className="[&>*]:px-2 [&>*]:py-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
              <th scope="col" className="w-16 pl-3! text-left">
                {t('column.place')}
              </th>
              <th scope="col" className="w-full text-left">
                {t('column.player')}
              </th>
              <th scope="col" className="text-right">
                {t('column.matches')}
              </th>
              <th scope="col" className="pr-3! text-right">
                {t('column.points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Fragment key={row.handle}>
                <ZoneStart row={row} before={rows[index - 1]} />
                <Row row={row} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {hasCorrections && <p className="mt-2 text-[12.5px] text-muted">{t('corrected_hint')}</p>}
      {division.down > 0 && !hasCorrections && <p className="mt-2 text-[12.5px] text-muted">{t('seats')}</p>}
    </div>
  );
}

/** The heading above the first of those who go up, and of those who go down. */
function ZoneStart({ row: { move }, before }: { row: DivisionRow; before: DivisionRow | undefined }) {
  const t = useTranslations('divisions');
  if (move === before?.move || (move !== 'up' && move !== 'down')) return null;
  return (
    <tr className="border-t border-line text-[12px] text-muted">
      <th scope="rowgroup" colSpan={4} className="px-3 pt-2 pb-1 text-left font-[600]">
        {t(`zone.${move}`)}
      </th>
    </tr>
  );
}

function Row({ row }: { row: DivisionRow }) {
  const t = useTranslations('divisions');
  const format = useFormatter();
  const { handle, place, points, matches, is_me, move, medal, corrected } = row;
  return (
    <tr className={classNames('border-t border-line [&>*]:px-2 [&>*]:py-2', is_me && 'bg-accent-soft')} {...(is_me && { 'data-me': '' })}>
      <td className="pl-3! whitespace-nowrap text-muted">
        <span className="flex items-center gap-1">
          <span className="min-w-[20px]">{place}</span>
          <MoveMark move={move} />
        </span>
      </td>
      <th scope="row" className="max-w-0 text-left font-[550] [font-stretch:100%]">
        <span className="flex min-w-[84px] items-center gap-2">
          <span className={classNames('min-w-0 truncate', is_me && 'text-accent')} title={handle}>
            {handle}
          </span>
          {is_me && <span className="flex-none text-[12px] text-accent">{t('you')}</span>}
          {medal && <MedalMark medal={medal} />}
          {move === 'out' && <span className="flex-none text-[12px] text-faint">{t('move.out')}</span>}
        </span>
      </th>
      <td className="text-right text-muted">{format.number(matches)}</td>
      <td className="pr-3! text-right font-bold whitespace-nowrap">
        {format.number(points)}
        {corrected !== null && <span className="block text-[11.5px] font-medium text-muted">{t('corrected', { points: corrected })}</span>}
      </td>
    </tr>
  );
}

function MoveMark({ move }: { move: DivisionRow['move'] }) {
  const t = useTranslations('divisions');
  if (move !== 'up' && move !== 'down') return null;
  const Icon = move === 'up' ? ChevronUp : ChevronDown;
  return <Icon size={15} role="img" aria-label={t(`move.${move}`)} className={move === 'up' ? 'text-good' : 'text-bad'} />;
}
