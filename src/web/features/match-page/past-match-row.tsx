import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { PastMatch } from '#contract/matches.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { OWN_STATUS_WORDS } from '#texts/status-words.ts';
import { sideBehind } from '#web/data/match-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { TeamName } from '#web/ui/team-name.tsx';

const LETTERS = { W: 'text-good', D: 'text-muted', L: 'text-bad' } as const;

interface PastMatchRowProps {
  match: PastMatch;
  /** The team whose result is shown as a letter. */
  teamId: number | null;
  /** A line below the teams. */
  note?: ReactNode;
}

/** Shows a finished match: date, teams, result. The whole row links to its page. */
export function PastMatchRow({ match, teamId, note }: PastMatchRowProps) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const format = useFormatter();
  const { home, away, score, kickoff_at, status } = match;
  const date = kickoff_at && format.dateTime(new Date(kickoff_at), 'day_year');
  const result = teamId === null ? null : resultFor(match, teamId);
  const behind = sideBehind(match);
  const names = { home: nameOf(home), away: nameOf(away) };
  const line =
    score.home === null || score.away === null
      ? t('versus', names)
      : t('score_line', { ...names, home_score: score.home, away_score: score.away });
  const word = OWN_STATUS_WORDS[match.league.sport][status] ?? status;
  const ending = status === 'ft' ? null : t(`status.short.${word}`);
  return (
    <li className="relative grid grid-cols-[84px_minmax(0,1fr)_auto_auto] items-center gap-3 border-t border-line py-2 first:border-0 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)]">
      <span aria-hidden className="num text-[12px] leading-tight text-muted">
        {date}
        <small className="block truncate text-[11px] text-faint [font-stretch:100%]" title={nameOf(match.league)}>
          {nameOf(match.league)}
        </small>
      </span>
      <Link
        to={`/match/${match.id}`}
        aria-label={[line, ending && t(`status.long.${word}`), date, nameOf(match.league)].filter(Boolean).join(', ')}
        className="grid min-w-0 gap-0.5 text-[13.5px] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        {SIDES.map((side) => (
          <TeamName key={side} team={match[side]} crestSize={16} isBehind={behind === side} />
        ))}
      </Link>
      <span aria-hidden className="text-right text-[11px] leading-tight text-faint">
        {ending}
        {score.penalty && <small className="num block text-[11px]">{t('score', { home: score.penalty[0], away: score.penalty[1] })}</small>}
      </span>
      <span className="flex items-center gap-2.5">
        <span aria-hidden className="num grid gap-0.5 text-right text-[15px] leading-[21px]">
          {SIDES.map((side) => (
            <span key={side} className={behind === side ? 'text-muted' : undefined}>
              {score[side] ?? '–'}
            </span>
          ))}
        </span>
        {result && (
          <b
            role="img"
            aria-label={t(`result.${result}`)}
            className={classNames('num grid size-5 place-items-center rounded-tag bg-raised text-[12px] font-bold', LETTERS[result])}
          >
            {t(`result_short.${result}`)}
          </b>
        )}
      </span>
      {note && (
        <div className="col-span-3 col-start-2 -mt-1.5 flex min-h-5 flex-wrap items-center gap-x-2.5 text-[12.5px] text-muted">{note}</div>
      )}
    </li>
  );
}

/** Returns a match's result for one of its teams, a shoot-out counted as a draw; null without a score. */
export function resultFor({ home, score }: Pick<PastMatch, 'home' | 'score'>, teamId: number): 'W' | 'D' | 'L' | null {
  if (score.home === null || score.away === null) return null;
  const ahead = home.id === teamId ? score.home - score.away : score.away - score.home;
  if (ahead === 0) return 'D';
  return ahead > 0 ? 'W' : 'L';
}
