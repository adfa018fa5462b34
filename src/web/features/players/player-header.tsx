import { useTranslations } from 'use-intl';
import type { PlayerPage } from '#contract/players.ts';
import { Tag } from '#web/ui/card.tsx';
import { Crest, TeamLink } from '#web/ui/team-name.tsx';

/** Shows a player's name, number, position and team, and whether the player misses the team's next match. */
export function PlayerHeader({ page: { player, team, absence } }: { page: PlayerPage }) {
  const t = useTranslations();
  const { name, number, position } = player;
  const facts = [number !== null && t('player_page.number', { number }), position !== null && t(`match.position.${position}`)];
  const isDoubtful = absence?.kind === 'doubtful';
  return (
    <header className="mb-4 flex min-h-[92px] items-center gap-4">
      <Crest team={team} size={56} />
      <div className="min-w-0 flex-1">
        <h1 className="text-[22px] leading-[1.15] font-[680] [overflow-wrap:anywhere] md:text-[26px]">{name}</h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13.5px] text-muted">
          <TeamLink team={team} crestSize={16} />
          {facts.some(Boolean) && <span className="num">{facts.filter(Boolean).join(' · ')}</span>}
        </div>
        {absence && (
          <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
            <Tag tone={isDoubtful ? 'warn' : 'bad'}>{t(`match.absence.${absence.kind}`)}</Tag>
            <span>{t(isDoubtful ? 'player_page.may_miss' : 'player_page.misses')}</span>
            {/* The provider's own words, which are English. */}
            {absence.reason && (
              <span lang="en" className="[overflow-wrap:anywhere] text-muted">
                {absence.reason}
              </span>
            )}
          </p>
        )}
      </div>
    </header>
  );
}
