import { useFormatter, useTranslations } from 'use-intl';
import type { TimelinePoint } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { minuteOf } from '#domain/matches/match-timeline.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { usePercent } from './use-percent.ts';
import { outcomeToReport, WinProbabilityChart } from './win-probability-chart.tsx';

interface TimelineProps {
  match: MatchDetail;
  points: readonly TimelinePoint[];
}

/** Shows how the outcomes' probabilities moved since kick-off, and why: as lines, in words, and as a table. */
export function WinProbabilityCard({ match, points }: TimelineProps) {
  const t = useTranslations('forecast');
  const picks = picksOf(match.draw_possible);
  const label = useChartWords(match, points);
  const turns = points.filter(({ turn }) => turn !== null);
  return (
    <Card title={t('timeline')}>
      <Legend match={match} picks={picks} />
      <div className="flex gap-2">
        <div className="min-w-0 flex-1">
          <WinProbabilityChart points={points} picks={picks} label={label} />
        </div>
        <div aria-hidden className="num flex flex-col justify-between text-[11.5px] text-faint">
          <span>100</span>
          <span>50</span>
          <span>0</span>
        </div>
      </div>
      {turns.length === 0 ? (
        <p className="mt-2 text-[13px] text-muted">{t('timeline_quiet')}</p>
      ) : (
        <ol className="mt-3 grid gap-1.5 text-[13px]">
          {turns.map((point, index) => (
            <Turn key={`${minuteOf(point)} ${index}`} match={match} point={point} />
          ))}
        </ol>
      )}
      <PointsTable match={match} points={points} picks={picks} />
    </Card>
  );
}

const TEXT: Record<Pick, string> = { home: 'text-home', draw: 'text-draw', away: 'text-away' };

function Legend({ match, picks }: { match: MatchDetail; picks: readonly Pick[] }) {
  const nameOf = useOutcomeName(match);
  return (
    <div aria-hidden className="mb-2 flex flex-wrap gap-x-4 text-[12px] text-muted">
      {picks.map((pick) => (
        <span key={pick} className="flex min-w-0 items-center gap-1.5">
          <i className={`h-[3px] w-3 flex-none rounded-full bg-current ${TEXT[pick]}`} />
          <span className="truncate">{nameOf(pick)}</span>
        </span>
      ))}
    </div>
  );
}

/** "71′ Red card, Northgate · Avalon Town +14 points" */
function Turn({ match, point }: { match: MatchDetail; point: TimelinePoint }) {
  const t = useTranslations('forecast');
  const format = useFormatter();
  const nameOf = useLocalName();
  const outcomeName = useOutcomeName(match);
  const { turn } = point;
  if (!turn) return null;
  const pick = outcomeToReport(turn);
  const points = Math.round(100 * turn[pick]);
  const signed = format.number(points, { signDisplay: 'exceptZero' });
  return (
    <li className="grid grid-cols-[46px_minmax(0,1fr)] items-baseline gap-x-2">
      <span className="num text-muted">{minuteOf(point)}</span>
      <span>
        {t('turn_line', { cause: t(`turn.${turn.cause}`), team: nameOf(match[turn.side]) })}
        <span className="text-faint"> · </span>
        <b className={`font-semibold ${TEXT[pick]}`}>
          {t('turn_effect', { outcome: outcomeName(pick), points: Math.abs(points), signed })}
        </b>
      </span>
    </li>
  );
}

function PointsTable({ match, points, picks }: TimelineProps & { picks: readonly Pick[] }) {
  const t = useTranslations('forecast');
  const percent = usePercent();
  const nameOf = useOutcomeName(match);
  return (
    <details className="mt-3 text-[13px]">
      <summary className="thumb w-fit cursor-pointer text-muted hover:text-text">{t('timeline_table')}</summary>
      <table className="num mt-2 w-full table-fixed text-right">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="w-16 py-1 text-left font-medium">
              {t('minute')}
            </th>
            {picks.map((pick) => (
              <th key={pick} scope="col" className="truncate py-1 pl-2 font-medium">
                {nameOf(pick)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={`${minuteOf(point)} ${index}`} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-medium">
                {minuteOf(point)}
              </th>
              {picks.map((pick) => (
                <td key={pick} className="py-1">
                  {percent(point[pick])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function useOutcomeName({ home, away }: MatchDetail): (pick: Pick) => string {
  const t = useTranslations('common');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw') : nameOf(pick === 'home' ? home : away));
}

function useChartWords(match: MatchDetail, points: readonly TimelinePoint[]): string {
  const t = useTranslations('forecast');
  const nameOf = useLocalName();
  const percent = usePercent();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return t('timeline_chart', {
    home: nameOf(match.home),
    away: nameOf(match.away),
    minute: minuteOf(last).replace('′', ''),
    home_percent: percent(last.home),
    draw_percent: percent(last.draw),
    away_percent: percent(last.away),
    home_start: percent(first.home),
    draw_start: percent(first.draw),
    away_start: percent(first.away),
  });
}
