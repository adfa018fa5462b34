import CalendarOff from 'lucide-react/icons/calendar-off';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { matchGroup } from '#domain/matches/match-status.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { isOver, nextOf, type TeamMatch } from './use-team.ts';

/** Renders matches as list items. The page passes it in, because match rows belong to another feature. */
export type RenderMatches = (matches: readonly TeamMatch[], options?: { showDate?: boolean }) => ReactNode;

interface TeamMatchesProps {
  matches: readonly TeamMatch[];
  renderMatches: RenderMatches;
}

/** Shows the match in play, or the next one, with its chances and odds. */
export function NextMatch({ matches, renderMatches }: TeamMatchesProps) {
  const t = useTranslations('team_page');
  const next = nextOf(matches);
  if (!next) {
    return (
      <Card title={t('next')}>
        <p className="text-[13px] text-muted">{t('none_hint')}</p>
      </Card>
    );
  }
  const title = t(matchGroup(next.status) === 'live' ? 'playing' : 'next');
  return (
    <section aria-label={title} className="overflow-clip rounded-card border border-line bg-surface">
      <h2 className="px-3 pt-3 text-[14px] font-[650] md:px-4">{title}</h2>
      <ul>{renderMatches([next], { showDate: true })}</ul>
    </section>
  );
}

/** Shows a team's fixtures by day, and below them its results, the latest first. */
export function TeamMatches({ matches, renderMatches }: TeamMatchesProps) {
  const t = useTranslations('team_page');
  const format = useFormatter();
  const dayOf = (at: Date) => format.dateTime(at, 'date', { weekday: 'long' });
  if (matches.length === 0) return <EmptyState icon={<CalendarOff size={28} />} title={t('none')} hint={t('none_hint')} />;
  const coming = teamDays(
    matches.filter((match) => !isOver(match)),
    dayOf,
  );
  const results = teamDays(matches.filter(isOver).toReversed(), dayOf);
  return (
    <>
      {coming.length > 0 && <Days title={t('fixtures')} days={coming} renderMatches={renderMatches} />}
      {results.length > 0 && <Days title={t('results')} days={results} renderMatches={renderMatches} />}
    </>
  );
}

function Days({ title, days, renderMatches }: { title: string; days: readonly TeamDay[]; renderMatches: RenderMatches }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mb-6">
      <h2 id={heading} className="mb-2 px-1 text-[15px] font-[650]">
        {title}
      </h2>
      {days.map((day) => (
        <Day key={day.day ?? ''} day={day} renderMatches={renderMatches} />
      ))}
    </section>
  );
}

function Day({ day: { day, matches }, renderMatches }: { day: TeamDay; renderMatches: RenderMatches }) {
  const t = useTranslations('team_page');
  const heading = useId();
  return (
    // A day may have fixtures and results, so that it is no landmark of its own.
    <div className="mb-3 overflow-clip rounded-card border border-line bg-surface">
      <h3 id={heading} className="border-b border-line px-3 py-2 text-[13px] font-[580] text-muted md:px-4">
        {day ?? t('undated')}
      </h3>
      <ul aria-labelledby={heading}>{renderMatches(matches)}</ul>
    </div>
  );
}

interface TeamDay {
  /** The formatted day; null if it is unknown. */
  day: string | null;
  matches: TeamMatch[];
}

/** Groups matches, sorted by kick-off in either direction, by day; `dayOf` formats a day. */
export function teamDays(matches: readonly TeamMatch[], dayOf: (kickoffAt: Date) => string): TeamDay[] {
  const days: TeamDay[] = [];
  for (const match of matches) {
    const day = match.kickoff_at === null ? null : dayOf(new Date(match.kickoff_at));
    const last = days.at(-1);
    if (last && last.day === day) last.matches.push(match);
    else days.push({ day, matches: [match] });
  }
  return days;
}
