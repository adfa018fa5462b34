import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { type SearchHits, searchConsole } from '#contract/console-search.ts';
import { call } from '#web/console/lib/call.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
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
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { hits, isAsking } = useHits(typed.trim(), pages);
  const chosen = Math.min(at, hits.length - 1);

  function open(hit: Hit | undefined) {
    if (!hit) return;
    onClose();
    void navigate(hit.to);
  }

  function press(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && hits.length > 0) setAt((chosen + by + hits.length) % hits.length);
    else if (event.key === 'Enter') open(hits[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog open onClose={onClose} title={t('title')} lead={t('lead')} width="l">
      <input
        role="combobox"
        aria-label={t('title')}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        placeholder={t('placeholder')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={press}
        className="h-11 w-full rounded-control border border-line-strong bg-bg px-3 text-[16px] placeholder:text-faint"
      />
      <div id={`${id}-hits`} role="listbox" aria-label={t('title')} aria-busy={isAsking} className="mt-2 max-h-[50dvh] overflow-y-auto">
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: keys are pressed in the field.
          <div
            key={hit.to + hit.hint}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => open(hit)}
            className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-control px-3 py-1.5 hover:bg-bg aria-selected:bg-accent-soft"
          >
            <span className="min-w-0 font-[550] wrap-anywhere">{hit.label}</span>
            <span className="min-w-0 text-[12.5px] wrap-anywhere text-muted">{hit.hint}</span>
          </div>
        ))}
      </div>
      <p role="status" className="mt-2 text-[13px] text-muted">
        {hits.length === 0 && !isAsking ? t('none') : t('found', { count: hits.length })}
      </p>
    </Dialog>
  );
}

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
