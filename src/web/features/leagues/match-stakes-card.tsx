import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { aimsOf, playingFor } from '#domain/forecast/playing-for.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { Card } from '#web/ui/card.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { outlookQuery } from './api.ts';
import { OutlookSource, usePlayingForWords } from './outlook-parts.tsx';

/** Earlier in a season nearly everything is open, which says little about a match. */
const LEFT_MAX = 8;

/**
 * Says what both sides of a match play for in the last rounds of a league. Shows nothing earlier, and where the match's season has no
 * outlook.
 */
export function MatchStakesCard({ match }: { match: MatchDetail }) {
  const t = useTranslations('outlook');
  const say = usePlayingForWords();
  const { data } = useQuery(outlookQuery(match.league.id, { season: null }));
  const outlook = data?.season === match.season ? data.outlook : null;
  const sides = SIDES.flatMap((side) => {
    const own = outlook?.teams.find(({ team }) => team.id === match[side].id);
    return own === undefined ? [] : [{ side, own }];
  });
  if (!outlook || sides.length < SIDES.length || sides.some(({ own }) => own.left === 0 || own.left > LEFT_MAX)) return null;
  return (
    <Card
      title={t('both_heading')}
      aside={
        <Link to={`/leagues/${match.league.id}/standings?tab=outlook`} className="relative before:absolute before:-inset-3 hover:text-text">
          {t('to_outlook')}
        </Link>
      }
    >
      {sides.every(({ own }) => own.left === 1) && <p className="mb-3 text-[13.5px] text-muted">{t('both_last')}</p>}
      <dl className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {sides.map(({ side, own }) => {
          const aims = aimsOf(own, outlook.zones);
          return (
            <div key={side} className="min-w-0 rounded-control border border-line px-3 py-2.5">
              <dt className="flex min-w-0 items-center justify-between gap-3">
                <TeamName team={match[side]} />
                <span className="num flex-none text-[12.5px] text-muted">{t('left', { count: own.left })}</span>
              </dt>
              <dd className="mt-1.5 text-[14px] leading-snug">{say(playingFor(aims), aims).join(' ')}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-3 text-[12.5px] text-muted">
        <OutlookSource outlook={outlook} hasMarks={false} />
      </p>
    </Card>
  );
}
