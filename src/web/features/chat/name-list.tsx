import { useTranslations } from 'use-intl';
import { Avatar } from '#web/ui/avatar.tsx';
import type { Names } from './use-names.ts';

/** Who may be meant by what is typed after an @. The field keeps the focus, and says which one is chosen. */
export function NameList({ names: { listId, offered, active, choose } }: { names: Names }) {
  const t = useTranslations('chat');
  if (offered.length === 0) return null;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={t('names')}
      className="absolute inset-x-0 bottom-full z-10 mb-1.5 rounded-card border border-line bg-surface p-1.5"
    >
      {offered.map((author, index) => (
        <div
          key={author.handle}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Before the field loses the focus to it.
          onPointerDown={(event) => {
            event.preventDefault();
            choose(author);
          }}
          className="flex h-9 min-w-0 cursor-pointer items-center gap-2.5 rounded-[8px] px-2.5 hover:bg-raised aria-selected:bg-raised aria-selected:outline-2 aria-selected:outline-offset-[-2px] aria-selected:outline-line-strong pointer-coarse:h-11"
        >
          <Avatar handle={author.handle} size={22} />
          <bdi className="min-w-0 truncate font-[600]">{author.name}</bdi>
          <span className="min-w-0 truncate text-[12.5px] text-muted">@{author.handle}</span>
        </div>
      ))}
    </div>
  );
}
