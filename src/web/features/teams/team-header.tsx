import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLocalName } from '#web/lib/local-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import { FormDots } from '#web/ui/form-dots.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { formOf, type Team } from './use-team.ts';

interface TeamHeaderProps {
  /** Undefined while loading. */
  team: Team | undefined;
  /** The place in the table: "3rd in First Division"; null without a table. */
  place: string | null;
  star: ReactNode;
  /** The button that adds the team to a calendar. */
  calendar: ReactNode;
}

/** Shows a team's crest, name, place and form, and the leagues that it plays in. */
export function TeamHeader({ team: page, place, star, calendar }: TeamHeaderProps) {
  const t = useTranslations('team_page');
  const nameOf = useLocalName();
  if (!page) return <Skeleton className="mb-4 h-[92px] rounded-card" />;
  const { team, leagues, matches } = page;
  const form = formOf(matches, team.id);
  return (
    <header className="mb-4 flex min-h-[92px] items-center gap-4">
      <Crest team={team} size={56} />
      <div className="min-w-0 flex-1">
        <h1 className="line-clamp-2 text-[22px] leading-[1.15] font-[680] break-words hyphens-auto md:text-[26px]" title={nameOf(team)}>
          {nameOf(team)}
        </h1>
        {(place !== null || form.length > 0) && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[13.5px] text-muted">
            {place}
            {form.length > 0 && <FormDots form={form} letters />}
          </p>
        )}
        {leagues.length > 0 && (
          <ul aria-label={t('leagues')} className="flex gap-x-4 overflow-x-auto text-[13px] text-muted [scrollbar-width:none]">
            {leagues.map((league) => (
              <li key={league.id} className="flex-none">
                <Link
                  to={`/leagues/${league.id}/standings`}
                  className="flex items-center gap-1.5 rounded-tag py-1 hover:text-text pointer-coarse:py-3"
                >
                  <Flag code={league.country_code} />
                  {nameOf(league)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-none items-center gap-5 self-start px-3 pt-3">
        {calendar}
        {star}
      </div>
    </header>
  );
}
