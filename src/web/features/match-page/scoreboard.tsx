import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { MatchDetail, MatchEvent } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { minuteOf } from '#domain/matches/match-timeline.ts';
import type { Side } from '#domain/matches/sport.ts';
import { sideBehind } from '#web/data/match-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { LiveDot } from '#web/ui/match-marks.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { scoreProbabilityQuery } from './api.ts';

/** Events worth a line of their own. */
const TOLD: readonly MatchEvent['type'][] = ['goal', 'penalty', 'own_goal', 'missed_penalty', 'red', 'second_yellow', 'var'];
/** Between two requests for the probabilities, which no push carries. */
const EVERY_MS = 15_000;

/** A match in four lines: time, the sides with their scores, the last event, and the probabilities now. */
export function Scoreboard({ match }: { match: MatchDetail }) {
  const t = useTranslations('glance');
  const time = useMatchTime(match, match.league.sport);
  if (match.is_concealed) return <p className="self-center text-center text-muted">{t('hidden')}</p>;
  return (
    <div className="grid content-center gap-1.5">
      <p className={classNames('num flex items-center gap-2 text-[13px] font-[650]', time.tone === 'live' ? 'text-live' : 'text-muted')}>
        {time.tone === 'live' && <LiveDot />}
        <span>
          {time.clock} <span className="[font-stretch:100%]">{time.words}</span>
        </span>
      </p>
      <SideLine match={match} side="home" />
      <SideLine match={match} side="away" />
      <LastEvent match={match} />
      <Chances match={match} />
    </div>
  );
}

function SideLine({ match, side }: { match: MatchDetail; side: Side }) {
  const nameOf = useLocalName();
  const name = nameOf(match[side]);
  return (
    <p className={classNames('flex items-center gap-2.5 text-[17px] font-[650]', sideBehind(match) === side && 'text-muted')}>
      <Crest team={match[side]} size={20} />
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </span>
      <b className="num text-[24px] leading-none">{match.score[side] ?? '–'}</b>
    </p>
  );
}

function LastEvent({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const last = match.events.filter(({ type, period }) => TOLD.includes(type) && period !== 'P').at(-1);
  if (!last) return null;
  return (
    <p role="status" className="truncate text-[13px] text-muted">
      <span className="num">{minuteOf(last)}</span> {t(`event.${last.type}`)}: {last.player ?? nameOf(match[last.side])}
    </p>
  );
}

/** The model's probabilities now, else those behind the bookmakers' odds; nothing without either, and after the match. */
function Chances({ match }: { match: MatchDetail }) {
  const t = useTranslations('forecast');
  const isLive = matchGroup(match.status) === 'live';
  const { data } = useQuery({ ...scoreProbabilityQuery(match.id), enabled: isLive, refetchInterval: EVERY_MS });
  const now = data?.now ?? null;
  const shown = now ?? match.market?.probability;
  if (!isLive || !shown) return null;
  return (
    <div>
      <p className="mb-1 text-[11.5px] text-muted">{t(`line_now.${now ? 'model' : 'market'}`)}</p>
      <ProbabilityBar probability={shown} hasDraw={match.draw_possible} source={null} />
    </div>
  );
}
