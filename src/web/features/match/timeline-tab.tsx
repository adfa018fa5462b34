import { History } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { matchGroup } from '#domain/match-status.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ShootOut } from './shoot-out.tsx';
import { type TimelinePart, timelineOf } from './timeline.ts';
import { TimelineEvent } from './timeline-event.tsx';

/** What happened, by period: home on the left, away on the right, minutes between them. */
export function TimelineTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { parts, kicks } = timelineOf(match.events);
  if (parts.length === 0 && kicks.length === 0) {
    const isPast = matchGroup(match.status) === 'finished';
    return (
      <Card>
        <EmptyState
          icon={<History size={28} />}
          title={t(isPast ? 'timeline_none_past' : 'timeline_none')}
          hint={t(isPast ? 'timeline_none_past_hint' : 'timeline_none_hint')}
        />
      </Card>
    );
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

function Part({ part: { period, rows, score }, match }: { part: TimelinePart; match: MatchDetail }) {
  const t = useTranslations('match');
  return (
    <section>
      <h3 className="mb-2 flex items-center gap-3 text-[13px] font-[620] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t(`period.${period}`)} <span className="num text-text">{t('score', { home: score[0], away: score[1] })}</span>
      </h3>
      <ol className="grid gap-0.5">
        {rows.map((row) => (
          <TimelineEvent key={row.event.id} row={row} match={match} />
        ))}
      </ol>
    </section>
  );
}
