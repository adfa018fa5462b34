import Check from 'lucide-react/icons/check';
import RotateCcwClock from 'lucide-react/icons/rotate-ccw-clock';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchDetail, MatchEvent } from '#contract/matches.ts';
import { isStarted, matchGroup } from '#domain/matches/match-status.ts';
import {
  type Kick,
  minuteOf,
  partEnding,
  type TimelinePart,
  type TimelineRow,
  timelineOf,
  videoDecision,
} from '#domain/matches/match-timeline.ts';
import { loadCommentaryWords } from '#web/i18n/commentary-words.ts';
import { classNames } from '#web/lib/class-names.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { EventIcon } from './event-icon.tsx';
import { MatchPlayer, NAME_PLACES, NamedText } from './match-player.tsx';
import { NothingHere, TabSkeleton } from './placeholders.tsx';

const Commentary = lazyPart(
  async () => {
    const [code] = await Promise.all([import('./commentary.tsx'), loadCommentaryWords()]);
    return code.Commentary;
  },
  { fallback: () => <TabSkeleton tab="timeline" />, failed: CommentaryFailed },
);

function CommentaryFailed() {
  const t = useTranslations('match');
  return (
    <Card>
      <PartFailed title={t('commentary_failed')} />
    </Card>
  );
}

const VIEWS = ['timeline', 'commentary'] as const;

/** Shows the events as a timeline, or told in sentences. */
export function TimelineTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const [view, setView] = useState<(typeof VIEWS)[number]>('timeline');
  if (match.events.length === 0) {
    const key = noEvents(match);
    return <NothingHere icon={<RotateCcwClock size={28} />} title={t(key)} hint={t(`${key}_hint`)} />;
  }
  // A match awarded after play has events, and no course that one could tell.
  if (!isStarted(match.status)) return <Events match={match} />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Segmented
        label={t('events_view')}
        value={view}
        onChange={setView}
        options={VIEWS.map((value) => ({ value, label: t(`events_views.${value}`) }))}
        className="w-full max-w-[340px]"
      />
      {view === 'timeline' ? <Events match={match} /> : <Commentary match={match} />}
    </div>
  );
}

/** Shows the events by period: home on the left, away on the right, minutes between them. */
function Events({ match }: { match: MatchDetail }) {
  const { parts, kicks } = timelineOf(match.events);
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

/** The end of a part, with its score. */
function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="num mt-2.5 flex items-center gap-3 text-[13px] text-text before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}

/** Shows the kicks of a shoot-out in order, with its own score. */
function ShootOut({ kicks, match }: { kicks: Kick[]; match: MatchDetail }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const [home, away] = match.score.penalty ?? kicks.at(-1)?.score ?? [0, 0];
  return (
    <section>
      <h3 className="mb-2 flex items-center gap-3 text-[13px] font-[620] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('period.P')} <span className="num text-text">{t('score', { home, away })}</span>
      </h3>
      <ol className="grid gap-0.5">
        {kicks.map(({ id, side, player, scored, score }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_56px_minmax(0,1fr)] items-center py-1">
            <span
              className={classNames(
                'row-start-1 flex min-w-0 items-center gap-2.5',
                side === 'home' ? 'col-start-1 flex-row-reverse text-right' : 'col-start-3',
              )}
            >
              <span
                aria-hidden
                className={classNames(
                  'grid size-[18px] flex-none place-items-center rounded-full',
                  scored ? 'bg-good text-surface' : 'bg-bad text-surface',
                )}
              >
                {scored ? <Check size={12} strokeWidth={3} /> : <X size={12} strokeWidth={3} />}
              </span>
              <span className="min-w-0 truncate">
                {player === null ? t('unknown_player') : <MatchPlayer match={match} side={side} name={player} />}
                <span className="sr-only">
                  , {nameOf(match[side])}, {t(scored ? 'kick_scored' : 'kick_missed')}
                </span>
              </span>
            </span>
            <span className="num col-start-2 row-start-1 text-center text-[13px] text-muted">
              {t('score', { home: score[0], away: score[1] })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shows an event on its team's side. */
function TimelineEvent({ row: { event, side, score }, match }: { row: TimelineRow; match: MatchDetail }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const words = useEventWords();
  const { who, more } = words(event);
  const shown = (text: string) => <NamedText match={match} side={event.side} text={text} player={event.player} other={event.other} />;
  const isHome = side === 'home';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_56px_minmax(0,1fr)] items-center">
      <span
        className={classNames(
          'row-start-1 flex min-w-0 items-center gap-2.5 py-1.5',
          isHome ? 'col-start-1 flex-row-reverse text-right' : 'col-start-3',
        )}
      >
        <span className="grid w-[18px] flex-none place-items-center">
          <EventIcon type={event.type} />
        </span>
        <span className="min-w-0">
          <span className="sr-only">
            {t(`event.${event.type}`)}, {nameOf(match[side])}:{' '}
          </span>
          {/* Names below one another are links, 24 px apart. */}
          <span className={classNames('block leading-6 break-words', score ? 'font-[650]' : 'font-[530]')}>{shown(who)}</span>
          {more && <small className="block text-[12px] leading-6 break-words text-muted">{shown(more)}</small>}
        </span>
      </span>
      <span className="num col-start-2 row-start-1 grid justify-items-center gap-0.5 text-[13px] text-muted">
        {minuteOf(event)}
        {score && (
          <b className="rounded-tag bg-raised px-1.5 py-0.5 text-[13px] leading-tight text-text">
            {t('score', { home: score[0], away: score[1] })}
          </b>
        )}
      </span>
    </li>
  );
}

/** Returns a function that describes an event's player and details, with NAME_PLACES for the names. */
function useEventWords(): (event: MatchEvent) => { who: string; more: string | null } {
  const t = useTranslations('match');
  return (event) => {
    const player = event.player === null ? t('unknown_player') : NAME_PLACES.player;
    const { other } = NAME_PLACES;
    switch (event.type) {
      case 'goal':
        return { who: player, more: event.other && t('assist_by', { player: other }) };
      case 'substitution':
        return { who: event.other === null ? t('unknown_player') : other, more: event.player && t('sub_off', { player }) };
      case 'var': {
        const decision = videoDecision(event.detail);
        return { who: decision ? t(`video.${decision}`) : (event.detail ?? t('event.var')), more: event.player && player };
      }
      case 'yellow':
      case 'red':
        return { who: player, more: null };
      default:
        return { who: player, more: t(`event.${event.type}`) };
    }
  };
}
