import { Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Lineup, MatchDetail, TeamRef } from '#contract/matches.ts';
import { SIDES } from '#domain/sport.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { Pitch } from './pitch.tsx';

/** Who starts, who waits on the bench, and who chose them; or why that is not known. */
export function LineupsTab({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { lineups, lineups_fallback: fallback } = match;
  if (lineups === null) {
    return (
      <Card>
        <EmptyState icon={<Users size={28} />} title={t('lineups_none')} hint={t(`fallback.${fallback ?? 'no_official_lineups'}`)} />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {fallback && <p className="text-[13px] text-muted">{t(`fallback.${fallback}`)}</p>}
      <Card>
        <div className="mb-3 flex items-center justify-between gap-4">
          {SIDES.map((side) => (
            <span key={side} className="flex min-w-0 items-center gap-2">
              <TeamName team={match[side]} />
              <span className="num flex-none text-[13px] text-muted">{lineups[side].formation}</span>
            </span>
          ))}
        </div>
        <Pitch match={match} lineups={lineups} />
      </Card>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        {SIDES.map((side) => (
          <Bench key={side} team={match[side]} lineup={lineups[side]} />
        ))}
      </div>
    </div>
  );
}

function Bench({ team, lineup }: { team: TeamRef; lineup: Lineup }) {
  const t = useTranslations('match');
  const bench = lineup.players.filter(({ starter }) => !starter);
  return (
    <Card title={<TeamName team={team} />} aside={lineup.coach && t('coach', { name: lineup.coach })}>
      <h3 className="mb-1.5 text-[12px] font-semibold text-faint">{t('bench')}</h3>
      <ul>
        {bench.map((player) => (
          <li key={`${player.number} ${player.name}`} className="flex items-center gap-3 py-1 text-[13.5px]">
            <span className="num w-6 flex-none text-right text-muted">{player.number ?? '–'}</span>
            <span className="min-w-0 truncate" title={player.name}>
              {player.name}
            </span>
            <span className="ml-auto flex-none text-[12.5px] text-faint">{t(`position.${player.position}`)}</span>
          </li>
        ))}
      </ul>
      {bench.length === 0 && <p className="text-[13px] text-muted">–</p>}
    </Card>
  );
}
