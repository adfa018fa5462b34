import { Trophy } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { STANDINGS_VIEWS } from '#contract/leagues.ts';
import type { LiveChange } from '#contract/live.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { Segmented, Switch } from '#web/ui/switches.tsx';
import { FollowDate } from './follow-date.tsx';
import type { LeagueTable, Standings } from './league-table.ts';
import { StandingsNotes } from './standings-notes.tsx';
import { StandingsTable } from './standings-table.tsx';
import { useTableCaption } from './table-caption.ts';
import { useLeagueAddress } from './use-league-address.ts';

interface StandingsTabProps {
  standings: Standings;
  /** Something in play moved the table. */
  onPlay: () => void;
}

/** A season's tables, all, home or away, and what their places mean. */
export function StandingsTab({ standings, onPlay }: StandingsTabProps) {
  const t = useTranslations('leagues');
  const { address, change, hrefWith } = useLeagueAddress();
  const { tables, in_play, league } = standings;
  if (tables.length === 0) {
    const fixtures = (
      <Button look="quiet" asChild>
        <Link to={hrefWith({ tab: 'fixtures' }) || '?'}>{t('no_tables_action')}</Link>
      </Button>
    );
    return <EmptyState icon={<Trophy size={28} />} title={t('no_tables')} hint={t('no_tables_hint')} action={fixtures} />;
  }
  if (tables.every(({ rows }) => rows.length === 0)) {
    return <EmptyState icon={<Trophy size={28} />} title={t('standings_empty')} hint={t('standings_empty_hint')} />;
  }
  return (
    <>
      <div className="mb-3 flex min-h-[38px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {hasHomes(league.sport) && (
          <Segmented
            label={t('views_label')}
            value={address.view}
            options={STANDINGS_VIEWS.map((view) => ({ value: view, label: t(`view.${view}`) }))}
            onChange={(view) => change({ view })}
          />
        )}
        {in_play > 0 && <Switch label={t('as_it_stands')} checked={address.live} onChange={(live) => change({ live })} />}
      </div>
      <FollowPlay tables={tables} onChange={onPlay} />
      <Tables standings={standings} />
      <StandingsNotes standings={standings} live={address.live} />
    </>
  );
}

/** Players and esports teams are nowhere at home. */
const hasHomes = (sport: Sport) => sport === 'football' || sport === 'basketball';

/** From so many groups on, links lead to each. */
const JUMPS_MIN = 4;

function Tables({ standings }: { standings: Standings }) {
  const t = useTranslations('leagues');
  const captionOf = useTableCaption();
  const roundName = useRoundName();
  const id = useId();
  const { tables, league } = standings;
  const idOf = (index: number) => `${id}-${index}`;
  if (tables.length === 1 && tables[0]) {
    const { rows, group } = tables[0];
    return <StandingsTable rows={rows} caption={captionOf(standings, group)} league={league} compact={false} />;
  }
  return (
    <>
      {tables.length >= JUMPS_MIN && (
        <nav aria-label={t('groups')} className="mb-4 flex flex-wrap gap-1.5">
          {tables.map(({ group }, index) => (
            <a
              key={group}
              href={`#${idOf(index)}`}
              className="thumb rounded-chip border border-line px-[11px] py-1 text-[13px] font-[550] text-muted hover:border-line-strong hover:text-text"
            >
              {roundName([group ?? ''])}
            </a>
          ))}
        </nav>
      )}
      <div className="grid items-start gap-x-5 gap-y-5 lg:grid-cols-2">
        {tables.map(({ group, rows }, index) => (
          <section key={group} aria-labelledby={idOf(index)} className="min-w-0">
            <h2 id={idOf(index)} className="mb-2 scroll-mt-[72px] px-1 text-[15px] font-[650]">
              {roundName([group ?? ''])}
            </h2>
            <StandingsTable rows={rows} caption={captionOf(standings, group)} league={league} compact />
          </section>
        ))}
      </div>
    </>
  );
}

interface FollowPlayProps {
  tables: readonly LeagueTable[];
  /** A match that counts has another score, or has ended. */
  onChange: () => void;
}

/** Hears at once of what moves the table as it stands; kick-offs are found by asking now and then. */
function FollowPlay({ tables, onChange }: FollowPlayProps) {
  const playing = tables.flatMap(({ rows }) => rows.flatMap((row) => row.playing ?? []));
  if (playing.length === 0) return null;
  const hear = (change: LiveChange) => {
    if (change.t !== 'match') return;
    const { id, status, score } = change.match;
    const known = playing.find(({ match_id }) => match_id === id);
    if (!known) return;
    const isSame = sorted(score.home, score.away) === sorted(known.goals_for, known.goals_against);
    if (!isSame || !isInPlay(status)) onChange();
  };
  return <FollowDate date={new Date(nowMs()).toISOString().slice(0, 10)} onChange={hear} onGap={onChange} />;
}

/** A score without its sides: the row of either team may be the first to be found. */
const sorted = (...goals: (number | null)[]): string => String(goals.toSorted());
