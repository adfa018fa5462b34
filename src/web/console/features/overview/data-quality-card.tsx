import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/overview.ts';
import { Card } from '#web/ui/card.tsx';

/** Returns a code such as "score_dropped" as words; sentences, which may quote a provider, stay as they are. */
const inWords = (reason: string): string => (/\s/.test(reason) ? reason : reason.replaceAll('_', ' '));

/** What feeds told that was refused, by feed and reason, and whether second opinions found their matches. */
export function DataQualityCard({ refusals, opinions }: Pick<Overview, 'refusals' | 'opinions'>) {
  const t = useTranslations('admin_overview');
  const format = useFormatter();
  return (
    <Card title={t('quality')}>
      {refusals.length === 0 ? (
        <p className="text-[13.5px] text-muted">{t('quality_none')}</p>
      ) : (
        <table className="w-full text-left text-[13.5px]">
          <thead className="text-[12.5px] text-muted">
            <tr>
              <th className="pr-3 font-normal">{t('quality_source')}</th>
              <th className="pr-3 font-normal">{t('quality_reason')}</th>
              <th className="text-right font-normal">{t('quality_count')}</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ feed, reason, count }) => (
              <tr key={`${feed} ${reason}`} className="border-t border-line align-top">
                <td className="py-1.5 pr-3">{feed}</td>
                <td className="py-1.5 pr-3 break-words">{inWords(reason)}</td>
                <td className="num py-1.5 text-right">{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {opinions.length > 0 && (
        <ul className="mt-2 grid gap-1 text-[13px] text-muted">
          {opinions.map(({ feed, state, count }) => (
            <li key={`${feed} ${state}`}>{t(`opinion_${state}`, { feed, count })}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
