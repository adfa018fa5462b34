import { useTranslations } from 'use-intl';
import type { OutcomeProbabilities } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { percentages } from '#domain/forecast/percentages.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';

const COLOURS: Record<Pick, string> = { home: 'bg-home', draw: 'bg-draw', away: 'bg-away' };

/** Shows a bar for each outcome with its percentage; the percentages add up to 100. */
export function OutcomeBars({ match, outcomes }: { match: MatchDetail; outcomes: OutcomeProbabilities }) {
  const t = useTranslations('common');
  const nameOf = useLocalName();
  const picks = picksOf(match.draw_possible);
  const percents = percentages(picks.map((pick) => outcomes[pick]));
  return (
    <dl className="grid gap-2.5">
      {picks.map((pick, index) => {
        const name = pick === 'draw' ? t('draw') : nameOf(match[pick]);
        return (
          <div key={pick} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_42px] items-center gap-3">
            <dt className="truncate font-medium" title={name}>
              {name}
            </dt>
            <dd aria-hidden className="h-2.5 overflow-hidden rounded-[6px] bg-line">
              <i
                className={`block h-full rounded-[6px] transition-[width] duration-250 ${COLOURS[pick]}`}
                style={{ width: `${percents[index]}%` }}
              />
            </dd>
            <dd className="num text-right text-[16px] font-bold">{percents[index]}%</dd>
          </div>
        );
      })}
    </dl>
  );
}
