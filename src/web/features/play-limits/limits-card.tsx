import { useTranslations } from 'use-intl';
import { LIMIT_KINDS } from '#domain/play-limits/play-limits.ts';
import { useLimits } from '#web/data/play-limits.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { LimitRow } from './limit-row.tsx';

/** What the user lets themselves stake and lose, in a day, a week and a month, and how much of it is used. */
export function LimitsCard() {
  const t = useTranslations('play_limits');
  const { data, error, refetch } = useLimits();
  if (!data) {
    return (
      <Card title={t('limits_heading')}>
        {error ? <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-[480px]" />}
      </Card>
    );
  }
  return (
    <Card title={t('limits_heading')}>
      <p className="text-[13px] text-pretty text-muted">{t('limits_lead')}</p>
      {LIMIT_KINDS.map((kind) => (
        <section key={kind} aria-label={t(`kind.${kind}`)} className="mt-5">
          <h3 className="font-[650]">{t(`kind.${kind}`)}</h3>
          <p className="text-[12.5px] text-pretty text-faint">{t(`kind_hint.${kind}`)}</p>
          <ul className="mt-1 divide-y divide-line">
            {data.limits
              .filter((limit) => limit.kind === kind)
              .map((limit) => (
                <LimitRow key={limit.period} limit={limit} />
              ))}
          </ul>
        </section>
      ))}
      <p className="mt-3 text-[12.5px] text-faint">{t('utc')}</p>
    </Card>
  );
}
