import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Medal from 'lucide-react/icons/medal';
import { useTranslations } from 'use-intl';
import type { TippingTableRow } from '#contract/tipping-tips.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useWhoName, WhoPicture, whoKey } from './who-name.tsx';

interface GroupTableProps {
  caption: string;
  rows: readonly TippingTableRow[];
  /** The caller's row, which is shown below if it is not among the others. */
  me: TippingTableRow | null;
  /** The first three get medals: a round that is over. */
  hasMedals: boolean;
  /** Compares the caller with a member. */
  onCompare: (handle: string) => void;
}

/** Ranks members as it stands: place and how it moved, points, and the part of them that is still in play. */
export function GroupTable({ caption, rows, me, hasMedals, onCompare }: GroupTableProps) {
  const t = useTranslations('tipping');
  const isListed = rows.some(({ is_me }) => is_me);
  const hasBonus = rows.some(({ bonus_points }) => bonus_points > 0);
  const line = (row: TippingTableRow) => (
    <Row
      key={whoKey(row)}
      row={row}
      hasMedals={hasMedals}
      hasBonus={hasBonus}
      onCompare={me !== null && row.kind === 'member' && !row.is_me ? onCompare : null}
    />
  );
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="num w-full text-[14px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-[12px] text-faint">
          <tr className="[&>*]:px-2 [&>*]:py-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="w-14 pl-3! text-left">
              {t('column.place')}
            </th>
            <th scope="col" className="w-full text-left">
              {t('column.member')}
            </th>
            <th scope="col" className="text-right max-md:hidden">
              {t('column.form')}
            </th>
            <th scope="col" className="text-right max-md:hidden">
              {t('column.exact')}
            </th>
            {hasBonus && (
              <th scope="col" className="text-right">
                {t('column.bonus')}
              </th>
            )}
            <th scope="col" className="text-right">
              {t('column.live')}
            </th>
            <th scope="col" className="pr-3! text-right">
              {t('column.points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(line)}
          {me && !isListed && (
            <>
              <tr aria-hidden>
                <td colSpan={hasBonus ? 7 : 6} className="border-t border-line py-1 text-center text-faint">
                  ⋯
                </td>
              </tr>
              {line(me)}
            </>
          )}
        </tbody>
      </table>
    </div>
  );
}

const MEDALS = ['text-warn', 'text-muted', 'text-away'] as const;

interface RowProps extends Pick<GroupTableProps, 'hasMedals'> {
  row: TippingTableRow;
  hasBonus: boolean;
  /** Null: there is nobody to compare with. */
  onCompare: ((handle: string) => void) | null;
}

function Row({ row, hasMedals, hasBonus, onCompare }: RowProps) {
  const t = useTranslations('tipping');
  const name = useWhoName()(row);
  const { handle } = row;
  const medal = hasMedals && row.points > 0 ? MEDALS[row.place - 1] : undefined;
  return (
    <tr
      {...(row.is_me && { 'data-me': '' })}
      className={classNames('border-t border-line [&>*]:px-2 [&>*]:py-2', row.is_me && 'bg-accent-soft')}
    >
      <td className="pl-3! whitespace-nowrap text-muted">
        <span className="flex items-center">
          <span className="min-w-[18px]">{row.place}</span>
          <Move by={row.place_before - row.place} />
        </span>
      </td>
      <th scope="row" className="max-w-0 text-left font-[550] [font-stretch:100%]">
        <span className="flex min-w-[84px] items-center gap-2">
          <WhoPicture who={row} />
          {onCompare && handle !== null ? (
            <button
              type="button"
              title={name}
              aria-label={t('compare_with', { name })}
              onClick={() => onCompare(handle)}
              className="thumb min-w-0 truncate rounded-tag hover:underline"
            >
              {name}
            </button>
          ) : (
            <span
              title={name}
              className={classNames('min-w-0 truncate', row.is_me && 'text-accent', row.kind !== 'member' && 'text-muted')}
            >
              {name}
            </span>
          )}
          {row.is_me && <span className="flex-none text-[12px] text-accent">{t('you')}</span>}
          {row.kind !== 'member' && (
            <span className="flex-none rounded-chip bg-raised px-2 text-[11px] text-muted max-md:sr-only">
              {t(row.kind === 'place' ? 'move.not_taken' : 'not_a_person')}
            </span>
          )}
          {medal && <Medal size={15} role="img" aria-label={t('medal', { place: row.place })} className={classNames('flex-none', medal)} />}
          {!hasMedals && row.rounds_won > 0 && (
            <span title={t('rounds_won', { count: row.rounds_won })} className="flex flex-none items-center gap-0.5 text-[12px] text-muted">
              <Medal size={13} aria-hidden className="text-warn" />
              <span aria-hidden>{row.rounds_won}</span>
              <span className="sr-only">{t('rounds_won', { count: row.rounds_won })}</span>
            </span>
          )}
        </span>
      </th>
      <td className="text-right whitespace-nowrap text-muted max-md:hidden">{row.form.join(' · ')}</td>
      <td className="text-right text-muted max-md:hidden">{row.exact}</td>
      {hasBonus && <td className="text-right text-muted">{row.bonus_points > 0 ? `+${row.bonus_points}` : '–'}</td>}
      <td className={classNames('text-right', row.live_points > 0 ? 'text-live' : 'text-faint')}>
        {row.live_points > 0 ? `+${row.live_points}` : '–'}
      </td>
      <td className="pr-3! text-right text-[16px] font-bold">{row.points}</td>
    </tr>
  );
}

/** How many places the matches in play move a member. */
function Move({ by }: { by: number }) {
  const t = useTranslations('tipping');
  if (by === 0) return null;
  const Icon = by > 0 ? ChevronUp : ChevronDown;
  return (
    <span className={classNames('ml-1 inline-flex items-center text-[12px]', by > 0 ? 'text-good' : 'text-bad')}>
      <Icon size={14} aria-hidden />
      <span aria-hidden>{Math.abs(by)}</span>
      <span className="sr-only">{t(by > 0 ? 'moved_up' : 'moved_down', { count: Math.abs(by) })}</span>
    </span>
  );
}
