import { useTranslations } from 'use-intl';
import type { Projection } from '#contract/forecasts.ts';
import { usePercent } from './use-percent.ts';

const HALVES = ['first', 'second'] as const;

/** The likeliest scores at half time, and of the second half by itself. */
export function ProjectionHalves({ halves }: { halves: NonNullable<NonNullable<Projection['projection']>['halves']> }) {
  const t = useTranslations('forecast');
  const score = useTranslations('match');
  const percent = usePercent();
  return (
    <section>
      <h3 className="mb-2 text-[13px] font-semibold text-muted">{t('halves')}</h3>
      <dl className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {HALVES.map((half) => (
          <div key={half}>
            <dt className="mb-1.5 text-[13px]">{t(`half.${half}`)}</dt>
            <dd>
              <ol className="grid grid-cols-3 gap-2">
                {halves[half].map(({ home, away, probability }) => (
                  <li key={`${home}-${away}`} className="num grid justify-items-center rounded-control border border-line py-1.5">
                    <b className="text-[16px] font-bold">{score('score', { home, away })}</b>
                    <span className="text-[12.5px] text-muted">{percent(probability)}</span>
                  </li>
                ))}
              </ol>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
