import CircleCheck from 'lucide-react/icons/circle-check';
import CircleExclamationPoint from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { Toast as Radix } from 'radix-ui';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { dismissToast, type ToastType, useToasts } from '#web/data/toasts.ts';

const LOOKS: Record<ToastType, { Icon: typeof Info; colour: string }> = {
  info: { Icon: Info, colour: 'text-home' },
  success: { Icon: CircleCheck, colour: 'text-good' },
  error: { Icon: CircleExclamationPoint, colour: 'text-bad' },
};

/**
 * The top layer of toasts: above dialogs too, which cannot intercept their clicks. A toast stays while hovered or focused. Informative ones
 * are announced after the current sentence, errors at once (Radix's "foreground").
 */
export function Toaster() {
  const t = useTranslations('shell');
  const toasts = useToasts((state) => state.toasts);
  return (
    <Radix.Provider label={t('notifications')} swipeDirection="up">
      {toasts.map(({ id, type, message, timeout, link }) => {
        const { Icon, colour } = LOOKS[type];
        return (
          <Radix.Root
            key={id}
            type={type === 'error' ? 'foreground' : 'background'}
            duration={timeout}
            onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
            // Set here, as Radix disables clicks on a toast that was there before the dialog.
            style={{ pointerEvents: 'auto' }}
            className="flex animate-dialog-in items-start gap-2.5 rounded-control border border-line-strong bg-raised py-3 pr-2 pl-3.5"
          >
            <Icon size={18} aria-hidden className={`mt-px flex-none ${colour}`} />
            <Radix.Description className="min-w-0 flex-1 text-[14px] font-[530] wrap-anywhere">{message}</Radix.Description>
            {link && (
              <Radix.Action asChild altText={link.label}>
                <Link
                  to={link.to}
                  className="thumb flex-none rounded-tag px-1 text-[14px] leading-6 font-[620] text-accent underline-offset-2 hover:underline"
                >
                  {link.label}
                </Link>
              </Radix.Action>
            )}
            <Radix.Close
              aria-label={t('dismiss')}
              className="grid size-6 flex-none place-items-center rounded-tag text-muted hover:text-text"
            >
              <X size={15} aria-hidden />
            </Radix.Close>
          </Radix.Root>
        );
      })}
      <Radix.Viewport className="fixed inset-x-3 top-3 z-[60] mx-auto grid max-w-[420px] grid-cols-1 gap-2 outline-none md:top-[72px]" />
    </Radix.Provider>
  );
}
