import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getLeagueFixtures } from '#contract/leagues.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { QuietSelect } from '#web/ui/select-field.tsx';

interface RoundPickerProps {
  sport: Sport;
  rounds: ReplyOf<typeof getLeagueFixtures>['rounds'];
  round: string;
  onChange: (round: string) => void;
}

/** Selects a round, with buttons for the previous and next; shows its dates and how many of its matches were played. */
export function RoundPicker({ sport, rounds, round, onChange }: RoundPickerProps) {
  const t = useTranslations('leagues');
  const format = useFormatter();
  const roundName = useRoundName();
  const index = rounds.findIndex(({ name }) => name === round);
  const shown = rounds[index];
  const dates = shown?.from && shown.to && format.dateTimeRange(new Date(shown.from), new Date(shown.to), 'day');
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex w-full items-center gap-2 md:w-auto">
        <Step label={t('round_before')} to={rounds[index - 1]?.name} onStep={onChange}>
          <ChevronLeft size={18} aria-hidden />
        </Step>
        <QuietSelect
          label={t('round_label')}
          value={round}
          options={rounds.map(({ name }) => ({ value: name, label: roundName([name], sport) }))}
          onChange={onChange}
          className="flex-1 md:w-72 md:flex-none"
        />
        <Step label={t('round_next')} to={index < 0 ? undefined : rounds[index + 1]?.name} onStep={onChange}>
          <ChevronRight size={18} aria-hidden />
        </Step>
      </div>
      {shown && (
        <p className="flex flex-wrap gap-x-3 px-1 text-[13px] text-muted">
          {dates && <span>{dates}</span>}
          <span>{t('round_played', { finished: shown.finished, total: shown.total })}</span>
        </p>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  /** The round it selects; undefined at either end. */
  to: string | undefined;
  onStep: (round: string) => void;
  children: ReactNode;
}

function Step({ label, to, onStep, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`, which would remove the focus when the user reaches the end.
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onStep(to)}
      className="grid size-9 flex-none place-items-center rounded-control border border-line text-muted hover:border-line-strong hover:text-text aria-disabled:cursor-default aria-disabled:border-line aria-disabled:text-line-strong pointer-coarse:size-11"
    >
      {children}
    </button>
  );
}
