import Check from 'lucide-react/icons/check';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  /** The element to focus after closing; null focuses the button. */
  focusAfter?: () => HTMLElement | null;
}

/** A short menu below a button; loaded on the first press, so it starts open (see `MenuButton`). */
export function Menu({ trigger, children, focusAfter }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={10}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            const element = focusAfter?.();
            if (!element) return;
            event.preventDefault();
            element.focus();
          }}
          className="z-30 min-w-[200px] animate-fade-in rounded-card border border-line bg-surface p-1.5"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const ITEM =
  'flex h-9 items-center gap-2.5 rounded-[8px] px-2.5 font-[530] text-text outline-none data-[highlighted]:bg-raised data-[highlighted]:outline-2 data-[highlighted]:outline-offset-[-2px] data-[highlighted]:outline-line-strong';

/** One entry; `asChild` makes it a link. */
export function MenuItem({ onSelect, asChild, children }: { onSelect?: () => void; asChild?: boolean; children: ReactNode }) {
  return (
    <Radix.Item {...(onSelect && { onSelect })} {...(asChild && { asChild })} className={ITEM}>
      {children}
    </Radix.Item>
  );
}

interface MenuChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode; lang?: string }[];
  onChange: (value: V) => void;
}

/** One of several options; the chosen one is ticked. */
export function MenuChoice<V extends string>({ label, value, options, onChange }: MenuChoiceProps<V>) {
  return (
    <>
      <Radix.Label className="px-2.5 pt-1.5 pb-1 text-[12px] font-semibold text-faint">{label}</Radix.Label>
      <Radix.RadioGroup aria-label={label} value={value} onValueChange={(chosen) => onChange(chosen as V)}>
        {options.map((option) => (
          <Radix.RadioItem key={option.value} value={option.value} lang={option.lang} className={ITEM}>
            {option.label}
            <Radix.ItemIndicator className="ml-auto text-accent">
              <Check size={16} aria-hidden />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  );
}

/** A line between groups. */
export const MenuLine = () => <Radix.Separator className="mx-2.5 my-1.5 h-px bg-line" />;
