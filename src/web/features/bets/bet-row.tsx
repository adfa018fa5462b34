import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ListedBet, MatchBrief } from '#contract/bets.ts';
import { isInPlay, type MatchStatus } from '#domain/matches/match-status.ts';
import { outcomeOf, type Score, settledScore } from '#domain/matches/score.ts';
import { sideBehind } from '#web/data/match-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useCountedWords } from '#web/lib/counted-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useMatchTime } from '#web/lib/match-time.ts';
import { usePickName } from '#web/lib/pick-name.ts';
import { TeamName } from '#web/ui/team-name.tsx';

interface BetRowProps {
  bet: ListedBet;
  /** The button that shares the bet, shown if it won. */
  share: ReactNode;
}

/** Shows a bet: the match and its state, the pick, the stake, and the actual or potential payout. */
export function BetRow({ bet, share }: BetRowProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { match } = bet;
  const nameOf = useLocalName();
  const pickName = usePickName(match)(bet.pick);
  const counted = useCountedWords()(bet.at_risk);
  const placed = format.dateTime(new Date(bet.placed_at), 'day_time');
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[58px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-2.5 border-b border-line px-3 py-3 last:border-0',
        'hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] md:grid-cols-[58px_minmax(0,1.3fr)_34px_minmax(0,1fr)_72px_104px] md:px-4 md:py-2.5',
      )}
    >
      <When match={match} />
      <Link
        to={bet.market === 'wdl' ? `/match/${match.id}` : `/match/${match.id}?market=${bet.market}`}
        aria-label={`${nameOf(match.home)} – ${nameOf(match.away)}`}
        className="grid min-w-0 gap-[5px] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-[-2px] focus-visible:after:outline-accent"
      >
        <TeamName team={match.home} isBehind={sideBehind(match) === 'home'} />
        <TeamName team={match.away} isBehind={sideBehind(match) === 'away'} />
      </Link>
      <MatchScore match={match} />
      <div className="col-span-3 flex items-end justify-between gap-4 border-t border-line pt-2.5 md:contents">
        <div className="min-w-0">
          <p className="line-clamp-2 leading-tight font-[550] break-words" title={pickName}>
            {pickName}
          </p>
          <MarketLine bet={bet} share={share} />
          <p className="num text-[12px] font-medium text-muted md:hidden">
            {t('staked_at', { points: format.number(bet.stake), when: placed })}
          </p>
          <p className="num text-[12px] font-medium text-muted max-md:hidden">{t('placed_at', { when: placed })}</p>
        </div>
        <p className="text-right max-md:hidden">
          <span className="block text-[11.5px] text-muted">{t('stake')}</span>
          <span className="num text-[15px]">{format.number(bet.stake)}</span>
        </p>
        <BetOutcome bet={bet} />
      </div>
      {counted && <p className="col-span-full text-[12.5px] text-pretty text-muted">{counted}</p>}
      {bet.state === 'unknown' && <p className="col-span-full text-[12.5px] text-muted">{t('unknown_hint')}</p>}
    </li>
  );
}

/** Shows the market, the odds, and once settled the receipt, and for one that won the button that shares it. */
function MarketLine({ bet, share }: { bet: ListedBet; share: ReactNode }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const market = t(`markets.${bet.market}`);
  const hasReceipt = bet.state === 'settled' || bet.state === 'refunded';
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-[12px] text-muted">
      <span className="num font-medium">
        {bet.odds === null ? market : t('market_at', { market, odds: format.number(bet.odds, 'odds') })}
      </span>
      {hasReceipt && (
        // Above the link that covers the whole row.
        <Link to={`/contests/${bet.contest_id}/receipt`} className="thumb relative z-[1] font-semibold text-accent hover:underline">
          {t('receipt')}
        </Link>
      )}
      {bet.state === 'settled' && bet.hit && share}
    </p>
  );
}

/** Shows the minute, the status or the time; the day is shown below if there is nothing else. */
function When({ match }: { match: MatchBrief }) {
  const format = useFormatter();
  const time = useMatchTime(match, match.sport);
  const day = match.kickoff_at && format.dateTime(new Date(match.kickoff_at), 'day');
  return (
    <div className={classNames('num text-[13px] leading-tight', time.tone === 'live' ? 'text-live' : 'text-muted')}>
      <span className="sr-only">{time.spoken}</span>
      <span aria-hidden>{time.short}</span>
      <small className={classNames('block truncate text-[11px] font-medium', time.tone !== 'live' && 'text-faint')}>
        {time.tone === 'live' ? time.long : day}
      </small>
    </div>
  );
}

function MatchScore({ match }: { match: MatchBrief }) {
  const behind = sideBehind(match);
  const { home, away } = match.score;
  if (home === null || away === null) return <span />;
  return (
    <div className="num grid gap-[5px] text-right text-[17px] leading-5">
      <span className={behind === 'home' ? 'text-muted' : undefined}>{home}</span>
      <span className={behind === 'away' ? 'text-muted' : undefined}>{away}</span>
    </div>
  );
}

/** Shows a bet's result, or its potential result at the current score. A refund returns the stake and is not a loss. */
function BetOutcome({ bet }: { bet: ListedBet }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const standing = asItStands(bet);
  const { label, points, tone } = endingOf(bet, standing);
  const late = bet.state === 'settled' && bet.refund > 0;
  return (
    <div className="text-right">
      <Label tone={tone}>{t(label)}</Label>
      <span className={classNames('num text-[15px]', tone === 'good' && 'font-bold text-good', tone === 'quiet' && 'text-muted')}>
        {points === null ? '–' : format.number(points)}
      </span>
      {standing !== null && bet.returns_now !== null && standing !== bet.returns_now && (
        <span className="num block text-[11.5px] text-muted">{t('if_right', { points: format.number(bet.returns_now) })}</span>
      )}
      {late && <span className="block text-[11.5px] text-muted">{t('returned_late', { points: format.number(bet.refund) })}</span>}
    </div>
  );
}

type Tone = 'good' | 'warn' | 'quiet' | 'plain';

function Label({ tone, children }: { tone: Tone; children: ReactNode }) {
  const colour = tone === 'good' ? 'text-good' : tone === 'warn' ? 'text-warn' : 'text-muted';
  return <span className={classNames('block text-[11.5px] font-[550]', colour)}>{children}</span>;
}

interface Outcome {
  label: 'won' | 'lost' | 'refund' | 'returns_short' | 'returns_fixed_short' | 'as_it_stands' | 'bet_state.unknown';
  points: number | null;
  tone: Tone;
}

function endingOf({ market, state, stake, hit, payout, refund, returns_now }: ListedBet, standing: number | null): Outcome {
  switch (state) {
    case 'refunded':
      return { label: 'refund', points: refund, tone: 'plain' };
    case 'settled':
      return hit ? { label: 'won', points: payout, tone: 'good' } : { label: 'lost', points: payout, tone: 'quiet' };
    case 'unknown':
      return { label: 'bet_state.unknown', points: standing ?? returns_now, tone: 'warn' };
    case 'ongoing':
      if (standing === null)
        return { label: market === 'wdl' ? 'returns_short' : 'returns_fixed_short', points: returns_now, tone: 'plain' };
      return { label: 'as_it_stands', points: standing, tone: standing > stake ? 'good' : standing === 0 ? 'quiet' : 'plain' };
  }
}

/** Returns what a bet would pay, in points, at the current score; null before the match begins, and if it is undetermined. */
export function asItStands(bet: ListedBet): number | null {
  const score = standingScore(bet);
  if (score === null) return null;
  const outcome = outcomeOf(...score);
  return bet.returns_if.find(({ pick }) => pick === outcome)?.returns ?? null;
}

/** Returns the current score that counts for a bet: in extra time that of the ninety minutes, if these count. */
function standingScore({ match: { status, score }, settles_on }: ListedBet): Score | null {
  const settled = settledScore(settles_on, status, score);
  if (settled !== null) return settled;
  // Once extra time has begun, the current score does not count.
  const isCounted = settles_on === 'whole_match' || !BEYOND_NINETY.includes(status);
  const { home, away } = score;
  return isInPlay(status) && isCounted && home !== null && away !== null ? [home, away] : null;
}

const BEYOND_NINETY: readonly MatchStatus[] = ['et', 'bt', 'p'];

/** Totals of the ongoing bets, in points. */
interface Totals {
  staked: number;
  /** Of these, the stakes on matches in play, and their payout at the current score. */
  inPlay: number;
  standing: number;
}

export function totalsOf(bets: readonly ListedBet[]): Totals {
  const totals = { staked: 0, inPlay: 0, standing: 0 };
  for (const bet of bets) {
    totals.staked += bet.stake;
    const standing = asItStands(bet);
    if (standing === null) continue;
    totals.inPlay += bet.stake;
    totals.standing += standing;
  }
  return totals;
}
