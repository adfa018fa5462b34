import { useFormatter, useTranslations } from 'use-intl';
import type { ScoreView } from '#contract/forecasts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { percentages } from '#web/ui/probability-bar.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { isSameMark, type Mark } from './score-marks.ts';

interface OverUnderProps {
  scores: ScoreView;
  line: number;
  onLine: (line: number) => void;
  mark: Mark | null;
  onMark: (mark: Mark) => void;
}

const KINDS = ['over', 'under'] as const;

/** More or fewer goals than a line, which can be another; each side lights up its scores. */
export function OverUnderCard({ scores, line, onLine, mark, onMark }: OverUnderProps) {
  const t = useTranslations('forecast');
  const format = useFormatter();
  const chosen = scores.over_under.find((each) => each.line === line);
  if (!chosen) return null;
  const percents = percentages(KINDS.map((kind) => chosen[kind]));
  return (
    <Card title={t('over_under')} aside={t('goals_line', { line })}>
      <div className="grid gap-1">
        {KINDS.map((kind, index) => {
          const own: Mark = { kind, line };
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={isSameMark(mark, own)}
              onClick={() => onMark(own)}
              className={classNames(
                'thumb -mx-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_42px] items-center gap-3 rounded-control px-2 py-1 text-left transition-colors hover:bg-raised',
                isSameMark(mark, own) && 'bg-raised',
              )}
            >
              <span className="truncate font-medium">{t(`${kind}_word`)}</span>
              <span aria-hidden className="h-2.5 overflow-hidden rounded-[6px] bg-line">
                <i
                  className={classNames('block h-full rounded-[6px] transition-[width]', kind === 'over' ? 'bg-accent' : 'bg-faint')}
                  style={{ width: `${percents[index]}%` }}
                />
              </span>
              <b className="num text-right text-[16px] font-bold">{percents[index]}%</b>
            </button>
          );
        })}
      </div>
      <Segmented
        label={t('line_label')}
        value={String(line)}
        options={scores.over_under.map((each) => ({
          value: String(each.line),
          label: <span className="num">{format.number(each.line, { minimumFractionDigits: 1 })}</span>,
        }))}
        onChange={(value) => onLine(Number(value))}
        className="mt-3 text-[13px] *:px-0!"
      />
    </Card>
  );
}
