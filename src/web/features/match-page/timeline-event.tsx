import { useTranslations } from 'use-intl';
import type { MatchDetail, MatchEvent } from '#contract/matches.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { EventIcon } from './event-icon.tsx';
import { minuteOf } from './minute-of.ts';
import type { TimelineRow } from './timeline.ts';

/** One event on its side of the minutes. */
export function TimelineEvent({ row: { event, side, score }, match }: { row: TimelineRow; match: MatchDetail }) {
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

/** Who did it, and what else there is to say. */
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

/** In the order in which they are looked for: "goal not confirmed" is a goal cancelled. */
const WORDS: readonly [VideoDecision, RegExp][] = [
  ['penalty_cancelled', /penalty.*(cancel|disallow|overturn|not)/],
  ['penalty_given', /penalty/],
  ['goal_cancelled', /goal.*(cancel|disallow|overturn|offside|not)/],
  ['goal_confirmed', /goal/],
  ['card_changed', /card/],
];

/** What the video referee decided, from a feed's free words ("Goal Disallowed - offside"); null where we do not know them. */
export const videoDecision = (detail: string | null): VideoDecision | null =>
  WORDS.find(([, words]) => words.test((detail ?? '').toLowerCase()))?.[0] ?? null;
