import { Check, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import type { Kick } from './timeline.ts';

/** The kicks of a shoot-out in turn, with its own score. */
export function ShootOut({ kicks, match }: { kicks: Kick[]; match: MatchDetail }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const [home, away] = match.score.penalty ?? kicks.at(-1)?.score ?? [0, 0];
  return (
    <section>
      <h3 className="mb-2 flex items-center gap-3 text-[13px] font-[620] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('period.P')} <span className="num text-text">{t('score', { home, away })}</span>
      </h3>
      <ol className="grid gap-0.5">
        {kicks.map(({ id, side, player, scored, score }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_56px_minmax(0,1fr)] items-center py-1">
            <span
              className={classNames(
                'row-start-1 flex min-w-0 items-center gap-2.5',
                side === 'home' ? 'col-start-1 flex-row-reverse text-right' : 'col-start-3',
              )}
            >
              <span
                aria-hidden
                className={classNames(
                  'grid size-[18px] flex-none place-items-center rounded-full',
                  scored ? 'bg-good text-surface' : 'bg-bad text-surface',
                )}
              >
                {scored ? <Check size={12} strokeWidth={3} /> : <X size={12} strokeWidth={3} />}
              </span>
              <span className="min-w-0 truncate">
                {player ?? t('unknown_player')}
                <span className="sr-only">
                  , {nameOf(match[side])}, {t(scored ? 'kick_scored' : 'kick_missed')}
                </span>
              </span>
            </span>
            <span className="num col-start-2 row-start-1 text-center text-[13px] text-muted">
              {t('score', { home: score[0], away: score[1] })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
