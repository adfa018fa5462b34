import { useCombobox } from 'downshift';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { folded } from '#domain/chat/folding.ts';
import { classNames } from '#web/lib/class-names.ts';
import { TextField } from './form.tsx';

export interface ComboOption {
  value: string;
  label: string;
  /** Shown at the end of its line, and searched like the label. */
  note?: string;
  /** Further searchable words. */
  words?: string;
}

interface ComboFieldProps {
  label: string;
  /** The present choice; it need not be among the options yet. */
  chosen: ComboOption | null;
  options: readonly ComboOption[];
  onChoose: (value: string) => void;
  /** The field was focused: expensive options are needed now. */
  onEnter?: () => void;
  error?: string | null;
  hint?: ReactNode;
  className?: string;
}

/**
 * A choice among very many options, found by typing part of the name, ignoring case and accents. Typed text without a choice is dropped.
 */
export function ComboField({ label, chosen, options, onChoose, onEnter, error, hint, className }: ComboFieldProps) {
  const t = useTranslations('settings');
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = useFound(options, useDeferredValue(typed ?? ''));
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, getToggleButtonProps } = useCombobox<ComboOption>({
    items: found,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    selectedItem: chosen,
    inputValue: typed ?? chosen?.label ?? '',
    defaultHighlightedIndex: 0,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem.value),
    onIsOpenChange: (state) => !state.isOpen && setTyped(null),
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputClick, InputKeyDownEscape } = useCombobox.stateChangeTypes;
      // Clicking into typed text keeps the list open.
      if (type === InputClick) return { ...changes, isOpen: true };
      // Leaving the field chooses nothing and removes nothing.
      return type === InputBlur || type === InputKeyDownEscape ? { ...state, isOpen: false, highlightedIndex: -1 } : changes;
    },
  });
  const {
    id: _,
    'aria-labelledby': __,
    ...inputProps
  } = getInputProps({
    ref: input,
    onChange: (event) => setTyped(event.currentTarget.value),
    onFocus: () => onEnter?.(),
    // Further typing replaces the text.
    onClick: () => typed === null && input.current?.select(),
  });

  return (
    <div className={classNames('relative', className)}>
      <TextField
        {...inputProps}
        label={label}
        error={error ?? null}
        hint={hint}
        spellCheck={false}
        autoCapitalize="none"
        trailing={
          <button
            {...getToggleButtonProps({ type: 'button', 'aria-label': label })}
            className="grid h-full w-9 flex-none place-items-center text-muted"
          >
            <ChevronDown size={16} aria-hidden />
          </button>
        }
      />
      <ul
        {...getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
        className={classNames(
          'absolute inset-x-0 top-[66px] z-30 max-h-[280px] overflow-y-auto overscroll-contain rounded-control border border-line-strong bg-surface p-1.5 outline-none',
          !isOpen && 'hidden',
        )}
      >
        {isOpen &&
          found.map((option, index) => (
            <li
              key={option.value}
              {...getItemProps({ item: option, index })}
              className={classNames(
                'flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-[8px] px-2.5 py-1 aria-selected:font-[620] pointer-coarse:min-h-11',
                index === highlightedIndex && 'bg-raised',
              )}
            >
              <span className="min-w-0 wrap-anywhere">{option.label}</span>
              {option.note && <span className="min-w-0 text-[12.5px] text-muted">{option.note}</span>}
            </li>
          ))}
        {isOpen && found.length === 0 && <li className="px-2.5 py-2 text-muted">{t('nothing_found')}</li>}
      </ul>
    </div>
  );
}

/**
 * Options that contain every typed word: those whose name begins with it come first, then those with a word that begins with it. All
 * options before anything is typed.
 */
function useFound(options: readonly ComboOption[], typed: string): ComboOption[] {
  const known = useMemo(
    () => options.map((option) => ({ option, text: ` ${folded(`${option.label} ${option.note ?? ''} ${option.words ?? ''}`)}` })),
    [options],
  );
  return useMemo(() => {
    const wanted = folded(typed);
    const words = wanted.split(' ');
    const rank = (text: string) => (text.startsWith(` ${wanted}`) ? 0 : words.every((word) => text.includes(` ${word}`)) ? 1 : 2);
    return known
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ option, text }) => ({ option, rank: rank(text) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ option }) => option);
  }, [known, typed]);
}
