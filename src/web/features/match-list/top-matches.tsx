import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { playingShown } from '#domain/matches/playing-fold.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Flag } from '#web/ui/flag.tsx';
import { LiveDot } from '#web/ui/match-marks.tsx';
import { FoldButton, useFold } from './fold.tsx';
import { isPinned, type LeagueGroup } from './league-groups.ts';
import { MatchRows } from './match-rows.tsx';

interface SectionProps {
  groups: readonly LeagueGroup[];
  /** Under which it is kept whether the section is open as a whole. */
  foldKey: string;
  showOdds: boolean;
  /** The picks of the user's own bets, by match. */
  myPicks: ReadonlyMap<number, Pick>;
  /** Number of rows rendered before layout is known. */
  firstRows: number;
}

/** Shows the matches in play at the top of a day's list, the reader's own first. */
export function PlayingMatches({ groups, foldKey, ...look }: SectionProps) {
  const t = useTranslations('matches');
  const nameOf = useLocalName();
  const followed = useFavorites();
  const [isOpen, toggle] = useFold(foldKey);
  const matches = groups.flatMap((group) => group.matches);
  const shown = playingShown(matches.length, useIsPhone() ? 'phone' : 'desktop');
  const own = matches.filter((match) => isPinned(match, followed)).length;
  const isFolded = shown < matches.length;
  const { first, rest } = cutAfter(groups, shown);
  return (
    <TopSection
      title={t('playing')}
      icon={<LiveDot />}
      aside={own > 0 ? t('playing_own', { count: matches.length, own }) : t('matches_count', { count: matches.length })}
      groups={isOpen ? groups : first}
      {...look}
    >
      {isFolded && (
        <FoldButton isOpen={isOpen} onToggle={toggle}>
          {isOpen
            ? t('fewer_playing')
            : t('more_playing', { count: matches.length - shown, leagues: rest.map(({ league }) => nameOf(league)).join(', ') })}
        </FoldButton>
      )}
    </TopSection>
  );
}

/** Shows the matches of the next hour. */
export function SoonMatches({ foldKey: _, ...props }: SectionProps) {
  const t = useTranslations('matches');
  return <TopSection title={t('soon')} {...props} />;
}

/** Shows the favorites above a day's list. */
export function PinnedMatches({ foldKey: _, ...props }: SectionProps) {
  const t = useTranslations('favorites');
  const star = (
    <span aria-hidden className="w-[18px] flex-none text-center text-[17px] leading-none text-accent">
      ★
    </span>
  );
  return <TopSection title={t('title')} icon={star} {...props} />;
}

interface TopSectionProps extends Omit<SectionProps, 'foldKey'> {
  title: string;
  icon?: ReactNode;
  /** A few words at the end of the title's line. */
  aside?: string;
  children?: ReactNode;
}

/** Matches of several leagues under one title, each league under its name. */
function TopSection({ title, icon, aside, groups, firstRows, children, ...look }: TopSectionProps) {
  const nameOf = useLocalName();
  const heading = useId();
  let above = 0;
  return (
    <section
      aria-labelledby={heading}
      className="mb-3 overflow-hidden rounded-[14px] border border-line bg-surface md:mb-4 md:rounded-card"
    >
      <header className="flex items-center gap-2.5 border-b border-line px-3 py-1 md:px-4 md:py-[11px]">
        {icon}
        <h2 id={heading} className="truncate font-[620]">
          {title}
        </h2>
        {aside && <span className="ml-auto flex-none text-[12.5px] text-muted">{aside}</span>}
      </header>
      {groups.map(({ league, matches }) => {
        const left = firstRows - above;
        above += matches.length;
        return (
          <div key={league.id} className="border-b border-line last:border-0">
            <h3 className="flex items-center gap-2.5 bg-bg px-3 py-px text-[12.5px] font-[550] text-muted md:px-4 md:py-1.5">
              <Flag code={league.country_code} />
              <span className="truncate">{nameOf(league)}</span>
            </h3>
            <MatchRows matches={matches} sport={league.sport} firstRows={left} {...look} />
          </div>
        );
      })}
      {children}
    </section>
  );
}

/** Cuts groups after a number of matches; a group may be in both parts. */
function cutAfter(groups: readonly LeagueGroup[], count: number): { first: LeagueGroup[]; rest: LeagueGroup[] } {
  const parts = { first: [] as LeagueGroup[], rest: [] as LeagueGroup[] };
  let left = count;
  for (const group of groups) {
    const [first, rest] = [group.matches.slice(0, left), group.matches.slice(left)];
    if (first.length > 0) parts.first.push({ ...group, matches: first });
    if (rest.length > 0) parts.rest.push({ ...group, matches: rest });
    left -= first.length;
  }
  return parts;
}
