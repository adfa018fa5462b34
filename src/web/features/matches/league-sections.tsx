import { memo, type ReactNode } from 'react';
import type { Pick } from '#domain/sport.ts';
import type { LeagueGroup } from './league-groups.ts';
import { LeagueSection } from './league-section.tsx';
import { useGrowing } from './use-growing.ts';

interface LeagueSectionsProps {
  /** Which list this is: another one begins at its top. */
  list: string;
  groups: readonly LeagueGroup[];
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  /** Where all matches of a league are; null where they are on show. */
  hrefOf: ((leagueId: number) => string) | null;
  /** Stands at the end, once there is one. */
  children: ReactNode;
}

/** Leagues below each other, drawn bit by bit. */
export function LeagueSections({ list, groups, showOdds, myPicks, hrefOf, children }: LeagueSectionsProps) {
  const total = groups.reduce((sum, { matches }) => sum + matches.length, 0);
  const drawn = useGrowing(list, total);
  return (
    <>
      {firstRows(groups, drawn).map((group) => (
        <Section
          key={group.league.id}
          group={group}
          showOdds={showOdds}
          myPicks={myPicks}
          {...(hrefOf && { allHref: hrefOf(group.league.id) })}
        />
      ))}
      {drawn >= total && children}
    </>
  );
}

/** The leagues with the first so many rows between them. */
function firstRows(groups: readonly LeagueGroup[], rows: number): LeagueGroup[] {
  const shown: LeagueGroup[] = [];
  let left = rows;
  for (const group of groups) {
    if (left <= 0) break;
    shown.push(group.matches.length <= left ? group : { ...group, matches: group.matches.slice(0, left) });
    left -= Math.max(1, group.matches.length);
  }
  return shown;
}

type SectionProps = Parameters<typeof LeagueSection>[0];

/** A section is drawn anew only when one of its matches has changed: groups are made anew with every push. */
const Section = memo(
  LeagueSection,
  (a: SectionProps, b: SectionProps) =>
    isSame(a.group, b.group) && a.showOdds === b.showOdds && a.myPicks === b.myPicks && a.allHref === b.allHref,
);

const isSame = (a: LeagueGroup, b: LeagueGroup): boolean =>
  a.league === b.league &&
  a.total === b.total &&
  a.hidden === b.hidden &&
  a.matches.length === b.matches.length &&
  a.matches.every((match, i) => match === b.matches[i]);
