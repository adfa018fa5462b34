import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type InputHTMLAttributes, lazy, type RefAttributes, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { SEARCH_LENGTH_MAX } from '#contract/search.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useHotkey } from '#web/lib/keyboard.ts';

const load = () => import('./suggestions.tsx');
const Suggestions = lazy(async () => ({ default: (await load()).Suggestions }));

export type InputProps = InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>;

interface SearchBoxProps {
  /** Names a country by its code. */
  countryName: (code: string | null) => string;
  /** The panel of suggestions is as wide as what it stands in, not as the box. */
  isWide?: boolean;
  /** Something was found, or the search given up. */
  onLeave?: () => void;
  className?: string;
}

/**
 * Finds teams and leagues while one types, and narrows the match list to what is typed on Enter. The key "/" leads here. What
 * suggests is fetched when the box is first entered; the box works before that, and without it, and stays the same element.
 */
export function SearchBox({ countryName, isWide = false, onLeave, className }: SearchBoxProps) {
  const t = useTranslations('search');
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, narrow, clear } = useListSearch();
  const [isEntered, setEntered] = useState(false);
  const [comboboxProps, setComboboxProps] = useState<InputProps | null>(null);
  useHotkey('/', () => input.current?.focus());

  const leave = () => {
    input.current?.blur();
    onLeave?.();
  };
  const narrowTo = (text: string) => {
    narrow(text);
    leave();
  };
  const giveUp = () => {
    clear();
    leave();
  };
  const forget = () => {
    setTyped('');
    leave();
  };
  const actions = useStableActions({ type: setTyped, narrow: narrowTo, giveUp, forget, takeProps: setComboboxProps });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that the phone's search key puts the keyboard away.
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        narrowTo(typed);
      }}
      className={classNames(
        'flex h-9 items-center gap-2 rounded-[9px] border border-line px-3 text-faint focus-within:border-line-strong focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent',
        !isWide && 'relative',
        className,
      )}
    >
      <Search size={15} aria-hidden className="flex-none md:hidden" />
      <input
        role="combobox"
        aria-expanded={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && giveUp()}
        {...comboboxProps}
        ref={comboboxProps?.ref ?? input}
        value={typed}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={t('label')}
        placeholder={t('label')}
        maxLength={SEARCH_LENGTH_MAX}
        onFocus={() => setEntered(true)}
        className="min-w-0 flex-1 bg-transparent text-[16px] text-text outline-none placeholder:text-faint md:text-[14px]"
      />
      {typed === '' ? (
        <kbd aria-hidden className="rounded-[4px] border border-line px-[5px] text-[11px] font-medium max-md:hidden">
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            clear();
            input.current?.focus();
          }}
          className="thumb -mr-1.5 grid size-7 place-items-center hover:text-text"
        >
          <X size={15} aria-hidden />
        </button>
      )}
      {isEntered && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <Suggestions input={input} typed={typed} actions={actions} countryName={countryName} isWide={isWide} />
          </Suspense>
        </ErrorBoundary>
      )}
    </form>
  );
}

/** What suggestions do to the box: always the same object, as suggestions are drawn anew with every change of their props. */
export interface BoxActions {
  type: (text: string) => void;
  narrow: (text: string) => void;
  giveUp: () => void;
  /** Something was chosen: what was typed has done its work. */
  forget: () => void;
  /** What makes the box a combobox; said again whenever it changes. */
  takeProps: (props: InputProps) => void;
}

function useStableActions(actions: BoxActions): BoxActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState<BoxActions>(() => ({
    type: (text) => latest.current.type(text),
    narrow: (text) => latest.current.narrow(text),
    giveUp: () => latest.current.giveUp(),
    forget: () => latest.current.forget(),
    takeProps: (props) => latest.current.takeProps(props),
  }));
  return stable;
}

/** What is typed, and the match list's `?q=` that it becomes when it is sent off; it is followed when it changes elsewhere. */
function useListSearch() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isOnList = pathname === '/matches';
  const inUrl = isOnList ? (params.get('q') ?? '') : '';
  const [typed, setTyped] = useState(inUrl);
  useEffect(() => setTyped(inUrl), [inUrl]);

  /** Shows the day's matches of what is called so, or all of them again. */
  function narrow(text: string) {
    const next = new URLSearchParams(isOnList ? params : undefined);
    // A day's matches, not a team's.
    next.delete('team');
    if (text.trim() === '') next.delete('q');
    else next.set('q', text.trim());
    void navigate({ pathname: '/matches', search: next.toString() }, { replace: isOnList });
  }

  function clear() {
    setTyped('');
    if (inUrl !== '') narrow('');
  }
  return { typed, setTyped, narrow, clear };
}
