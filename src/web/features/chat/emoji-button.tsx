import FaceSlightlySmiling from 'lucide-react/icons/face-slightly-smiling';
import { Popover } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';

/** Faces, and emoji about matches, drawn with the system's font. */
const EMOJI = [
  ...['😀', '😂', '🤣', '😅', '😍', '🥳', '😎', '🤩'],
  ...['🤔', '😬', '😱', '😭', '😡', '🤯', '🥶', '🙄'],
  ...['👏', '👍', '👎', '🙌', '🙏', '💪', '🤝', '✌️'],
  ...['🔥', '❤️', '💔', '💯', '⭐', '🎉', '🏆', '🥇'],
  ...['⚽', '🏀', '🎾', '🎮', '🥅', '🟨', '🟥', '🚩'],
];
const COLUMNS = 8;
const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS };

/** Opens a small table of emoji, which arrow keys navigate. */
export function EmojiButton({ onChoose, onClosed }: { onChoose: (emoji: string) => void; onClosed: () => void }) {
  const t = useTranslations('chat');
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t('emoji')}
        className="thumb grid size-9 flex-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <FaceSlightlySmiling size={19} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={t('emoji_list')}
          onKeyDown={move}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="z-30 grid animate-fade-in grid-cols-8 rounded-card border border-line bg-surface p-1.5"
        >
          {EMOJI.map((emoji) => (
            <Popover.Close
              key={emoji}
              onClick={() => onChoose(emoji)}
              className="grid size-9 place-items-center rounded-control text-[20px] hover:bg-raised focus-visible:outline-offset-[-2px] pointer-coarse:size-[41px]"
            >
              {emoji}
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function move(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  event.preventDefault();
  buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]?.focus();
}
