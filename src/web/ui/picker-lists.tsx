import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';

interface Chosen {
  key: string;
  name: string;
  onRemove: () => void;
  removeLabel: string;
}

/** What was chosen, each with a button that removes it; nothing without any. */
export function ChosenList({ chosen }: { chosen: readonly Chosen[] }) {
  if (chosen.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {chosen.map(({ key, name, onRemove, removeLabel }) => (
        <li
          key={key}
          className="flex max-w-full items-center gap-1 rounded-chip border border-accent bg-accent-soft pl-3 text-[13.5px] font-[550]"
        >
          <span className="truncate">{name}</span>
          <button
            type="button"
            aria-label={removeLabel}
            onClick={onRemove}
            className="thumb grid size-8 flex-none place-items-center text-muted hover:text-text"
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Found {
  key: string;
  name: string;
  /** What kind of thing it is, where that has to be said. */
  note?: string;
  isChosen: boolean;
  onChoose: () => void;
}

interface FoundListProps {
  label: string;
  /** Shown if nothing was found. */
  none: string;
  found: readonly Found[];
}

/** What a search found, to choose from. */
export function FoundList({ label, none, found }: FoundListProps) {
  return (
    <ul aria-label={label} className="grid max-h-[280px] overflow-y-auto rounded-control border border-line">
      {found.length === 0 && <li className="px-3 py-2.5 text-[13.5px] text-muted">{none}</li>}
      {found.map(({ key, name, note, isChosen, onChoose }) => (
        <li key={key} className="border-t border-line first:border-t-0">
          <button
            type="button"
            disabled={isChosen}
            onClick={onChoose}
            className="flex min-h-11 w-full items-center gap-2 px-3 text-left text-[14px] hover:bg-raised disabled:text-faint"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {note !== undefined && <span className="flex-none text-[12.5px] text-muted">{note}</span>}
            <Plus size={15} aria-hidden className="flex-none text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
