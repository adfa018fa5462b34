import Check from 'lucide-react/icons/check';
import RotateCcwClock from 'lucide-react/icons/rotate-ccw-clock';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchDetail, MatchEvent } from '#contract/matches.ts';
import { isStarted, matchGroup } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { EventIcon } from './event-icon.tsx';
import { NothingHere } from './placeholders.tsx';
import { type Kick, minuteOf, type TimelinePart, type TimelineRow, timelineOf } from './timeline.ts';

/** Shows the events by period: home on the left, away on the right, minutes between them. */
export function TimelineTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { parts, kicks } = timelineOf(match.events);
  if (parts.length === 0 && kicks.length === 0) {
    const key = noEvents(match);
    return <NothingHere icon={<RotateCcwClock size={28} />} title={t(key)} hint={t(`${key}_hint`)} />;
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

/** The end of a part, with its score. */
function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="num mt-2.5 flex items-center gap-3 text-[13px] text-text before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}

interface PartEnding {
  words: 'half_time_score' | 'final_score' | 'full_time_score' | 'extra_time_score';
  score: Score;
}

const AFTER_H2 = ['ft', 'bt', 'et', 'p', 'aet', 'pen'];
const AFTER_H1 = ['ht', 'h2', ...AFTER_H2];
const AFTER_ET = ['p', 'aet', 'pen'];

/** Returns how a part ended: from the feed, else from its events; null while it is played, or if it was abandoned. */
export function partEnding({ status, score }: Pick<MatchDetail, 'status' | 'score'>, part: TimelinePart): PartEnding | null {
  switch (part.period) {
    case 'H1':
      return AFTER_H1.includes(status) || score.halftime !== null
        ? { words: 'half_time_score', score: score.halftime ?? part.score }
        : null;
    case 'H2':
      if (!AFTER_H2.includes(status)) return null;
      return { words: status === 'ft' ? 'final_score' : 'full_time_score', score: score.fulltime ?? part.score };
    case 'ET':
      if (!AFTER_ET.includes(status)) return null;
      return { words: 'extra_time_score', score: score.home === null || score.away === null ? part.score : [score.home, score.away] };
  }
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
                {player ?? t('unknown_player')}
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
          <span className={classNames('block break-words', score ? 'font-[650]' : 'font-[530]')}>{who}</span>
          {more && <small className="block text-[12px] break-words text-muted">{more}</small>}
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

/** Returns a function that describes an event's player and details. */
function useEventWords(): (event: MatchEvent) => { who: string; more: string | null } {
  const t = useTranslations('match');
  return (event) => {
    const player = event.player ?? t('unknown_player');
    switch (event.type) {
      case 'goal':
        return { who: player, more: event.other && t('assist_by', { player: event.other }) };
      case 'substitution':
        return { who: event.other ?? t('unknown_player'), more: event.player && t('sub_off', { player: event.player }) };
      case 'var': {
        const decision = videoDecision(event.detail);
        return { who: decision ? t(`video.${decision}`) : (event.detail ?? t('event.var')), more: event.player };
      }
      case 'yellow':
      case 'red':
        return { who: player, more: null };
      default:
        return { who: player, more: t(`event.${event.type}`) };
    }
  };
}

type VideoDecision = 'goal_cancelled' | 'goal_confirmed' | 'penalty_given' | 'penalty_cancelled' | 'card_changed';

/** In order of precedence: "goal not confirmed" is a cancelled goal. */
const WORDS: readonly [VideoDecision, RegExp][] = [
  ['penalty_cancelled', /penalty.*(cancel|disallow|overturn|not)/],
  ['penalty_given', /penalty/],
  ['goal_cancelled', /goal.*(cancel|disallow|overturn|offside|not)/],
  ['goal_confirmed', /goal/],
  ['card_changed', /card/],
];

/** Returns the video referee's decision from a feed's text ("Goal Disallowed - offside"); null if the text is unknown. */
export const videoDecision = (detail: string | null): VideoDecision | null =>
  WORDS.find(([, words]) => words.test((detail ?? '').toLowerCase()))?.[0] ?? null;
