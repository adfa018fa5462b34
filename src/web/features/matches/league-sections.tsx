import { memo, useState } from 'react';
import type { Pick } from '#domain/sport.ts';
import { PHONE } from '#web/lib/use-media.ts';
import type { LeagueGroup } from './league-groups.ts';
import { LeagueSection } from './league-section.tsx';

interface LeagueSectionsProps {
  groups: readonly LeagueGroup[];
  showOdds: boolean;
  myPicks: ReadonlyMap<number, Pick>;
  /** Where all matches of a league are; null where they are on show. */
  hrefOf: ((leagueId: number) => string) | null;
}

/** Leagues below each other. Until the browser knows where they are, those that fill the screen are drawn. */
export function LeagueSections({ groups, showOdds, myPicks, hrefOf }: LeagueSectionsProps) {
  const [firstRows] = useState(rowsOfScreen);
  let above = 0;
  return groups.map((group) => {
    const left = firstRows - above;
    above += Math.max(1, group.matches.length);
    return (
      <Section
        key={group.league.id}
        group={group}
        showOdds={showOdds}
        myPicks={myPicks}
        firstRows={left}
        {...(hrefOf && { allHref: hrefOf(group.league.id) })}
      />
    );
  });
}

/** The lowest rows there are: what is around the list takes some of the screen too. */
const ROW_PX_MIN = { phone: 96, desktop: 56 };

const rowsOfScreen = (): number =>
  Math.ceil(window.innerHeight / (window.matchMedia(PHONE).matches ? ROW_PX_MIN.phone : ROW_PX_MIN.desktop));

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
