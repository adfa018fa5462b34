import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { COMPETITIONS_MAX, type Competition, type CompetitionInput } from '#contract/tipping-groups.ts';
import { SPORTS } from '#domain/matches/sport.ts';
import { errorText } from '#web/data/api-error.ts';
import { useNameSearch } from '#web/data/name-search.ts';
import { TextField } from '#web/ui/form.tsx';
import { ChosenList, FoundList } from '#web/ui/picker-lists.tsx';
import { useCompetitionName } from './competition-name.tsx';

const keyOf = (competition: Competition): string => {
  if (competition.kind === 'league') return `league ${competition.league.id}`;
  return competition.kind === 'team' ? `team ${competition.team.id}` : `sport ${competition.sport}`;
};

/** Writes what was chosen as the contract takes it. */
export const asInput = (competition: Competition): CompetitionInput => {
  if (competition.kind === 'league') return { kind: 'league', league_id: competition.league.id };
  return competition.kind === 'team' ? { kind: 'team', team_id: competition.team.id } : { kind: 'sport', sport: competition.sport };
};

interface CompetitionPickerProps {
  chosen: readonly Competition[];
  onChange: (chosen: Competition[]) => void;
  error: string | null;
}

/** Chooses what a group tips: leagues and teams by search, or all of a sport; ten at most. */
export function CompetitionPicker({ chosen, onChange, error }: CompetitionPickerProps) {
  const t = useTranslations('tipping');
  const sports = useTranslations('matches.sports');
  const nameOf = useCompetitionName();
  const [typed, setTyped] = useState('');
  const search = useNameSearch(typed);
  const found = search.found?.map(
    (hit): Competition =>
      hit.kind === 'league' ? { kind: 'league', league: hit.league } : { kind: 'team', team: hit.team, sport: hit.sport },
  );
  const isFull = chosen.length >= COMPETITIONS_MAX;
  const has = (competition: Competition) => chosen.some((one) => keyOf(one) === keyOf(competition));
  const add = (competition: Competition) => {
    if (isFull || has(competition)) return;
    onChange([...chosen, competition]);
    setTyped('');
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-[13.5px] font-[620]">{t('what_is_tipped')}</legend>
      <ChosenList
        chosen={chosen.map((competition) => ({
          ...{ key: keyOf(competition), name: nameOf(competition), removeLabel: t('remove_of', { name: nameOf(competition) }) },
          onRemove: () => onChange(chosen.filter((one) => keyOf(one) !== keyOf(competition))),
        }))}
      />
      <TextField
        label={t('search_competition')}
        type="search"
        value={typed}
        maxLength={80}
        autoComplete="off"
        disabled={isFull}
        error={error ?? (search.error ? errorText(search.error) : null)}
        hint={isFull ? t('competitions_full', { max: COMPETITIONS_MAX }) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found && (
        <FoundList
          label={t('found')}
          none={t('found_none')}
          found={found.map((competition) => ({
            ...{ key: keyOf(competition), name: nameOf(competition), note: t(`kind.${competition.kind}`) },
            ...{ isChosen: has(competition), onChoose: () => add(competition) },
          }))}
        />
      )}
      <div className="flex flex-wrap items-center gap-2 text-[13px] text-muted">
        {t('or_sport')}
        {SPORTS.map((sport) => (
          <button
            key={sport}
            type="button"
            disabled={isFull || has({ kind: 'sport', sport })}
            onClick={() => add({ kind: 'sport', sport })}
            className="thumb rounded-chip border border-line px-3 py-1.5 font-[550] hover:border-line-strong hover:text-text disabled:text-faint"
          >
            {sports(sport)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
