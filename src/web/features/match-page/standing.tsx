import Eye from 'lucide-react/icons/eye';
import { useFormatter, useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import type { StatusKey } from '#texts/status-words.ts';
import { opponentOf } from '#web/data/match-state.ts';
import { reveal } from '#web/data/set-spoiler-mode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useNow, useTicking } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { type MatchTime, useMatchTime } from '#web/lib/match-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/card.tsx';
import { LiveDot, StaleNote } from '#web/ui/match-marks.tsx';
import { explanationOf, statusLook, useStatus } from './status-look.ts';

/** The middle of the header: the score, or the time before it, and the status. */
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

/** Reveals the score, which the spoiler shield hides until the user asks for it. */
function RevealButton({ matchId }: { matchId: number }) {
  const t = useTranslations('match');
  return (
    <Button size="s" look="quiet" className="mt-2" onClick={() => reveal(matchId)}>
      <Eye size={15} aria-hidden />
      {t('reveal')}
    </Button>
  );
}

/** Smaller for two scores of three digits, so that the names fit on phones. */
const scoreSize = (home: number, away: number) =>
  Math.max(home, away) < 100 ? 'text-[44px] md:text-[64px]' : 'text-[34px] md:text-[56px]';

/** Shows the kick-off time, or a dash for a match that will not be played then. */
function WithoutScore({ match, time }: { match: MatchDetail; time: MatchTime }) {
  if (match.status === 'ns' && match.kickoff_at !== null) return time.short;
  return <span className="text-faint">–</span>;
}

/** Shows the match's status in words. */
function StatusLine({ status, time }: { status: StatusKey; time: MatchTime }) {
  const look = statusLook(status);
  const { words, clock } = time;
  // The clock was stopped for lack of news: the notes below say since when.
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

/** Below the score: the start or an explanation of the state, the scores by part, and the age of the feed's last report. */
export function StandingNotes({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const status = useStatus(match);
  const why = explanationOf(status, match.league.sport);
  return (
    <div className="text-center text-[12.5px] text-muted">
      <FormatNote match={match} />
      {status === 'ns' && <KicksOff at={match.kickoff_at} words={match.league.sport === 'football' ? 'kicks_off' : 'starts'} />}
      {why && <Explanation match={match} why={why} />}
      {/* Space is reserved during play, so that nothing moves when a feed falls silent. */}
      <div
        className={classNames(
          'flex flex-wrap items-baseline justify-center gap-x-3 pb-2 empty:hidden',
          isInPlay(match.status) && 'min-h-[27px]',
        )}
      >
        {match.league.sport === 'football' && <PartScores match={match} />}
        {isInPlay(match.status) && match.scores_delayed && <p>{t('scores_delayed')}</p>}
        {isInPlay(match.status) && <Freshness match={match} />}
      </div>
    </div>
  );
}

/** Shows a match's format and surface, as far as they are known. */
function FormatNote({ match: { format, surface, league } }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { sport } = league;
  const words = [
    format && t(format.race ? 'format.race' : 'format.all_played', { sport, parts: format.parts }),
    surface && t(`surface.${surface}`),
  ];
  const known = words.filter((word) => word !== null);
  return known.length > 0 && <p className="pb-1">{known.join(' · ')}</p>;
}

/** Explains a state, with the winner of an unfinished match if known. */
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

/** Shows the scores of football's parts if they add information; other sports have a table. */
function PartScores({ match: { score, status } }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { home, away, halftime, fulltime, penalty } = score;
  const wentOn = score.extratime !== null || status === 'et' || status === 'aet';
  const hasShootOut = penalty !== null || status === 'p' || status === 'pen';
  const parts = [
    halftime && t('half_time_score', { home: halftime[0], away: halftime[1] }),
    (wentOn || hasShootOut) && fulltime && t('full_time_score', { home: fulltime[0], away: fulltime[1] }),
    // During and after the shoot-out, the score is that after extra time.
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

/** Shows the age of the feed's last report once it is late; after minutes, since when there is no news. */
function Freshness({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const time = useMatchTime(match, match.league.sport);
  const confirmedMs = Date.parse(match.confirmed_at);
  const isSilent = useTicking(5_000, (now) => now.getTime() - confirmedMs >= SILENT_MS);
  // The clock was stopped: then the time itself says that there is no news.
  const isStopped = time.tone === 'warn' && statusLook(match.status) === 'live';
  if (!isSilent && !isStopped) return <StaleNote since={match.confirmed_at} afterSeconds={LATE_SECONDS} />;
  return (
    <p role="status" className="text-warn">
      {isStopped ? time.long : t('no_news_since', { time: format.dateTime(new Date(confirmedMs), 'time') })}
    </p>
  );
}
