import Heart from 'lucide-react/icons/heart';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { SurvivorEntry, SurvivorLine } from '#contract/survivor.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { Crest } from '#web/ui/team-name.tsx';

type Standing = Pick<SurvivorEntry, 'lives' | 'out' | 'rank'>;

/** The lives that are left of all, as hearts. */
export function Lives({ lives, of, size = 16 }: { lives: number; of: number; size?: number }) {
  const t = useTranslations('survivor');
  return (
    <span role="img" aria-label={`${t('column.state')}: ${lives}/${of}`} className="inline-flex flex-none gap-1">
      {Array.from({ length: of }, (_, index) => (
        <Heart key={index} size={size} className={index < lives ? 'fill-current text-bad' : 'text-faint'} />
      ))}
    </span>
  );
}

/** Whether an entry is in or has won, with its place among the others. */
export function StandingLine({ entry: { lives, out, rank }, of, hasWon = false }: { entry: Standing; of: number; hasWon?: boolean }) {
  const t = useTranslations('survivor');
  const state = out === null ? t('you_in', { lives }) : t('you_out', { round: out });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Lives lives={lives} of={of} size={20} />
      <span className={classNames('font-[650]', out === null || hasWon ? 'text-good' : 'text-bad')}>
        {hasWon ? t('line_state.won') : state}
      </span>
      {rank && (
        <span className="text-[13px] text-muted">
          {t('place', { rank: rank.rank, players: rank.players })}
          {rank.players > 1 && rank.beats > 0 && ` · ${t('beats', { share: rank.beats })}`}
        </span>
      )}
    </div>
  );
}

const TONES: Record<SurvivorLine['state'], string> = {
  open: 'text-muted',
  won: 'text-good',
  drawn: 'text-warn',
  lost: 'text-bad',
  void: 'text-faint',
  missed: 'text-bad',
  excused: 'text-faint',
  unclear: 'text-muted',
};

/** What became of each pick, the latest first: with the score that decides it, and the time of its entry. */
export function Receipt({ lines, of, title }: { lines: readonly SurvivorLine[]; of: number; title: string }) {
  const t = useTranslations('survivor');
  return (
    <Card title={title}>
      <p className="mb-1 text-[13px] text-muted">{t(lines.length === 0 ? 'past_none' : 'past_lead')}</p>
      <ul>
        {lines.toReversed().map((line) => (
          <Line key={line.number} line={line} of={of} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ line, of }: { line: SurvivorLine; of: number }) {
  const t = useTranslations('survivor');
  const nameOf = useLocalName();
  const format = useFormatter();
  const { number, team, match, state, picked_at, lives } = line;
  const opponent = match && team ? nameOf(match.home.id === team.id ? match.away : match.home) : null;
  const score = match && match.score.home !== null && state !== 'void' ? `${match.score.home}–${match.score.away}` : null;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 text-[13.5px] last:border-0">
      <span className="num w-6 flex-none text-muted">
        <span className="sr-only">{t('line', { number })}</span>
        <span aria-hidden>{number}</span>
      </span>
      {team && <Crest team={team} size={22} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[580]">{team ? nameOf(team) : t('no_pick')}</span>
        {match && (
          <span className="block text-[12.5px] text-muted wrap-anywhere">
            <Link to={`/match/${match.id}`} className="thumb relative underline-offset-2 hover:underline">
              {[t('against', { team: opponent! }), score].filter(Boolean).join(' · ')}
            </Link>
            {picked_at && <span>{` · ${t('picked_at', { when: format.dateTime(new Date(picked_at), 'day_time') })}`}</span>}
          </span>
        )}
      </span>
      <span className="grid flex-none justify-items-end gap-1">
        <span className={TONES[state]}>{t(`line_state.${state}`)}</span>
        {of > 1 && <Lives lives={lives} of={of} size={12} />}
      </span>
    </li>
  );
}
