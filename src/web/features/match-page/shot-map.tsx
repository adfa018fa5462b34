import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { MatchCourse } from '#contract/match-course.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { minuteOf } from '#domain/matches/match-timeline.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { matchCourseQuery } from './api.ts';
import { NAME_PLACES, NamedText } from './match-player.tsx';

type Shot = NonNullable<MatchCourse['shots']>['items'][number];

/** Shows where both sides shot from, where the feed tells it: the home team attacks to the right. Nothing without shots. */
export function ShotMap({ match }: { match: MatchDetail }) {
  const t = useTranslations('course');
  const nameOf = useLocalName();
  const { data } = useQuery(matchCourseQuery(match.id, isInPlay(match.status)));
  const describe = useShotWords();
  const shots = data?.shots;
  if (!shots || shots.items.length === 0) return null;
  const count = (side: 'home' | 'away') => shots.items.filter((shot) => shot.side === side).length;
  const label = t('shot_map_chart', {
    home: nameOf(match.home),
    away: nameOf(match.away),
    home_count: count('home'),
    away_count: count('away'),
  });
  return (
    <Card title={t('shot_map')}>
      <div aria-hidden className="mb-2 flex items-center justify-between gap-6">
        <TeamName team={match.home} />
        <TeamName team={match.away} className="flex-row-reverse text-right" />
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox="-1 -1 107 70"
        className="block w-full rounded-[12px] bg-[color-mix(in_oklab,var(--good)_7%,var(--surface))]"
      >
        <path
          d="M0 0H105V68H0zM52.5 0V68M0 14H16.5V54H0M105 14H88.5V54H105M0 25H5.5V43H0M105 25H99.5V43H105"
          fill="none"
          stroke="color-mix(in oklab, var(--good) 26%, var(--line))"
          strokeWidth={0.4}
        />
        {shots.items.map((shot) => (
          <Mark key={shot.id} shot={shot} words={describe(shot)} />
        ))}
      </svg>
      <p className="mt-2 text-[12px] text-faint">
        {t('shot_map_key')} {t('source_by_shot', { source: shots.source })}
      </p>
      <details className="mt-3 text-[13px]">
        <summary className="thumb w-fit cursor-pointer text-muted hover:text-text">{t('shot_list')}</summary>
        <div className="mt-2 grid grid-cols-1 gap-4 md:grid-cols-2">
          {SIDES.map((side) => (
            <section key={side} className="min-w-0">
              <TeamName team={match[side]} />
              <ul className="mt-1 grid gap-1">
                {shots.items
                  .filter((shot) => shot.side === side)
                  .map((shot) => (
                    <li key={shot.id} className="break-words">
                      <NamedText match={match} side={side} text={describe(shot, NAME_PLACES.player)} player={shot.player} other={null} />
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </Card>
  );
}

/** Draws a shot: the larger, the likelier a goal; a goal is filled. */
function Mark({ shot: { side, x, y, expected_goals, outcome }, words }: { shot: Shot; words: string }) {
  const [along, across] = side === 'home' ? [x, y] : [1 - x, 1 - y];
  const isGoal = outcome === 'goal';
  return (
    <circle
      cx={along * 105}
      cy={across * 68}
      r={0.9 + 2.2 * Math.sqrt(expected_goals ?? 0.1)}
      fill={isGoal ? `var(--${side})` : `color-mix(in oklab, var(--${side}) 22%, transparent)`}
      stroke={isGoal ? 'var(--text)' : `var(--${side})`}
      strokeWidth={isGoal ? 0.5 : 0.35}
      strokeDasharray={outcome === 'blocked' ? '0.8 0.6' : undefined}
    >
      <title>{words}</title>
    </circle>
  );
}

/** Returns a function that puts a shot into words, with its player's name or what stands for it. */
function useShotWords(): (shot: Shot, name?: string) => string {
  const t = useTranslations('course');
  const format = useFormatter();
  return (shot, name) =>
    [
      minuteOf(shot),
      shot.player && (name ?? shot.player),
      t(`outcome.${shot.outcome}`),
      shot.expected_goals !== null &&
        t('shot_value', { value: format.number(shot.expected_goals, { minimumFractionDigits: 2, maximumFractionDigits: 2 }) }),
    ]
      .filter(Boolean)
      .join(' · ');
}
