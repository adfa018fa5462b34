import { Eye } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import type { StatusKey } from '#texts/status-words.ts';
import { reveal } from '#web/data/set-spoiler-mode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { type MatchTime, useMatchTime } from '#web/lib/match-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/card.tsx';
import { LiveDot } from '#web/ui/match-marks.tsx';
import { statusLook } from './status-look.ts';
import { useStatus } from './use-status.ts';

/** The middle of the header: the score or the time until there is one, and how far the match is. */
export function Standing({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const time = useMatchTime(match, match.league.sport);
  const status = useStatus(match);
  const { home, away } = match.score;
  const hasScore = home !== null && away !== null;
  return (
    <div className="text-center">
      <p
        className={classNames(
          'num leading-none font-bold tracking-[-0.01em] whitespace-nowrap [font-stretch:72%]',
          hasScore ? scoreSize(home, away) : 'text-[32px] md:text-[48px]',
          statusLook(status) === 'void' && 'text-muted',
        )}
      >
        {hasScore ? t('score_wide', { home, away }) : <WithoutScore match={match} time={time} />}
      </p>
      <div data-status={status} data-look={statusLook(status)}>
        {match.is_concealed ? <RevealButton matchId={match.id} /> : <StatusLine status={status} time={time} />}
      </div>
    </div>
  );
}

/** The spoiler shield hides how it stands, for as long as its reader likes. */
function RevealButton({ matchId }: { matchId: number }) {
  const t = useTranslations('match');
  return (
    <Button size="s" look="quiet" className="mt-2" onClick={() => reveal(matchId)}>
      <Eye size={15} aria-hidden />
      {t('reveal')}
    </Button>
  );
}

/** Two scores of three digits leave the names room on the phone too. */
const scoreSize = (home: number, away: number) =>
  Math.max(home, away) < 100 ? 'text-[44px] md:text-[64px]' : 'text-[34px] md:text-[56px]';

/** Before kick-off its time; of a match that will not be played at it, nothing but a dash. */
function WithoutScore({ match, time }: { match: MatchDetail; time: MatchTime }) {
  if (match.status === 'ns' && match.kickoff_at !== null) return time.short;
  return <span className="text-faint">–</span>;
}

/** How far the match is, in words. */
function StatusLine({ status, time }: { status: StatusKey; time: MatchTime }) {
  const look = statusLook(status);
  const { words, clock } = time;
  // The clock was stopped for want of news: the notes below say since when.
  if (look === 'live' && time.tone === 'warn') {
    return (
      <p className="mt-1.5 text-[13px] font-[550] text-warn">
        <span className="num">{clock}</span> {words}
      </p>
    );
  }
  if (look === 'live') {
    return (
      <p className="num mt-1.5 inline-flex items-center gap-[7px] text-[13px] font-[650] text-live">
        <LiveDot />
        {clock} <span className="[font-stretch:100%]">{words}</span>
      </p>
    );
  }
  if (look === 'over' || look === 'soon') return <p className="mt-1.5 text-[13px] font-[550] text-muted">{words}</p>;
  return (
    <p className="mt-2 flex flex-wrap items-center justify-center gap-x-2">
      {clock && <span className="num text-[13px] text-muted">{clock}</span>}
      <Tag tone={look === 'void' ? 'quiet' : 'warn'}>{words}</Tag>
    </p>
  );
}
