import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/queries.tsx';
import { useTicking } from '#web/lib/clock.ts';
import { Button } from './button.tsx';

interface ResendButtonProps {
  /** When the last code was sent, in milliseconds by the server's clock (`nowMs()`); null if none was. */
  sentAt: number | null;
  /** How long after that the next may be requested. */
  waitSeconds: number;
  onResend: () => void;
  busy?: boolean;
  /** The words once it may be requested; by default "Send again". */
  label?: string | undefined;
}

/** Requests another code, and shows how long to wait. It stays focusable meanwhile, so that the focus is not lost. */
export function ResendButton({ sentAt, waitSeconds, onResend, busy = false, label }: ResendButtonProps) {
  const t = useTranslations('auth');
  const secondsLeft = useTicking(1_000, (now) => secondsUntilResend(sentAt, waitSeconds, now.getTime()));
  const isWaiting = busy || secondsLeft > 0;
  return (
    <Button
      look="quiet"
      size="s"
      className="min-w-40 tabular-nums aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:hover:bg-transparent"
      aria-disabled={isWaiting || undefined}
      aria-busy={busy || undefined}
      onClick={() => !isWaiting && onResend()}
    >
      {secondsLeft > 0 ? t('resend_in', { seconds: secondsLeft }) : (label ?? t('resend'))}
    </Button>
  );
}

/** Whole seconds until another code may be requested; 0 if it may be now. A clock set back never makes it longer than the wait itself. */
export const secondsUntilResend = (sentAt: number | null, waitSeconds: number, nowMs: number): number =>
  sentAt === null ? 0 : Math.min(waitSeconds, Math.max(0, Math.ceil(waitSeconds - (nowMs - sentAt) / 1_000)));

/** In the demo, a link to the message that was sent; empty elsewhere. It opens a new tab, so that the form stays. */
export function OutboxHint() {
  const t = useTranslations('outbox');
  if (!useMeta()?.demo) return null;
  const link = (words: ReactNode) => (
    <Link to="/outbox" target="_blank" className="font-[620] text-accent underline">
      {words}
    </Link>
  );
  return <p className="text-[12.5px] text-muted">{t.rich('hint', { link })}</p>;
}
