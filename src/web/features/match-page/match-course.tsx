import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { MatchCourse as Course } from '#contract/match-course.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { isInPlay, matchGroup } from '#domain/matches/match-status.ts';
import { minuteOf } from '#domain/matches/match-timeline.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { matchCourseQuery } from './api.ts';
import { ExpectedGoalsChart, PressureChart } from './course-charts.tsx';
import type { Clock } from './win-probability-chart.tsx';

/** Shows pressure and expected goals over the match, where they are known; the page does without them otherwise. */
export function MatchCourse({ match }: { match: MatchDetail }) {
  const { data } = useQuery(matchCourseQuery(match.id, isInPlay(match.status)));
  if (!data) return null;
  return (
    <>
      {data.pressure && data.pressure.bars.length > 0 && <PressureCard match={match} pressure={data.pressure} />}
      {data.expected_goals && <ExpectedGoalsCard match={match} told={data.expected_goals} />}
    </>
  );
}

function PressureCard({ match, pressure }: { match: MatchDetail; pressure: NonNullable<Course['pressure']> }) {
  const t = useTranslations('course');
  const tMatch = useTranslations('match');
  const format = useFormatter();
  const nameOf = useLocalName();
  const { bars, gaps, counted, resolution_minutes: minutes, source } = pressure;
  const strongerIn = (side: 'home' | 'away') => bars.filter((bar) => bar[side] > bar[side === 'home' ? 'away' : 'home']).length;
  const spans = gaps.map((gap) => spanOf(gap));
  const label = t('pressure_chart', {
    ...{ home: nameOf(match.home), away: nameOf(match.away), count: bars.length },
    ...{ home_count: strongerIn('home'), away_count: strongerIn('away') },
  });
  return (
    <Card title={t('pressure')} aside={t('per_minute')}>
      <Legend match={match} />
      <PressureChart pressure={pressure} label={label} />
      <Origin>
        {[
          t('made_of', { kinds: format.list(counted.map((kind) => tMatch(`statistic.${kind}`))) }),
          t('source_by_minutes', { source, minutes }),
          spans.length > 0 && t('gaps', { spans: format.list(spans) }),
        ]}
      </Origin>
      <Figures match={match} rows={bars.map((bar) => ({ when: spanOf(bar), home: bar.home, away: bar.away }))} />
    </Card>
  );
}

function ExpectedGoalsCard({ match, told }: { match: MatchDetail; told: NonNullable<Course['expected_goals']> }) {
  const t = useTranslations('course');
  const nameOf = useLocalName();
  const value = useTwoDecimals();
  const { points, source, resolution_minutes: minutes } = told;
  const last = points.at(-1);
  if (!last) return null;
  const until = minutes === null ? nowIn(match, last) : last;
  const label = t('expected_goals_chart', {
    ...{ home: nameOf(match.home), away: nameOf(match.away), minute: minuteOf(until).replace('′', '') },
    ...{ home_value: value(last.home), away_value: value(last.away) },
  });
  return (
    <Card title={t('expected_goals')} aside={<span className="num">{`${value(last.home)} – ${value(last.away)}`}</span>}>
      <Legend match={match} />
      <ExpectedGoalsChart points={points} until={until} label={label} />
      <Origin>{[minutes === null ? t('source_by_shot', { source }) : t('source_by_minutes', { source, minutes })]}</Origin>
      <Figures match={match} rows={points.map((point) => ({ when: minuteOf(point), home: point.home, away: point.away }))} />
    </Card>
  );
}

/** Returns the minute until which shots are known: the present one, or the end. */
function nowIn({ status, minute, stoppage }: MatchDetail, last: Clock): Clock {
  if (minute !== null && minute >= last.minute) return { minute, stoppage };
  const end = last.minute > 90 || status === 'aet' ? 120 : 90;
  return matchGroup(status) === 'finished' && last.minute < end ? { minute: end, stoppage: null } : last;
}

const spanOf = ({ from, to }: { from: Clock; to: Clock }): string => `${minuteOf(from)}–${minuteOf(to)}`;

function useTwoDecimals(): (value: number) => string {
  const format = useFormatter();
  return (value) => format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

const COLOURS = { home: 'bg-home', away: 'bg-away' } as const;

function Legend({ match }: { match: MatchDetail }) {
  const nameOf = useLocalName();
  return (
    <div aria-hidden className="mb-2 flex flex-wrap gap-x-4 text-[12px] text-muted">
      {SIDES.map((side) => (
        <span key={side} className="flex min-w-0 items-center gap-1.5">
          <i className={`size-2.5 flex-none rounded-[3px] ${COLOURS[side]}`} />
          <span className="truncate">{nameOf(match[side])}</span>
        </span>
      ))}
    </div>
  );
}

/** Says where figures come from, and what is missing in them. */
const Origin = ({ children }: { children: readonly (string | false)[] }) => (
  <p className="mt-2 text-[12px] text-faint">{children.filter(Boolean).join(' ')}</p>
);

function Figures({ match, rows }: { match: MatchDetail; rows: { when: string; home: number; away: number }[] }) {
  const t = useTranslations('course');
  const nameOf = useLocalName();
  const value = useTwoDecimals();
  return (
    <details className="mt-3 text-[13px]">
      <summary className="thumb w-fit cursor-pointer text-muted hover:text-text">{t('figures')}</summary>
      <table className="num mt-2 w-full table-fixed text-right">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="w-28 py-1 text-left font-medium">
              {t('minute')}
            </th>
            {SIDES.map((side) => (
              <th key={side} scope="col" className="truncate py-1 pl-2 font-medium">
                {nameOf(match[side])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ when, home, away }, index) => (
            <tr key={`${when} ${index}`} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-medium">
                {when}
              </th>
              <td className="py-1">{value(home)}</td>
              <td className="py-1">{value(away)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
