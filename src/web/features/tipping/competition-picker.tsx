import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { search } from '#contract/search.ts';
import { COMPETITIONS_MAX, type Competition, type CompetitionInput } from '#contract/tipping-groups.ts';
import { SPORTS } from '#domain/matches/sport.ts';
import { errorText } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { TextField } from '#web/ui/form.tsx';
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

const TYPING_MS = 200;

/** Queries leagues and teams by name, once the typing pauses. */
function useFound(typed: string) {
  const [settled, setSettled] = useState('');
  const text = useDeferredValue(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ['search', 'competitions', settled],
    queryFn: ({ signal }) => call(search, { q: settled, limit: 12 }, signal),
    placeholderData: keepPreviousData,
    enabled: settled !== '',
    retry: false,
  });
  const found = (query.data?.items ?? []).flatMap((hit): Competition[] => {
    if (hit.kind === 'player') return [];
    return [hit.kind === 'league' ? { kind: 'league', league: hit.league } : { kind: 'team', team: hit.team, sport: hit.sport }];
  });
  return { ...query, found: settled === '' || text === '' ? null : found };
}

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
  const { found, error: failure } = useFound(typed);
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
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((competition) => (
            <li
              key={keyOf(competition)}
              className="flex max-w-full items-center gap-1 rounded-chip border border-accent bg-accent-soft pl-3 text-[13.5px] font-[550]"
            >
              <span className="truncate">{nameOf(competition)}</span>
              <button
                type="button"
                aria-label={t('remove_of', { name: nameOf(competition) })}
                onClick={() => onChange(chosen.filter((one) => keyOf(one) !== keyOf(competition)))}
                className="thumb grid size-8 flex-none place-items-center text-muted hover:text-text"
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={t('search_competition')}
        type="search"
        value={typed}
        maxLength={80}
        autoComplete="off"
        disabled={isFull}
        error={error ?? (failure ? errorText(failure) : null)}
        hint={isFull ? t('competitions_full', { max: COMPETITIONS_MAX }) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found && (
        <ul aria-label={t('found')} className="grid max-h-[280px] overflow-y-auto rounded-control border border-line">
          {found.length === 0 && <li className="px-3 py-2.5 text-[13.5px] text-muted">{t('found_none')}</li>}
          {found.map((competition) => (
            <li key={keyOf(competition)} className="border-t border-line first:border-t-0">
              <button
                type="button"
                disabled={has(competition)}
                onClick={() => add(competition)}
                className="flex min-h-11 w-full items-center gap-2 px-3 text-left text-[14px] hover:bg-raised disabled:text-faint"
              >
                <span className="min-w-0 flex-1 truncate">{nameOf(competition)}</span>
                <span className="flex-none text-[12.5px] text-muted">{t(`kind.${competition.kind}`)}</span>
                <Plus size={15} aria-hidden className="flex-none text-muted" />
              </button>
            </li>
          ))}
        </ul>
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
