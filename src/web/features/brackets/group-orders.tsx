import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import { advancingPlaces } from '#domain/matches/knock-out-plan.ts';
import type { BracketShape } from '#domain/tipping/bracket-shape.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Card } from '#web/ui/card.tsx';
import { TeamName } from '#web/ui/team-name.tsx';
import { bestCount, bestPlace, type Draft, moveTeam, toggleBest } from './draft.ts';

interface GroupOrdersProps {
  shape: BracketShape;
  draft: Draft;
  teams: ReadonlyMap<number, TeamRef>;
  onChange: (draft: Draft) => void;
}

/** Puts the teams of each group in order, and chooses which are the best of the place from which some advance. */
export function GroupOrders({ shape, draft, teams, onChange }: GroupOrdersProps) {
  const t = useTranslations('brackets');
  const roundName = useRoundName();
  const count = bestCount(shape);
  return (
    <section aria-label={t('groups')}>
      <h2 className="text-[15px] font-[650]">{t('groups')}</h2>
      <p className="mt-1 mb-3 text-[13.5px] text-muted">{t('groups_lead')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {shape.groups.map(({ name, order }, group) => (
          <Card key={name} title={roundName([name], 'football')} className="p-3!">
            <ol className="grid gap-1">
              {draft.orders[group]!.map((id, place) => (
                <Place
                  key={id}
                  team={teams.get(id)!}
                  {...{ shape, draft, group, place, onChange }}
                  isFixed={order !== null}
                  isLast={place === draft.orders[group]!.length - 1}
                />
              ))}
            </ol>
          </Card>
        ))}
      </div>
      {count > 0 && (
        <p aria-live="polite" className="mt-3 text-[13.5px] font-[550]">
          {t('best_left', { count: count - draft.best.length })}
        </p>
      )}
    </section>
  );
}

interface PlaceProps {
  team: TeamRef;
  shape: BracketShape;
  draft: Draft;
  group: number;
  place: number;
  isFixed: boolean;
  isLast: boolean;
  onChange: (draft: Draft) => void;
}

function Place({ team, shape, draft, group, place, isFixed, isLast, onChange }: PlaceProps) {
  const t = useTranslations('brackets');
  const name = useLocalName()(team);
  const shared = bestPlace(shape);
  const isShared = shared !== null && place === shared - 1;
  const isThrough = place < advancingPlaces(shape.plan!) - (shared === null ? 0 : 1) || (isShared && draft.best.includes(team.id));
  const move = (by: -1 | 1) => onChange(moveTeam(shape, draft, group, place, by));
  const isFull = draft.best.length >= bestCount(shape);
  return (
    <li className={classNames('flex items-center gap-1.5 rounded-tag py-0.5 pr-0.5 pl-2', isThrough && 'bg-accent-soft')}>
      <span className="num w-4 flex-none text-[12.5px] text-muted">{place + 1}</span>
      <TeamName team={team} crestSize={16} className="flex-1 text-[13px]" />
      {isShared && (
        <input
          type="checkbox"
          aria-label={t('best', { team: name })}
          title={t('best', { team: name })}
          checked={draft.best.includes(team.id)}
          disabled={isFull && !draft.best.includes(team.id)}
          onChange={() => onChange(toggleBest(shape, draft, team.id))}
          className="thumb size-4 flex-none accent-[var(--accent)]"
        />
      )}
      {!isFixed && (
        <>
          <Step label={t('up', { team: name })} isOff={place === 0} onClick={() => move(-1)}>
            <ChevronUp size={16} aria-hidden />
          </Step>
          <Step label={t('down', { team: name })} isOff={isLast} onClick={() => move(1)}>
            <ChevronDown size={16} aria-hidden />
          </Step>
        </>
      )}
    </li>
  );
}

/** At either end it stays where it is, so that the keyboard's focus does. */
function Step({ label, isOff, onClick, children }: { label: string; isOff: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
      className={classNames(
        'grid size-8 flex-none place-items-center rounded-tag pointer-coarse:size-10',
        isOff ? 'text-line-strong' : 'text-muted hover:bg-raised hover:text-text',
      )}
    >
      {children}
    </button>
  );
}
