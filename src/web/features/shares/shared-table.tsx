import { useFormatter, useTranslations } from 'use-intl';
import type { Shared } from '#contract/shares.ts';
import { DAY_MS } from '#domain/time.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';

type Table = NonNullable<Shared['table']>;

/** The first rows of a group's table after a round, and those around the sharer. Members who are not named have their place alone. */
export function SharedTable({ table }: { table: Table }) {
  const t = useTranslations('glance');
  const format = useFormatter();
  const roundLabel = useLabel();
  const { group, round, members, rows } = table;
  const label = roundLabel(round);
  const nameOf = ({ kind, name }: Table['rows'][number]) => (kind === 'member' ? (name ?? t('table_member')) : t(`table_${kind}`));
  return (
    <>
      <p className="truncate text-[17px] font-[650]">{group}</p>
      <p className="mb-3 text-[13px] text-muted">
        {[t('table_after', { round: label }), ...(members === null ? [] : [t('table_members', { count: members })])].join(' · ')}
      </p>
      <table className="w-full border-collapse text-[14px]">
        <caption className="sr-only">{`${group}, ${t('table_after', { round: label })}`}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('table_place')}</th>
            <th scope="col">{t('table_name')}</th>
            <th scope="col">{t('table_round')}</th>
            <th scope="col">{t('table_points')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const hasGap = index > 0 && row.position !== rows[index - 1]!.position + 1;
            return (
              <tr
                key={row.position}
                aria-current={row.is_sharer || undefined}
                className={classNames(
                  'border-t border-line first:border-0',
                  hasGap && 'border-t-2 border-dashed',
                  row.is_sharer && 'bg-raised font-[650]',
                )}
              >
                <td className="num w-[44px] py-2 pr-3 text-right">{format.number(row.place)}</td>
                <td className={classNames('max-w-0 truncate py-2', row.name === null && 'text-muted')}>{nameOf(row)}</td>
                <td className="num w-[64px] py-2 text-right text-muted">+{format.number(row.round_points)}</td>
                <td className="num w-[64px] py-2 pr-2 text-right font-bold">{format.number(row.points)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

const UTC = { timeZone: 'UTC' } as const;
const WEEK_DAYS = 7;

/** Returns a function that names a round: with its league, or by its days (UTC). */
function useLabel(): (round: Table['round']) => string {
  const format = useFormatter();
  const roundName = useRoundName();
  const nameOf = useLocalName();
  return ({ key, league, round }) => {
    const [kind, day = ''] = key.split(':');
    const at = Date.parse(`${day}T12:00:00Z`);
    if (kind === 'day') return format.dateTime(at, 'weekday_day', UTC);
    if (kind === 'week') return format.dateTimeRange(new Date(at), new Date(at + (WEEK_DAYS - 1) * DAY_MS), 'day', UTC);
    const name = roundName([round ?? ''], league?.sport ?? 'football');
    return league ? `${nameOf(league)} · ${name}` : name;
  };
}
