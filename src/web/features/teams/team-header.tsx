import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTeam } from '#contract/teams.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Crest } from '#web/ui/crest.tsx';
import { Flag } from '#web/ui/flag.tsx';

interface TeamHeaderProps {
  team: Pick<ReplyOf<typeof getTeam>, 'team' | 'leagues'>;
  star?: ReactNode;
}

/** Whose matches these are, and where it plays; it stays in view, as the list is opened in its middle. */
export function TeamHeader({ team: { team, leagues }, star }: TeamHeaderProps) {
  const t = useTranslations('search.teams');
  const nameOf = useLocalName();
  return (
    <header className="sticky top-[54px] z-10 mb-3 flex min-h-[68px] items-center gap-3 border-b border-line bg-bg py-2 md:top-[60px]">
      <Crest team={team} size={32} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-[20px] font-[680]" title={nameOf(team)}>
          {nameOf(team)}
        </h2>
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
      {star && <div className="flex-none px-3">{star}</div>}
    </header>
  );
}
