import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { search } from '#contract/search.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { SPORTS } from '#domain/matches/sport.ts';
import { WEBHOOK_FILTER_MAX } from '#domain/notifications/webhook-event.ts';
import { errorText } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/form.tsx';

type Filters = Webhook['filters'];
interface Found {
  kind: 'teams' | 'leagues';
  of: Filters['teams'][number];
}

const TYPING_MS = 200;

/** Queries leagues and teams by name, once the typing pauses; null while nothing is typed. */
function useFound(typed: string) {
  const [settled, setSettled] = useState('');
  const text = useDeferredValue(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: ['search', 'webhook filters', settled],
    queryFn: ({ signal }) => call(search, { q: settled, limit: 12 }, signal),
    placeholderData: keepPreviousData,
    enabled: settled !== '',
    retry: false,
  });
  const found = (data?.items ?? []).flatMap((hit): Found[] => {
    if (hit.kind === 'player') return [];
    const { id, name, names } = hit.kind === 'league' ? hit.league : hit.team;
    return [{ kind: hit.kind === 'league' ? 'leagues' : 'teams', of: { id, name, names } }];
  });
  return { error, found: settled === '' || text === '' || !data ? null : found };
}

interface FilterPickerProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  error: string | null;
}

/** Chooses the matches of a webhook: everything that the user follows, teams and leagues by search, and sports. */
export function FilterPicker({ filters, onChange, error }: FilterPickerProps) {
  const t = useTranslations('webhooks');
  const sports = useTranslations('matches.sports');
  const nameOf = useLocalName();
  const [typed, setTyped] = useState('');
  const { found, error: failure } = useFound(typed);
  const has = ({ kind, of }: Found) => filters[kind].some(({ id }) => id === of.id);
  const add = (one: Found) => {
    if (has(one) || filters[one.kind].length >= WEBHOOK_FILTER_MAX) return;
    onChange({ ...filters, [one.kind]: [...filters[one.kind], one.of] });
    setTyped('');
  };
  const isFull = filters.teams.length >= WEBHOOK_FILTER_MAX || filters.leagues.length >= WEBHOOK_FILTER_MAX;
  const without = <K extends 'matches' | 'teams' | 'leagues'>(kind: K, id: number) =>
    onChange({ ...filters, [kind]: filters[kind].filter((one) => one.id !== id) });
  const chosen = [
    ...filters.matches.map(({ id, name }) => ({ key: `match ${id}`, name, remove: () => without('matches', id) })),
    ...filters.teams.map((team) => ({ key: `team ${team.id}`, name: nameOf(team), remove: () => without('teams', team.id) })),
    ...filters.leagues.map((league) => ({
      ...{ key: `league ${league.id}`, name: nameOf(league), remove: () => without('leagues', league.id) },
    })),
    ...filters.sports.map((sport) => ({
      ...{ key: sport, name: sports(sport) },
      remove: () => onChange({ ...filters, sports: filters.sports.filter((one) => one !== sport) }),
    })),
  ];
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-[13.5px] font-[620]">{t('matches')}</legend>
      <Checkbox label={t('favorites')} checked={filters.favorites} onChange={(favorites) => onChange({ ...filters, favorites })} />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map(({ key, name, remove }) => (
            <li
              key={key}
              className="flex max-w-full items-center gap-1 rounded-chip border border-accent bg-accent-soft pl-3 text-[13.5px] font-[550]"
            >
              <span className="truncate">{name}</span>
              <button
                type="button"
                aria-label={t('remove_filter', { name })}
                onClick={remove}
                className="thumb grid size-8 flex-none place-items-center text-muted hover:text-text"
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={t('search')}
        type="search"
        value={typed}
        maxLength={80}
        autoComplete="off"
        error={error ?? (failure ? errorText(failure) : null)}
        hint={isFull ? t('filter_full', { max: WEBHOOK_FILTER_MAX }) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found && (
        <ul aria-label={t('found')} className="grid max-h-[280px] overflow-y-auto rounded-control border border-line">
          {found.length === 0 && <li className="px-3 py-2.5 text-[13.5px] text-muted">{t('found_none')}</li>}
          {found.map((one) => (
            <li key={`${one.kind} ${one.of.id}`} className="border-t border-line first:border-t-0">
              <button
                type="button"
                disabled={has(one)}
                onClick={() => add(one)}
                className="flex min-h-11 w-full items-center gap-2 px-3 text-left text-[14px] hover:bg-raised disabled:text-faint"
              >
                <span className="min-w-0 flex-1 truncate">{nameOf(one.of)}</span>
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
            disabled={filters.sports.includes(sport)}
            onClick={() => onChange({ ...filters, sports: [...filters.sports, sport] })}
            className="thumb rounded-chip border border-line px-3 py-1.5 font-[550] hover:border-line-strong hover:text-text disabled:text-faint"
          >
            {sports(sport)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
