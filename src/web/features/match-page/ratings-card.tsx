import { useFormatter, useTranslations } from 'use-intl';
import type { MatchDetail, RatedPlayers } from '#contract/matches.ts';
import { isFinal } from '#domain/matches/match-status.ts';
import { manOfTheMatch } from '#domain/matches/player-marks.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { MatchPlayer, NAME_PLACES, NamedText } from './match-player.tsx';

/** The provider's ratings of the players after the match, with their minutes; nothing without ratings. */
export function RatingsCard({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const tPlayers = useTranslations('players');
  const nameOf = useLocalName();
  const { ratings } = match;
  if (ratings === null) return null;
  const best = isFinal(match.status) ? manOfTheMatch(ratings) : null;
  return (
    <Card title={t('ratings')} aside={<span className="text-[12.5px] text-faint">{t('ratings_source', { source: ratings.source })}</span>}>
      {best && (
        <p className="mb-3 text-[13.5px]">
          <b className="font-[650]">{tPlayers('best')}</b>{' '}
          <NamedText
            match={match}
            side={best.side}
            text={tPlayers('best_line', { player: NAME_PLACES.player, team: nameOf(match[best.side]), source: ratings.source })}
            player={best.player.name}
            other={null}
          />
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        {SIDES.map((side) => (
          <section key={side} className="min-w-0">
            <TeamName team={match[side]} />
            <Rated match={match} side={side} players={ratings[side]} />
          </section>
        ))}
      </div>
    </Card>
  );
}

function Rated({ match, side, players }: { match: MatchDetail; side: Side; players: RatedPlayers }) {
  const t = useTranslations('match');
  const format = useFormatter();
  return (
    <ul className="mt-1.5">
      {players.map(({ name, number, minutes, rating }) => (
        <li key={`${number} ${name}`} className="flex items-center gap-3 py-1 text-[13.5px]">
          <span className="num w-6 flex-none text-right text-muted">{number ?? '–'}</span>
          <span className="min-w-0 truncate" title={name}>
            <MatchPlayer match={match} side={side} name={name} />
          </span>
          <span className="num ml-auto flex-none text-[12.5px] text-faint">{minutes !== null && t('minutes_played', { minutes })}</span>
          <span className="num w-8 flex-none text-right font-semibold">
            {rating === null ? '–' : format.number(rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
          </span>
        </li>
      ))}
    </ul>
  );
}
