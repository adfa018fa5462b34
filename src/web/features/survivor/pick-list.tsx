import Check from 'lucide-react/icons/check';
import { useFormatter, useTranslations } from 'use-intl';
import type { SurvivorChoice, SurvivorGame } from '#contract/survivor.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { useGameChanges } from './api.ts';

/** The teams of the next round, two to a match: one tap picks, and saves. */
export function PickList({ game, next }: { game: SurvivorGame; next: NonNullable<SurvivorGame['next']> }) {
  const t = useTranslations('survivor');
  const nameOf = useLocalName();
  const format = useFormatter();
  const roundName = useRoundName();
  const { pick } = useGameChanges(game.id);
  const isClosed = useNow().getTime() >= Date.parse(next.deadline);
  const chosen = pick.isPending ? pick.variables.team_id : (game.mine?.pick?.team_id ?? null);
  const ids = [...new Set(next.choices.map(({ match_id }) => match_id))];

  function choose({ team }: SurvivorChoice) {
    if (team.id === chosen) return;
    pick.mutate({ round: next.round, team_id: team.id }, { onSuccess: () => toast('success', t('pick_saved', { team: nameOf(team) })) });
  }

  return (
    <Card title={t('pick_title', { number: next.number })} aside={roundName([next.round], game.league.sport)}>
      <p className="mb-3 text-[13.5px] text-muted">{t('pick_lead', { when: format.dateTime(new Date(next.deadline), 'day_time') })}</p>
      <FormAlert message={pick.error && errorText(pick.error)} />
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2.5 md:grid-cols-2">
        {ids.map((id) => (
          <li key={id} className="grid grid-cols-2 overflow-hidden rounded-card border border-line">
            {next.choices
              .filter(({ match_id }) => match_id === id)
              .map((choice) => (
                <TeamButton
                  key={choice.team.id}
                  choice={choice}
                  isChosen={choice.team.id === chosen}
                  isDisabled={isClosed || pick.isPending || choice.used_in !== null}
                  onChoose={() => choose(choice)}
                />
              ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface TeamButtonProps {
  choice: SurvivorChoice;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

function TeamButton({ choice, isChosen, isDisabled, onChoose }: TeamButtonProps) {
  const t = useTranslations('survivor');
  const nameOf = useLocalName();
  const { team, opponent, is_home, chance, used_in } = choice;
  const name = nameOf(team);
  const isUsed = used_in !== null && !isChosen;
  const state = isChosen ? t('picked') : isUsed ? t('used', { round: used_in }) : null;
  const likely = chance === null ? null : t('chance', { share: Math.round(100 * chance) });
  const facts = [t(is_home ? 'home' : 'away'), likely].filter((fact) => fact !== null).join(' · ');
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={[t('pick_team', { team: name, opponent: nameOf(opponent) }), facts, state].filter(Boolean).join(', ')}
      disabled={isDisabled}
      onClick={onChoose}
      className={classNames(
        'flex min-h-[76px] min-w-0 flex-col justify-center gap-1 border-line px-3 py-2.5 text-left transition-colors odd:border-r',
        isChosen ? 'bg-accent-soft' : 'enabled:hover:bg-raised',
        isUsed && 'text-faint',
      )}
    >
      <span className={classNames('flex w-full min-w-0 items-center gap-2 font-[580]', isUsed && 'opacity-60')}>
        <Crest team={team} size={20} />
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere" title={name}>
          {name}
        </span>
        {isChosen && <Check size={16} aria-hidden className="flex-none text-accent" />}
      </span>
      <span className={classNames('text-[12.5px]', isChosen ? 'text-accent' : 'text-muted')}>{state ?? facts}</span>
    </button>
  );
}
