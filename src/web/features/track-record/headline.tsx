import { useFormatter, useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { FIGURE, SIGNED } from '#web/lib/number-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { type Comparison, MATCHES_MIN, verdictOf } from './verdict.ts';

/** What there is to know first, in words: how many forecasts, and how they did beside the market and the crowd. */
export function Headline({ record, matches }: { record: TrackRecord; matches: number }) {
  const t = useTranslations('track_record');
  return (
    <Card>
      <p className="num text-[26px] leading-tight font-bold md:text-[32px]">{t('checked', { count: matches })}</p>
      {record.beside.length === 0 && <p className="mt-2 text-muted">{t('nothing_beside')}</p>}
      <ul className="mt-3 grid gap-3">
        {record.beside.map((comparison) => (
          <Compared key={comparison.name} comparison={comparison} />
        ))}
      </ul>
    </Card>
  );
}

function Compared({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  const { name, model, other, rps_difference, rps_standard_error } = comparison;
  const verdict = verdictOf(comparison);
  return (
    <li>
      <p className="text-[16px] font-[620]">{t(`verdict.${name}.${verdict}`, { count: model.matches, needed: MATCHES_MIN })}</p>
      {verdict !== 'few' && (
        <p className="mt-0.5 text-[13px] text-muted">
          {t(`because.${verdict}`)}{' '}
          {t('difference', {
            model: format.number(model.rps, FIGURE),
            other: format.number(other.rps, FIGURE),
            // A minus as wide as the plus.
            difference: format.number(rps_difference, SIGNED).replace('-', '−'),
            error: format.number(rps_standard_error, FIGURE),
          })}
        </p>
      )}
    </li>
  );
}
