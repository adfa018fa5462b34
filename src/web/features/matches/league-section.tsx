import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import type { LeagueGroup } from './league-groups.ts';
import { MatchRow } from './match-row.tsx';

interface LeagueSectionProps {
  group: LeagueGroup;
  showOdds: boolean;
  favourites: ReadonlySet<number>;
  /** What the user's own bets are on, by match. */
  myPicks: ReadonlyMap<number, Pick>;
  showDate?: boolean;
  /** Where all matches of the league are, when some of them are not on show. */
  allHref?: string;
}

/** A league's matches under its name. */
export function LeagueSection({ group, showOdds, favourites, myPicks, showDate = false, allHref }: LeagueSectionProps) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const heading = useId();
  const { league, matches, total } = group;
  return (
    <section
      aria-labelledby={heading}
      className="mb-3 overflow-hidden rounded-[14px] border border-line bg-surface md:mb-4 md:rounded-card"
    >
      <header className="flex items-center gap-2.5 border-b border-line px-3 py-[11px] md:px-4">
        <Flag code={league.country_code} />
        <h2 id={heading} className="truncate font-[620]">
          {nameOf(league)}
        </h2>
        <span className="truncate text-muted">{roundName(matches.map(({ round }) => round))}</span>
        {league.form === 'league' && (
          <Link
            to={`/leagues/${league.id}/standings`}
            className="relative ml-auto flex-none text-[12.5px] text-muted before:absolute before:-inset-3 hover:text-text"
          >
            {t('standings')}
          </Link>
        )}
      </header>
      <ul>
        {matches.map((match) => (
          <MatchRow
            key={match.id}
            match={match}
            drawPossible={league.draw_possible}
            showOdds={showOdds}
            isFavourite={favourites.has(match.id)}
            myPick={myPicks.get(match.id) ?? null}
            showDate={showDate}
          />
        ))}
      </ul>
      {allHref && total > matches.length && (
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
