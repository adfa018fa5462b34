import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type InputHTMLAttributes, type RefAttributes, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { SEARCH_LENGTH_MAX } from '#contract/search.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useHotkey } from '#web/lib/keyboard.ts';
import { lazyPart, QUIET } from '#web/lib/lazy-part.tsx';

const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions, QUIET);

export type InputProps = InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>;

interface SearchBoxProps {
  /** Returns a country's name by its code. */
  countryName: (code: string | null) => string;
  /** Whether the panel of suggestions is as wide as the box's container instead of the box. */
  isWide?: boolean;
  /** Called when a result was chosen or the search cancelled. */
  onLeave?: () => void;
  className?: string;
}

/**
 * Finds teams and leagues while typing, and filters the match list by the text on Enter. The key "/" focuses it. The code for
 * suggestions is loaded when the box is first focused; the box works without it, and stays the same element.
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
    // biome-ignore lint/a11y/useSemanticElements: a form, so that the phone's search key hides the keyboard.
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
      {isEntered && <Suggestions input={input} typed={typed} actions={actions} countryName={countryName} isWide={isWide} />}
    </form>
  );
}

/** What suggestions can do with the box: always the same object, because suggestions re-render when their props change. */
export interface BoxActions {
  type: (text: string) => void;
  narrow: (text: string) => void;
  giveUp: () => void;
  /** Clears the text after a choice. */
  forget: () => void;
  /** Receives the combobox props of the box whenever they change. */
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

/** Holds the typed text and submits it as the match list's `?q=`; follows changes of the address. */
function useListSearch() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isOnList = pathname === '/matches';
  const inUrl = isOnList ? (params.get('q') ?? '') : '';
  const [typed, setTyped] = useState(inUrl);
  useEffect(() => setTyped(inUrl), [inUrl]);

  /** Filters the day's matches by name, or shows all of them. */
  function narrow(text: string) {
    const next = new URLSearchParams(isOnList ? params : undefined);
    // Shows the day's matches instead of a team's.
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
