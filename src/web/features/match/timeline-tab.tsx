import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { isStarted, matchGroup } from '#domain/match-status.ts';
import { Card } from '#web/ui/card.tsx';
import { partEnding } from './part-ending.ts';
import { ShootOut } from './shoot-out.tsx';
import { NothingHere } from './tab-states.tsx';
import { type TimelinePart, timelineOf } from './timeline.ts';
import { TimelineEvent } from './timeline-event.tsx';

/** What happened, by period: home on the left, away on the right, minutes between them. */
export function TimelineTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { parts, kicks } = timelineOf(match.events);
  if (parts.length === 0 && kicks.length === 0) {
    const key = noEvents(match);
    return <NothingHere icon={<History size={28} />} title={t(key)} hint={t(`${key}_hint`)} />;
  }
  return (
    <Card className="grid gap-5">
      {parts.map((part) => (
        <Part key={part.period} part={part} match={match} />
      ))}
      {kicks.length > 0 && <ShootOut kicks={kicks} match={match} />}
    </Card>
  );
}

function noEvents({ status }: MatchDetail) {
  if (matchGroup(status) !== 'finished') return 'timeline_none';
  return isStarted(status) ? 'timeline_none_past' : 'timeline_none_unplayed';
}

function Part({ part, match }: { part: TimelinePart; match: MatchDetail }) {
  const t = useTranslations('match');
  const ending = partEnding(match, part);
  return (
    <section>
      <h3 className="mb-2 text-center text-[13px] font-[620] text-muted">{t(`period.${part.period}`)}</h3>
      <ol className="grid gap-0.5">
        {part.rows.map((row) => (
          <TimelineEvent key={row.event.id} row={row} match={match} />
        ))}
      </ol>
      {ending && <Divider>{t(ending.words, { home: ending.score[0], away: ending.score[1] })}</Divider>}
    </section>
  );
}

/** A whistle: how it stood when a part was over. */
function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="num mt-2.5 flex items-center gap-3 text-[13px] text-text before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}
