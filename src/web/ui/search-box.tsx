import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { useHotkey } from '#web/lib/use-hotkey.ts';

const TYPING_MS = 250;
const LENGTH_MAX = 80;

/** Narrows the match list to a team or league: what is typed becomes its `?q=`. The key "/" leads here. */
export function SearchBox({ className }: { className?: string }) {
  const t = useTranslations('shell');
  const input = useRef<HTMLInputElement>(null);
  const { typed, type } = useTypedQuery();
  useHotkey('/', () => input.current?.focus());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that the phone's search key puts the keyboard away.
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        input.current?.blur();
      }}
      className={classNames(
        'flex h-9 items-center gap-2 rounded-[9px] border border-line px-3 text-faint focus-within:border-line-strong focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent',
        className,
      )}
    >
      <Search size={15} aria-hidden className="flex-none md:hidden" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={LENGTH_MAX}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          type('');
          input.current?.blur();
        }}
        className="min-w-0 flex-1 bg-transparent text-[16px] text-text outline-none placeholder:text-faint md:text-[14px]"
      />
      {typed === '' ? (
        <kbd aria-hidden className="rounded-[4px] border border-line px-[5px] text-[11px] font-medium max-md:hidden">
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label={t('clear_search')}
          onClick={() => type('')}
          className="-mr-1.5 grid size-7 place-items-center hover:text-text"
        >
          <X size={15} aria-hidden />
        </button>
      )}
    </form>
  );
}

/** What is typed shows at once; the URL follows when the typing pauses, and is followed when it changes elsewhere. */
function useTypedQuery() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isOnList = pathname === '/matches';
  const inUrl = isOnList ? (params.get('q') ?? '') : '';
  const [typed, setTyped] = useState(inUrl);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => setTyped(inUrl), [inUrl]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = new URLSearchParams(isOnList ? params : undefined);
      if (text.trim() === '') next.delete('q');
      else next.set('q', text.trim());
      void navigate({ pathname: '/matches', search: next.toString() }, { replace: isOnList });
    }, TYPING_MS);
  }
  return { typed, type };
}
