import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence below the title. */
  lead?: ReactNode;
  children: ReactNode;
  width?: 'm' | 'l';
  /** Focuses nothing in it at first: for content to read before filling it in. */
  isCalm?: boolean;
  /** The element to focus after closing; null focuses the one from before opening. */
  focusAfter?: () => HTMLElement | null;
}

/**
 * A modal task: centred on the desktop, a sheet from the bottom on the phone. Radix traps the focus and closes on Escape; the page does not
 * scroll while any dialog is open.
 */
export function Dialog({ open, onClose, title, lead, children, width = 'm', isCalm = false, focusAfter }: DialogProps) {
  const t = useTranslations('common');
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            if (!isCalm) return;
            event.preventDefault();
            (event.currentTarget as HTMLElement | null)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            const element = focusAfter?.();
            if (!element) return;
            event.preventDefault();
            element.focus();
          }}
          {...(lead ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] animate-sheet-in overflow-y-auto overscroll-contain rounded-t-[20px] border-t border-line bg-surface px-4 pt-2.5 pb-[max(22px,env(safe-area-inset-bottom))] outline-none',
            'md:inset-0 md:m-auto md:h-fit md:max-h-[calc(100dvh-48px)] md:animate-dialog-in md:rounded-card md:border md:p-6',
            width === 'm' ? 'md:w-[430px]' : 'md:w-[640px]',
          )}
        >
          <div aria-hidden className="mx-auto mb-3 h-1 w-[38px] rounded-sm bg-line-strong md:hidden" />
          <div className="mb-4 grid gap-0.5 pr-10">
            <Radix.Title className="text-[17px] leading-snug font-[680] md:text-[19px]">{title}</Radix.Title>
            {lead && <Radix.Description className="text-[13px] text-muted">{lead}</Radix.Description>}
          </div>
          {children}
          {/* Last, so that the dialog's own content gets the focus first. */}
          <div className="absolute top-4 right-3 md:top-5 md:right-4">
            <Radix.Close
              aria-label={t('close')}
              className="thumb grid size-9 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
            >
              <X size={18} aria-hidden />
            </Radix.Close>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Covers the page and locks its scrolling. Radix has such an overlay, which adds a stylesheet: the browser then computes the styles of the
 * whole page again, twice as long as opening the dialog itself takes on a phone.
 */
function Scrim() {
  useLayoutEffect(() => {
    countLocks(1);
    return () => countLocks(-1);
  }, []);
  // As high as the content: of two dialogs, the later one covers the other completely.
  return <div aria-hidden className="fixed inset-0 z-50 touch-none animate-fade-in bg-scrim" />;
}

/** The number of open overlays, also counted by Radix's menus. */
const LOCKS = 'data-scroll-locked';

function countLocks(change: 1 | -1): void {
  const before = Number(document.body.getAttribute(LOCKS) ?? 0);
  const locks = before + change;
  // As wide as the scrollbar that goes, so that nothing moves sideways.
  if (before === 0) document.body.style.paddingRight = `${window.innerWidth - document.documentElement.clientWidth}px`;
  if (locks === 0) document.body.style.paddingRight = '';
  if (locks > 0) document.body.setAttribute(LOCKS, String(locks));
  else document.body.removeAttribute(LOCKS);
  document.body.toggleAttribute('data-scrim', locks > 0);
  document.body.style.overflow = locks > 0 ? 'hidden' : '';
}
