import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Pick } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { FavoriteStar } from '#web/ui/favorite-star.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import type { DayRequest } from './api.ts';
import { FinishedFold } from './finished-fold.tsx';
import type { LeagueGroup } from './league-groups.ts';
import { MatchRows } from './match-rows.tsx';

interface LeagueSectionProps {
  group: LeagueGroup;
  showOdds: boolean;
  /** The picks of the user's own bets, by match. */
  myPicks: ReadonlyMap<number, Pick>;
  showDate?: boolean;
  /** The list's request, from which that of its folded matches is derived; lists that fold nothing have none. */
  request?: DayRequest;
  /** The address of all matches of the league, if some are not shown. */
  allHref?: string;
  /** Number of rows rendered before layout is known; with 0, not even the league's name is. */
  firstRows?: number;
}

const HEADER_PX = 43.3;

/** Shows a league's matches under its name. */
export function LeagueSection({
  group,
  showOdds,
  myPicks,
  showDate = false,
  request,
  allHref,
  firstRows = Number.POSITIVE_INFINITY,
}: LeagueSectionProps) {
  const t = useTranslations('matches');
  const heading = useId();
  const { league, matches, total, hidden, folded } = group;
  return (
    <section
      aria-labelledby={heading}
      className="mb-3 overflow-hidden rounded-[14px] border border-line bg-surface md:mb-4 md:rounded-card"
    >
      <WhenNear
        as="header"
        height={HEADER_PX}
        isFirst={firstRows > 0}
        className="flex items-center gap-2.5 border-b border-line px-3 py-[11px] md:px-4"
      >
        {() => <SectionHeader group={group} headingId={heading} />}
      </WhenNear>
      <MatchRows matches={matches} sport={league.sport} showOdds={showOdds} myPicks={myPicks} showDate={showDate} firstRows={firstRows} />
      {request && folded > 0 && <FinishedFold request={request} group={group} showOdds={showOdds} myPicks={myPicks} />}
      {allHref && hidden > 0 && (
        <Link
          to={allHref}
          className="flex h-11 items-center justify-center border-t border-line text-[13px] font-[550] text-muted hover:bg-raised hover:text-text"
        >
          {t('show_all', { count: total })}
        </Link>
      )}
    </section>
  );
}

/** Shows the league, its visible rounds, a link to its table, and its star aligned with the matches' stars. */
function SectionHeader({ group: { league, matches }, headingId }: { group: LeagueGroup; headingId: string }) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const name = nameOf(league);
  return (
    <>
      <Flag code={league.country_code} />
      <h2 id={headingId} className="truncate font-[620]">
        {name}
      </h2>
      <span className="min-w-0 shrink-[20] truncate text-muted">
        {roundName(
          matches.map(({ round }) => round),
          league.sport,
        )}
      </span>
      <span className="ml-auto flex flex-none items-center gap-4">
        {league.form === 'league' && (
          <Link
            to={`/leagues/${league.id}/standings`}
            className="relative text-[12.5px] text-muted before:absolute before:-inset-x-1 before:-inset-y-3 hover:text-text"
          >
            {t('standings')}
          </Link>
        )}
        <span className="grid w-[22px] md:w-[26px]">
          <FavoriteStar kind="league" id={league.id} name={name} />
        </span>
      </span>
    </>
  );
}
