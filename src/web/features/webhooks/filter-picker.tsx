import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Webhook } from '#contract/webhooks.ts';
import { SPORTS } from '#domain/matches/sport.ts';
import { WEBHOOK_FILTER_MAX } from '#domain/notifications/webhook-event.ts';
import { errorText } from '#web/data/api-error.ts';
import { useNameSearch } from '#web/data/name-search.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/form.tsx';
import { ChosenList, FoundList } from '#web/ui/picker-lists.tsx';

type Filters = Webhook['filters'];
interface Found {
  kind: 'teams' | 'leagues';
  of: Filters['teams'][number];
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
  const search = useNameSearch(typed);
  const found = search.found?.map(
    (hit): Found => (hit.kind === 'league' ? { kind: 'leagues', of: hit.league } : { kind: 'teams', of: hit.team }),
  );
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
      <ChosenList
        chosen={chosen.map(({ key, name, remove }) => ({ key, name, onRemove: remove, removeLabel: t('remove_filter', { name }) }))}
      />
      <TextField
        label={t('search')}
        type="search"
        value={typed}
        maxLength={80}
        autoComplete="off"
        error={error ?? (search.error ? errorText(search.error) : null)}
        hint={isFull ? t('filter_full', { max: WEBHOOK_FILTER_MAX }) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found && (
        <FoundList
          label={t('found')}
          none={t('found_none')}
          found={found.map((one) => ({
            ...{ key: `${one.kind} ${one.of.id}`, name: nameOf(one.of) },
            ...{ isChosen: has(one), onChoose: () => add(one) },
          }))}
        />
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
