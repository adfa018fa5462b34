import { useFormatter, useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { opponentOf } from '#web/data/match-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useNow, useTicking } from '#web/lib/clock.ts';
import { TIME } from '#web/lib/dates.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { StaleNote } from '#web/ui/match-marks.tsx';
import { explanationOf, statusLook } from './status-look.ts';
import { useStatus } from './use-status.ts';

/** Below the score: when it begins or what its state means, how it stood part by part, and how old the feed's word is. */
export function StandingNotes({ match }: { match: MatchDetail }) {
  const status = useStatus(match);
  const why = explanationOf(status, match.league.sport);
  return (
    <div className="text-center text-[12.5px] text-muted">
      {status === 'ns' && <KicksOff at={match.kickoff_at} words={match.league.sport === 'football' ? 'kicks_off' : 'starts'} />}
      {why && <Explanation match={match} why={why} />}
      {/* Room is kept while it is in play: the page does not move when a feed falls silent. */}
      <div
        className={classNames(
          'flex flex-wrap items-baseline justify-center gap-x-3 pb-2 empty:hidden',
          isInPlay(match.status) && 'min-h-[27px]',
        )}
      >
        {match.league.sport === 'football' && <PartScores match={match} />}
        {isInPlay(match.status) && <Freshness match={match} />}
      </div>
    </div>
  );
}

/** What a state means, with the winner of a match that nobody finished where that is told. */
function Explanation({ match, why }: { match: MatchDetail; why: NonNullable<ReturnType<typeof explanationOf>> }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const to = match.score.awarded_to;
  const isGiven = why === 'awd' || why === 'wo' || why === 'retired' || why === 'forfeit';
  return (
    <p className="mb-1 [text-wrap:balance]">
      {to && isGiven ? t(`status.won.${why}`, { winner: nameOf(match[to]), loser: nameOf(match[opponentOf(to)]) }) : t(`status.why.${why}`)}
    </p>
  );
}

function KicksOff({ at, words }: { at: string | null; words: 'kicks_off' | 'starts' }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const now = useNow(15_000);
  if (at === null || Date.parse(at) <= now.getTime()) return null;
  return <p className="mb-1">{t(words, { ago: format.relativeTime(new Date(at), now) })}</p>;
}

/** The scores of football's parts, where they say more than the score itself; other sports' have a table. */
function PartScores({ match: { score, status } }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { home, away, halftime, fulltime, penalty } = score;
  const wentOn = score.extratime !== null || status === 'et' || status === 'aet';
  const hasShootOut = penalty !== null || status === 'p' || status === 'pen';
  const parts = [
    halftime && t('half_time_score', { home: halftime[0], away: halftime[1] }),
    (wentOn || hasShootOut) && fulltime && t('full_time_score', { home: fulltime[0], away: fulltime[1] }),
    // With the shoot-out under way or over, the score that stands is that after extra time.
    wentOn && hasShootOut && home !== null && away !== null && t('extra_time_score', { home, away }),
    penalty && t('penalty_score', { home: penalty[0], away: penalty[1] }),
  ].filter((part) => part !== null && part !== false);
  if (parts.length === 0) return null;
  return (
    <p className="[text-wrap:balance]">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 && ' · '}
          <span className="whitespace-nowrap">{part}</span>
        </span>
      ))}
    </p>
  );
}

const LATE_SECONDS = 40;
const SILENT_MS = 5 * 60_000;

/** How old the word of the feed is, once it is late; after minutes, since when there is none. */
function Freshness({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const time = useMatchTime(match, match.league.sport);
  const confirmedMs = Date.parse(match.confirmed_at);
  const isSilent = useTicking(5_000, (now) => now.getTime() - confirmedMs >= SILENT_MS);
  // Its clock was stopped: then the time says itself that there is no news.
  const isStopped = time.tone === 'warn' && statusLook(match.status) === 'live';
  if (!isSilent && !isStopped) return <StaleNote since={match.confirmed_at} afterSeconds={LATE_SECONDS} />;
  return (
    <p role="status" className="text-warn">
      {isStopped ? time.long : t('no_news_since', { time: format.dateTime(new Date(confirmedMs), TIME) })}
    </p>
  );
}
