import { useTranslations } from 'use-intl';
import type { ScoreProbability, ScoreView } from '#contract/forecasts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { isSameMark, type Mark } from './score-marks.ts';
import { usePercent } from './use-percent.ts';

interface TopScoresProps {
  scores: ScoreView;
  hitRate: ScoreProbability['hit_rate'];
  mark: Mark | null;
  onMark: (mark: Mark) => void;
}

/** The three likeliest scores, with how often such a score comes true. */
export function TopScoresCard({ scores, hitRate, mark, onMark }: TopScoresProps) {
  const t = useTranslations('forecast');
  const score = useTranslations('match');
  const percent = usePercent();
  return (
    <Card title={t('top')}>
      <ol className="grid grid-cols-3 gap-2">
        {scores.top.map(({ home, away, probability }) => {
          const own: Mark = { kind: 'score', home, away };
          const isLit = isSameMark(mark, own);
          return (
            <li key={`${home}-${away}`}>
              <button
                type="button"
                aria-pressed={isLit}
                onClick={() => onMark(own)}
                className={classNames(
                  'num grid w-full justify-items-center rounded-control border py-2 transition-colors hover:bg-raised',
                  isLit ? 'border-accent bg-accent-soft' : 'border-line',
                )}
              >
                <b className="text-[18px] font-bold">{score('score', { home, away })}</b>
                <span className="text-[13px] text-muted">{percent(probability)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="mt-2.5 text-[12px] text-muted">
        {hitRate
          ? t('top_hit', { top: percent(hitRate.top), three: percent(hitRate.top_three), count: hitRate.matches })
          : t('top_unknown')}
      </p>
    </Card>
  );
}
