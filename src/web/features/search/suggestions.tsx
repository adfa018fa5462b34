import { useQuery } from '@tanstack/react-query';
import { useCombobox } from 'downshift';
import CalendarSearch from 'lucide-react/icons/calendar-search';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type LiHTMLAttributes, memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { SearchHit } from '#contract/search.ts';
import { errorText } from '#web/data/api-error.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { suggestions } from './api.ts';
import type { BoxActions, InputProps } from './search-box.tsx';

interface SuggestionsProps {
  input: RefObject<HTMLInputElement | null>;
  typed: string;
  actions: BoxActions;
  countryName: (code: string | null) => string;
  isWide: boolean;
}

/** Milliseconds without typing before a request. */
const TYPING_MS = 150;

/** Lists results below the box while typing. */
export const Suggestions = memo(function Suggestions({ input, typed, actions, countryName, isWide }: SuggestionsProps) {
  const t = useTranslations('search');
  const navigate = useNavigate();
  const text = typed.trim();
  const { data, error, refetch, isPlaceholderData } = useSettledQuery(text);
  const hits = text === '' ? [] : (data?.items ?? []);
  const choices: Choice[] = [
    ...hits.map((hit): Choice => ({ kind: 'hit', hit })),
    ...(error && !data ? [{ kind: 'retry' } as const] : []),
    ...(text === '' ? [] : [{ kind: 'day', q: text } as const]),
  ];

  function choose(choice: Choice | null) {
    if (choice === null) return;
    if (choice.kind === 'retry') return void refetch();
    if (choice.kind === 'day') return actions.narrow(choice.q);
    void navigate(pathOf(choice.hit));
    actions.forget();
  }

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Choice>({
    items: choices,
    itemToKey: choiceKey,
    itemToString: () => text,
    selectedItem: null,
    inputValue: typed,
    // Text typed before this code was loaded waits for results.
    initialIsOpen: text !== '',
    onSelectedItemChange: ({ selectedItem }) => choose(selectedItem),
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputClick } = useCombobox.stateChangeTypes;
      if (type === InputClick) return { ...state, isOpen: text !== '' };
      // Leaving the box selects nothing.
      if (type === InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 };
      const isRetry = changes.selectedItem?.kind === 'retry';
      return { ...changes, isOpen: isRetry || (changes.isOpen === true && (changes.inputValue ?? text).trim() !== '') };
    },
  });

  const inputProps = getInputProps(
    {
      ref: input,
      'aria-label': t('label'),
      onChange: (event) => actions.type(event.currentTarget.value),
      onKeyDown: (event) => {
        const isLeft = (event.key === 'Enter' && highlightedIndex < 0) || (event.key === 'Escape' && !isOpen);
        // Enter submits the form.
        if (isLeft) (event.nativeEvent as { preventDownshiftDefault?: boolean }).preventDownshiftDefault = true;
        if (isLeft && event.key === 'Escape') actions.giveUp();
      },
    },
    { suppressRefError: true },
  ) as InputProps;
  useLayoutEffect(() => actions.takeProps(inputProps));

  return (
    <div
      className={classNames(
        'absolute top-full z-30 overflow-y-auto overscroll-contain bg-surface text-text',
        isWide
          ? 'inset-x-0 max-h-[calc(100dvh-48px)] border-b border-line'
          : 'right-0 mt-2 max-h-[calc(100dvh-80px)] w-[400px] rounded-card border border-line',
        !isOpen && 'hidden',
      )}
    >
      <Message isOpen={isOpen} hits={data?.items.length} isStale={isPlaceholderData} problem={error && !data ? errorText(error) : null} />
      <ul {...getMenuProps({ 'aria-label': t('hits') })} aria-busy={isPlaceholderData} className="p-1.5 outline-none">
        {isOpen &&
          choices.map((choice, index) => (
            <SuggestionRow
              key={choiceKey(choice)}
              choice={choice}
              countryName={countryName}
              isHighlighted={index === highlightedIndex}
              itemProps={getItemProps({ item: choice, index })}
            />
          ))}
      </ul>
    </div>
  );
});

function pathOf(hit: SearchHit): string {
  if (hit.kind === 'player') return `/player/${hit.player.id}`;
  return hit.kind === 'team' ? `/team/${hit.team.id}` : `/leagues/${hit.league.id}/standings`;
}

/** Queries once the typing pauses; earlier results stay until the reply. */
function useSettledQuery(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({ ...suggestions(settled), enabled: settled !== '' });
}

interface MessageProps {
  isOpen: boolean;
  /** Undefined while unknown. */
  hits: number | undefined;
  isStale: boolean;
  problem: string | null;
}

/** Says that results are loading, that there are none, or what failed. */
function Message({ isOpen, hits, isStale, problem }: MessageProps) {
  const t = useTranslations('search');
  if (!isOpen) return null;
  if (problem !== null) {
    return (
      <div role="alert" className="px-4 pt-3.5 text-[14px]">
        <p className="font-[620]">{t('failed')}</p>
        <p className="text-[13px] text-muted">{problem}</p>
      </div>
    );
  }
  if (hits === undefined) {
    return (
      <div role="status" className="p-1.5 pb-0">
        <span className="sr-only">{t('loading')}</span>
        <SuggestionSkeleton />
      </div>
    );
  }
  const words = hits === 0 ? t('nothing') : t('found', { count: hits });
  return (
    <p role="status" className={hits === 0 && !isStale ? 'px-4 pt-3.5 text-[14px] text-muted' : 'sr-only'}>
      {isStale ? '' : words}
    </p>
  );
}

/** An option below the box: a result, a retry, or the day's matches filtered by the text. */
type Choice = { kind: 'hit'; hit: SearchHit } | { kind: 'retry' } | { kind: 'day'; q: string };

function choiceKey(choice: Choice | null): string {
  if (choice?.kind !== 'hit') return choice?.kind ?? '';
  const { hit } = choice;
  return pathOf(hit);
}

interface SuggestionRowProps {
  choice: Choice;
  countryName: (code: string | null) => string;
  isHighlighted: boolean;
  itemProps: LiHTMLAttributes<HTMLLIElement>;
}

function SuggestionRow({ choice, countryName, isHighlighted, itemProps }: SuggestionRowProps) {
  return (
    <li
      {...itemProps}
      className={classNames(
        'grid min-h-11 cursor-pointer grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 rounded-control px-2.5 py-1.5',
        isHighlighted && 'bg-raised outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <Content choice={choice} countryName={countryName} />
    </li>
  );
}

function Content({ choice, countryName }: Pick<SuggestionRowProps, 'choice' | 'countryName'>) {
  const t = useTranslations();
  const nameOf = useLocalName();
  if (choice.kind === 'retry') return <Line icon={<RotateCw size={16} />} name={t('common.retry')} />;
  if (choice.kind === 'day') return <Line icon={<CalendarSearch size={16} />} name={t('search.in_day', { q: choice.q })} isQuiet />;
  const { hit } = choice;
  if (hit.kind === 'team') {
    const league = hit.league && nameOf(hit.league);
    const sport = t(`matches.sports.${hit.sport}`);
    return <Line icon={<Crest team={hit.team} size={22} />} name={nameOf(hit.team)} notes={[t('search.team'), league ?? sport]} />;
  }
  if (hit.kind === 'player')
    return <Line icon={<Crest team={hit.team} size={22} />} name={hit.player.name} notes={[t('search.player'), nameOf(hit.team)]} />;
  const { league } = hit;
  const kind = t(league.form === 'cup' ? 'search.cup' : 'search.league');
  return (
    <Line
      icon={<Flag code={league.country_code} />}
      name={nameOf(league)}
      notes={[kind, t(`matches.sports.${league.sport}`), countryName(league.country_code)]}
    />
  );
}

function Line({ icon, name, notes = [], isQuiet }: { icon: ReactNode; name: string; notes?: string[]; isQuiet?: boolean }) {
  return (
    <>
      <span aria-hidden className="grid justify-items-center text-muted">
        {icon}
      </span>
      <span className="min-w-0">
        <span className={classNames('block truncate text-[14px]', isQuiet ? 'text-muted' : 'font-[550]')}>{name}</span>
        {notes.length > 0 && <span className="block truncate text-[12.5px] text-muted">{notes.join(' · ')}</span>}
      </span>
    </>
  );
}

const WIDTHS = ['w-40', 'w-32', 'w-44'];

/** Placeholder of the size of a result. */
const SuggestionSkeleton = () =>
  WIDTHS.map((width) => (
    <div key={width} className="grid min-h-[52px] grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 px-2.5 py-1.5">
      <Skeleton className="size-[22px]" />
      <span className="grid gap-1.5">
        <Skeleton className={`h-3.5 ${width}`} />
        <Skeleton className="h-3 w-24" />
      </span>
    </div>
  ));
