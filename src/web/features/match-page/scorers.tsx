import { useTranslations } from 'use-intl';
import type { MatchDetail, MatchEvent } from '#contract/matches.ts';
import { isGoal, minuteOf, sideOf } from '#domain/matches/match-timeline.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { EventIcon } from './event-icon.tsx';
import { MatchPlayer } from './match-player.tsx';

/** Lists scorers with minutes, and players sent off, below each team. */
export function Scorers({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { events } = match;
  const goals = events.filter(isGoal);
  const dismissals = events.filter(({ type }) => type === 'red' || type === 'second_yellow');
  if (goals.length + dismissals.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-6 pb-3 text-[13px] text-muted md:gap-24">
      {SIDES.map((side) => (
        <dl key={side} className={classNames('grid min-w-0 content-start gap-1', side === 'home' && 'text-right')}>
          <Line match={match} label={t('scorers')} events={goals.filter((goal) => sideOf(goal) === side)} />
          <Line match={match} label={t('dismissals')} events={dismissals.filter((event) => event.side === side)} />
        </dl>
      ))}
    </div>
  );
}

function Line({ match, label, events }: { match: MatchDetail; label: string; events: readonly MatchEvent[] }) {
  const t = useTranslations('match');
  const marks: Partial<Record<MatchEvent['type'], string>> = { penalty: ` ${t('penalty_mark')}`, own_goal: ` ${t('own_goal_mark')}` };
  if (events.length === 0) return null;
  return (
    <div>
      <dt className="sr-only">{label}</dt>
      <dd className="grid gap-0.5 md:block">
        {byPlayer(events).map(([player, own], index) => (
          <span key={player} className="break-words md:inline">
            {index > 0 && (
              <span aria-hidden className="max-md:hidden">
                {' · '}
              </span>
            )}
            {own.some((event) => !isGoal(event)) && (
              <span className="mr-1.5 inline-block align-[-2px]">
                <EventIcon type={own[0]?.type ?? 'red'} />
              </span>
            )}
            {player === '' ? t('unknown_player') : <MatchPlayer match={match} side={own[0]!.side} name={player} />}{' '}
            <span className="num">
              {own.map((event, place) => (
                <span key={event.id}>
                  {place > 0 && ', '}
                  <span className="whitespace-nowrap">{`${minuteOf(event)}${marks[event.type] ?? ''}`}</span>
                </span>
              ))}
            </span>
          </span>
        ))}
      </dd>
    </div>
  );
}

function byPlayer(events: readonly MatchEvent[]): [player: string, events: MatchEvent[]][] {
  const players = new Map<string, MatchEvent[]>();
  for (const event of events) players.set(event.player ?? '', [...(players.get(event.player ?? '') ?? []), event]);
  return [...players];
}
