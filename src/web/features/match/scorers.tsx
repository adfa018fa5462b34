import { useTranslations } from 'use-intl';
import type { MatchEvent } from '#contract/matches.ts';
import { SIDES } from '#domain/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { minuteOf } from './minute-of.ts';
import { isGoal, sideOf } from './timeline.ts';

/** Who scored and when, each side under its team. */
export function Scorers({ events }: { events: readonly MatchEvent[] }) {
  const t = useTranslations('match');
  const goals = events.filter(isGoal);
  if (goals.length === 0) return null;
  const marks: Partial<Record<MatchEvent['type'], string>> = { penalty: ` ${t('penalty_mark')}`, own_goal: ` ${t('own_goal_mark')}` };
  return (
    <dl className="grid grid-cols-2 gap-6 pb-3 text-[13px] text-muted md:gap-24">
      {SIDES.map((side) => (
        <div key={side} className={classNames('min-w-0', side === 'home' && 'text-right')}>
          <dt className="sr-only">{t('scorers')}</dt>
          <dd className="grid gap-0.5 md:block">
            {byPlayer(goals.filter((goal) => sideOf(goal) === side)).map(([player, own], index) => (
              <span key={player} className="md:inline">
                <span aria-hidden className={classNames('max-md:hidden', index === 0 && 'hidden')}>
                  {' · '}
                </span>
                {player === '' ? t('unknown_player') : player}{' '}
                <span className="num whitespace-nowrap">{own.map((goal) => `${minuteOf(goal)}${marks[goal.type] ?? ''}`).join(', ')}</span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function byPlayer(goals: readonly MatchEvent[]): [player: string, goals: MatchEvent[]][] {
  const players = new Map<string, MatchEvent[]>();
  for (const goal of goals) players.set(goal.player ?? '', [...(players.get(goal.player ?? '') ?? []), goal]);
  return [...players];
}
