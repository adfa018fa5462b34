import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { MatchDetail, TeamRef } from '#contract/matches.ts';
import { crestOf } from '#domain/crest.ts';
import type { Side } from '#domain/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { sideBehind } from '#web/lib/leader.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Crest } from '#web/ui/crest.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { Scorers } from './scorers.tsx';

interface MatchHeaderProps {
  match: MatchDetail;
  /** Stands at the end of the first line. */
  action?: ReactNode;
}

/** Who plays, where, when, and how it stands; lit in the teams' colours. */
export function MatchHeader({ match, action }: MatchHeaderProps) {
  const format = useFormatter();
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const { league, venue, kickoff_at } = match;
  const kickoff = kickoff_at && format.dateTime(new Date(kickoff_at), DAY_AND_TIME);
  return (
    <section
      className="rounded-[20px] border border-line bg-surface px-4 pt-3.5 pb-1 md:px-6 md:pt-[18px]"
      style={{ backgroundImage: `${glow(match.home, '0%')}, ${glow(match.away, '100%')}` }}
    >
      <div className="flex items-center gap-2.5 text-[13px] text-muted">
        <Flag code={league.country_code} className="max-md:hidden" />
        <p className="min-w-0 truncate">
          {/* The phone's bar names the league already. */}
          <span className="max-md:hidden">
            <Link
              to={league.form === 'league' ? `/leagues/${league.id}/standings` : `/matches?league=${league.id}`}
              className="hover:text-text"
            >
              {nameOf(league)}
            </Link>
            {' · '}
          </span>
          {roundName([match.round])}
        </p>
        <p className="ml-auto min-w-0 flex-none truncate text-right max-md:max-w-[55%]">{[venue, kickoff].filter(Boolean).join(' · ')}</p>
        {action}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-3 pt-3.5 pb-3 md:items-center md:gap-8 md:pb-1.5">
        <HeaderSide match={match} side="home" />
        <Standing match={match} />
        <HeaderSide match={match} side="away" />
      </div>
      <Scorers events={match.events} />
    </section>
  );
}

/** The light of a team's colour from an upper corner, as strong as the words on it bear: white teams glow grey, dark ones pale. */
function glow(team: TeamRef, from: '0%' | '100%'): string {
  const [colour] = crestOf(team.name, team.colours).colours;
  const onDark = `color-mix(in oklab, oklch(from ${colour} min(l, 0.45) c h) 36%, transparent)`;
  const onLight = `color-mix(in oklab, oklch(from ${colour} max(l, 0.55) c h) 22%, transparent)`;
  return `radial-gradient(120% 160% at ${from} 0%, light-dark(${onLight}, ${onDark}), transparent 46%)`;
}

function HeaderSide({ match, side }: { match: MatchDetail; side: Side }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const isPhone = useIsPhone();
  const { position, form } = match.standing[side];
  const results = form.map((result) => t(`result_short.${result}`)).join('');
  const spoken = t('form', { results: form.map((result) => t(`result.${result}`)).join(', ') });
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-col items-center gap-2 text-center md:gap-[18px]',
        side === 'home' ? 'md:flex-row md:text-left' : 'md:flex-row-reverse md:text-right',
      )}
    >
      <Crest team={match[side]} size={isPhone ? 44 : 58} />
      <div className="min-w-0 max-w-full">
        <h2
          className={classNames(
            'line-clamp-2 text-[15px] leading-[1.15] font-bold tracking-[-0.01em] break-words md:text-[24px]',
            sideBehind(match) === side && match.status !== 'ns' && 'text-muted md:text-text',
          )}
        >
          {nameOf(match[side])}
        </h2>
        {(position !== null || form.length > 0) && (
          <p className="mt-[3px] text-[12.5px] text-muted">
            {position !== null && t('place', { position })}
            {position !== null && form.length > 0 && ' · '}
            {form.length > 0 && (
              <span role="img" aria-label={spoken}>
                {results}
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** The score, or the time until there is one. */
function Standing({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const time = useMatchTime(match);
  const { home, away } = match.score;
  const hasScore = home !== null && away !== null;
  return (
    <div className="text-center">
      <p
        className={classNames(
          'num leading-none font-bold tracking-[-0.01em] [font-stretch:72%]',
          hasScore ? 'text-[44px] md:text-[64px]' : 'text-[32px] md:text-[48px]',
        )}
      >
        {hasScore ? t('score_wide', { home, away }) : time.short}
      </p>
      {hasScore && time.tone === 'live' && (
        <p className="num mt-1.5 inline-flex items-center gap-[7px] text-[13px] font-[650] text-live">
          <LiveDot />
          {time.short} {time.long !== time.short && <span className="[font-stretch:100%]">{time.long}</span>}
        </p>
      )}
      {hasScore && time.tone !== 'live' && (
        <p className={classNames('mt-1.5 text-[13px] font-[550]', time.tone === 'warn' ? 'text-warn' : 'text-muted')}>
          {t(`status.long.${match.status}`)}
        </p>
      )}
      {!hasScore && time.long && (
        <p className={classNames('mt-1.5 text-[13px] font-[550]', time.tone === 'warn' ? 'text-warn' : 'text-muted')}>{time.long}</p>
      )}
      {!hasScore && match.status === 'ns' && <KicksOff at={match.kickoff_at} />}
      <PartScores match={match} />
    </div>
  );
}

function KicksOff({ at }: { at: string | null }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const now = useNow(15_000);
  if (at === null || Date.parse(at) <= now.getTime()) return null;
  return <p className="mt-1 text-[12.5px] text-muted">{t('kicks_off', { ago: format.relativeTime(new Date(at), now) })}</p>;
}

/** The scores of the parts, where they say more than the score itself. */
function PartScores({ match: { score, status } }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const isBeyond = score.extratime !== null || score.penalty !== null || status === 'et' || status === 'aet';
  const parts = [
    score.halftime && t('half_time_score', { home: score.halftime[0], away: score.halftime[1] }),
    isBeyond && score.fulltime && t('full_time_score', { home: score.fulltime[0], away: score.fulltime[1] }),
    score.penalty && t('penalty_score', { home: score.penalty[0], away: score.penalty[1] }),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <p className="mt-1 text-[12.5px] text-muted [text-wrap:balance]">{parts.join(' · ')}</p>;
}
