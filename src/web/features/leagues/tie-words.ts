import { useTranslations } from 'use-intl';
import type { DrawTie } from '#contract/leagues.ts';
import type { MatchSummary, TeamRef } from '#contract/matches.ts';
import { competitor, scoreFor, tallyOf } from '#domain/tie.ts';
import { useLocalName } from '#web/lib/local-name.ts';

/** A tie in words, as it is read out. */
export function useTieWords() {
  const t = useTranslations('leagues');
  const match = useTranslations('match');
  const nameOf = useLocalName();
  return {
    /** "Avalon 2–1 Northgate", or "Avalon v Northgate" before it begins. */
    line: ({ home, away, score }: MatchSummary): string => {
      const names = { home: nameOf(home), away: nameOf(away) };
      return score.home === null || score.away === null
        ? match('versus', names)
        : match('score_line', { ...names, home_score: score.home, away_score: score.away });
    },
    /** Sets, maps or quarters; '' where there are none. */
    parts: ({ score: { parts = [] } }: MatchSummary): string =>
      parts.map(({ home, away, tiebreak }) => `${home}–${away}${tiebreak ? ` (${tiebreak.join('–')})` : ''}`).join(', '),
    /** The score of both legs or the games won, the shoot-out, and who goes on; as far as there is such a thing. */
    outcome: (tie: DrawTie, isFinal: boolean): string[] => {
      const tally = tallyOf(tie);
      const shootOut = scoreFor(tie.matches, tie.matches.at(-1) ?? tie.matches[0], 'penalty');
      const winner: TeamRef | null = tie.winner && competitor(tie, tie.winner);
      return [
        ...(tally ? [`${tally[0]}–${tally[1]} ${t(tie.kind === 'series' ? 'draw_games_won' : 'draw_aggregate')}`] : []),
        ...(shootOut ? [t('draw_shoot_out', { home: shootOut[0], away: shootOut[1] })] : []),
        ...(winner ? [t(isFinal ? 'draw_champion' : 'draw_through', { team: nameOf(winner) })] : []),
      ];
    },
  };
}
