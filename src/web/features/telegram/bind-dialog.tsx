import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useTranslations } from 'use-intl';
import { usePollingInterval } from '#web/data/live.ts';
import { overviewQuery } from '#web/data/queries.tsx';
import { useTicking } from '#web/lib/clock.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import type { BindToken } from './api.ts';

interface BindDialogProps {
  token: BindToken;
  /** Whether the bot has bound the chat. */
  isBound: boolean;
  /** Requests another link once this one has expired. */
  renewal: { renew: () => void; isPending: boolean; problem: string | null };
  onClose: () => void;
}

/** Milliseconds; short, because users return from Telegram to this dialog. */
const ASK_AGAIN_MS = 3_000;

/** Offers a link, a QR code and a command for our bot; shows success as soon as the bot has bound the chat. */
export function BindDialog({ token, isBound, renewal, onClose }: BindDialogProps) {
  const t = useTranslations('telegram_bind');
  // The socket pushes the change; without one, it is polled.
  const isPolling = usePollingInterval() !== false;
  useQuery({ ...overviewQuery, refetchOnMount: false, refetchInterval: isPolling && !isBound && ASK_AGAIN_MS });
  if (isBound) {
    return (
      <Dialog open onClose={onClose} title={t('done_title')}>
        <p role="status" className="mb-4 flex gap-2.5 text-[14px]">
          <Check size={20} aria-hidden className="flex-none text-good" />
          {t('done_lead')}
        </p>
        <Button wide onClick={onClose}>
          {t('done')}
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t('title')} lead={t('lead', { bot: `@${token.bot}` })}>
      <Ways token={token} renewal={renewal} />
    </Dialog>
  );
}

function Ways({ token, renewal }: Pick<BindDialogProps, 'token' | 'renewal'>) {
  const t = useTranslations('telegram_bind');
  // Rounded down: the server's clock is known to the second only, and 10:01 should not be shown.
  const secondsLeft = useTicking(1_000, (now) => Math.max(0, Math.floor((Date.parse(token.expires_at) - now.getTime()) / 1_000)));
  if (secondsLeft === 0) {
    return (
      <div className="grid gap-3">
        <p role="status" className="text-[14px]">
          {t('expired')}
        </p>
        <FormAlert message={renewal.problem} />
        <Button wide busy={renewal.isPending} onClick={renewal.renew}>
          {t('new_link')}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <Button wide asChild>
        <a href={token.url} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </a>
      </Button>
      {/* Not on phones, which cannot scan their own screen. */}
      <div className="grid justify-items-center gap-2 max-md:hidden">
        <div className="w-[196px] overflow-hidden rounded-control">
          <QrCode text={token.url} label={t('qr')} />
        </div>
        <p className="text-center text-[13px] text-muted">{t('scan')}</p>
      </div>
      <div className="grid gap-2 text-[13px]">
        <p className="text-muted">{t('command_hint', { bot: `@${token.bot}` })}</p>
        <code className="rounded-control border border-line bg-raised px-3 py-2 font-sans text-[14px] font-[560] break-all">
          {token.command}
        </code>
        <Button look="quiet" size="s" className="justify-self-start" onClick={() => void copyText(token.command)}>
          {t('copy')}
        </Button>
      </div>
      <p className="text-[13px] text-muted">{t('waiting', { time: clockOf(secondsLeft) })}</p>
    </div>
  );
}

/** "9:59" */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
