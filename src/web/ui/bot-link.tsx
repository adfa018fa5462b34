import { useTranslations } from 'use-intl';
import { useTicking } from '#web/lib/clock.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from './button.tsx';
import { FormAlert } from './form.tsx';
import { QrCode } from './qr-code.tsx';

/** What a person sends to our Telegram bot, as a link and as a command. */
export interface BotToken {
  url: string;
  command: string;
  /** The name of the bot, without @. */
  bot: string;
  expires_at: string;
}

/** Requests another link once one has expired. */
export interface LinkRenewal {
  renew: () => void;
  isPending: boolean;
  problem: string | null;
}

/** Offers a link, a QR code and a command for our bot until they expire, and then another link. Load it lazily. */
export function BotLink({ token, renewal }: { token: BotToken; renewal: LinkRenewal }) {
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
