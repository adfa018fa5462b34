import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import type { LeagueGroup } from './league-groups.ts';
import { MatchRows } from './match-rows.tsx';

interface PinnedMatchesProps {
  groups: readonly LeagueGroup[];
  showOdds: boolean;
  /** What the user's own bets are on, by match. */
  myPicks: ReadonlyMap<number, Pick>;
}

/** What the reader follows, on top of a day's list; nothing where nothing of it is played. */
export function PinnedMatches({ groups, showOdds, myPicks }: PinnedMatchesProps) {
  const t = useTranslations('favourites');
  const nameOf = useLocalName();
  const heading = useId();
  if (groups.length === 0) return null;
  return (
    <section
      aria-labelledby={heading}
      className="mb-3 overflow-hidden rounded-[14px] border border-line bg-surface md:mb-4 md:rounded-card"
    >
      <header className="flex items-center gap-2.5 border-b border-line px-3 py-[11px] md:px-4">
        <span aria-hidden className="w-[18px] flex-none text-center text-[17px] leading-none text-accent">
          ★
        </span>
        <h2 id={heading} className="truncate font-[620]">
          {t('title')}
        </h2>
      </header>
      {groups.map(({ league, matches }) => (
        <div key={league.id} className="border-b border-line last:border-0">
          <h3 className="flex items-center gap-2.5 bg-bg px-3 py-1.5 text-[12.5px] font-[550] text-muted md:px-4">
            <Flag code={league.country_code} />
            <span className="truncate">{nameOf(league)}</span>
          </h3>
          <MatchRows matches={matches} sport={league.sport} drawPossible={league.draw_possible} showOdds={showOdds} myPicks={myPicks} />
        </div>
      ))}
    </section>
  );
}
