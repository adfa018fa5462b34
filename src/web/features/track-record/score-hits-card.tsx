import { useFormatter, useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { PERCENT } from '#web/lib/number-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { FewNote } from './few-note.tsx';
import { isFew } from './verdict.ts';

/** How often the likeliest scores came true; football only. */
export function ScoreHitsCard({ hitRate }: { hitRate: NonNullable<TrackRecord['hit_rate']> }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  const { matches, top, top_three } = hitRate;
  return (
    <Card title={t('scores')} aside={t('of_matches', { count: matches })}>
      {isFew(matches) ? (
        <FewNote />
      ) : (
        <dl className="grid grid-cols-2 gap-4">
          {(
            [
              ['top_score', top],
              ['top_three', top_three],
            ] as const
          ).map(([name, share]) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="text-[13px] text-muted">{t(name)}</dt>
              <dd className="num text-[26px] font-bold">{format.number(share, PERCENT)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-[12.5px] text-muted">{t('scores_note')}</p>
    </Card>
  );
}
