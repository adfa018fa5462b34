import { useTranslations } from 'use-intl';
import type { Absences, MatchDetail } from '#contract/matches.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { Card } from '#web/ui/card.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { MatchPlayer } from './match-player.tsx';

/** Who misses the match and why, until both line-ups are out; nothing if nobody is known to. */
export function AbsencesCard({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const { absences, lineups } = match;
  const isOut = SIDES.every((side) => lineups[side].fallback === null);
  if (isOut || absences.home.length + absences.away.length === 0) return null;
  return (
    <Card title={t('absences')}>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        {SIDES.map((side) => absences[side].length > 0 && <Absent key={side} match={match} side={side} players={absences[side]} />)}
      </div>
    </Card>
  );
}

function Absent({ match, side, players }: { match: MatchDetail; side: 'home' | 'away'; players: Absences }) {
  const t = useTranslations('match');
  return (
    <section className="min-w-0">
      <TeamName team={match[side]} />
      <ul className="mt-1.5">
        {players.map(({ name, kind, reason }) => (
          <li key={`${name} ${kind}`} className="flex items-baseline gap-3 py-1 text-[13.5px]">
            <MatchPlayer match={match} side={side} name={name} className="max-w-[60%] flex-none break-words" />
            <span className="ml-auto min-w-[40%] text-right text-[12.5px] [overflow-wrap:anywhere] text-muted">
              {t(`absence.${kind}`)}
              {/* The provider's own words, which are English. */}
              {reason && (
                <span lang="en" className="text-faint">
                  {` · ${reason}`}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
