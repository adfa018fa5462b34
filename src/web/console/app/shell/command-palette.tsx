import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCombobox } from 'downshift';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { type SearchHits, searchConsole } from '#contract/console-search.ts';
import { call } from '#web/console/lib/call.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { localName } from '#web/lib/local-name.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** A place to jump to. */
export interface Place {
  to: string;
  label: string;
}

interface CommandPaletteProps {
  /** The pages that the admin's role may see. */
  pages: readonly Place[];
  onClose: () => void;
}

interface Hit extends Place {
  hint: string;
}

/** Typing pauses this long before the server is asked. */
const SETTLED_MS = 200;

/** Jumps to a page, user, withdrawal, contest or admin: arrows choose, Enter opens. */
export function CommandPalette({ pages, onClose }: CommandPaletteProps) {
  const t = useTranslations('admin.jump');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { hits, isAsking } = useHits(typed.trim(), pages);
  const { highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Hit>({
    items: hits,
    itemToKey: (hit) => hit && hitKey(hit),
    itemToString: () => typed,
    selectedItem: null,
    inputValue: typed,
    isOpen: true,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      onClose();
      void navigate(selectedItem.to);
    },
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
      // The dialog closes by Escape; leaving the field chooses nothing.
      return type === InputBlur || type === InputKeyDownEscape ? state : changes;
    },
  });

  return (
    <Dialog open onClose={onClose} title={t('title')} lead={t('lead')} width="l">
      <input
        {...getInputProps({ 'aria-label': t('title'), onChange: ({ currentTarget }) => setTyped(currentTarget.value) })}
        spellCheck={false}
        maxLength={120}
        placeholder={t('placeholder')}
        className="h-11 w-full rounded-control border border-line-strong bg-bg px-3 text-[16px] placeholder:text-faint"
      />
      <ul {...getMenuProps({ 'aria-label': t('title') })} aria-busy={isAsking} className="mt-2 max-h-[50dvh] overflow-y-auto outline-none">
        {hits.map((hit, index) => (
          <li
            key={hitKey(hit)}
            {...getItemProps({ item: hit, index })}
            className={classNames(
              'flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-control px-3 py-1.5',
              index === highlightedIndex && 'bg-accent-soft',
            )}
          >
            <span className="min-w-0 font-[550] wrap-anywhere">{hit.label}</span>
            <span className="min-w-0 text-[12.5px] wrap-anywhere text-muted">{hit.hint}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-[13px] text-muted">
        {hits.length === 0 && !isAsking ? t('none') : t('found', { count: hits.length })}
      </p>
    </Dialog>
  );
}

const hitKey = ({ to, hint }: Hit): string => `${to} ${hint}`;

function useHits(text: string, pages: readonly Place[]): { hits: Hit[]; isAsking: boolean } {
  const t = useTranslations('admin.jump');
  const bets = useTranslations('bets');
  const stages = useTranslations('admin_withdrawals.stages');
  const locale = useLocale();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching } = useQuery({
    // What was searched for is not kept: it may be somebody's address.
    ...{ queryKey: ['jump', settled], gcTime: 0, staleTime: 0, enabled: settled.length > 1, placeholderData: keepPreviousData },
    queryFn: ({ signal }) => call(searchConsole, { q: settled }, signal),
  });
  const named = pages.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())).map((page) => ({ ...page, hint: t('page') }));
  const found = text.length > 1 && data ? hitsOf(data) : [];
  return { hits: [...named, ...found], isAsking: isFetching || (text.length > 1 && settled !== text) };

  function hitsOf({ users, withdrawals, contests, admins }: SearchHits): Hit[] {
    return [
      ...users.map((user) => ({
        to: `/admin/users/${user.id}`,
        label: user.display_name,
        hint: `${t('user')} · ${user.email ?? `@${user.public_handle}`}`,
      })),
      ...withdrawals.map(({ id, usdt, user, stage }) => ({
        to: `/admin/withdrawals/${id}`,
        label: t('withdrawal_of', { usdt, name: user.display_name }),
        hint: `${t('withdrawal')} · ${stages(stage)}`,
      })),
      ...contests.map(({ id, market, match }) => ({
        to: `/admin/contests/${id}`,
        label: `${localName(match.home, locale)} – ${localName(match.away, locale)}`,
        hint: `${t('contest')} · ${bets(`markets.${market}`)} · ${localName(match.league, locale)}`,
      })),
      ...admins.map(({ email }) => ({ to: '/admin/admins', label: email, hint: t('admin') })),
    ];
  }
}
