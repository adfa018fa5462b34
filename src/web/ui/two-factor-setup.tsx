import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/sharing.ts';
import { byField, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { CODE_LENGTH, CODE_REFUSALS, CodeField } from './code-field.tsx';
import { FormAlert } from './form.tsx';
import { QrCode } from './qr-code.tsx';

/** A secret awaiting the app's first code: in base32, and as otpauth://totp/... */
export interface GeneratedSecret {
  secret: string;
  uri: string;
}

interface ScanFormProps {
  drawn: GeneratedSecret;
  /** Submits the app's first code; throws the refusal. */
  onCode: (code: string) => Promise<void>;
}

/** Passes the secret to the app, as a QR code, a link or text, and takes the app's first code. */
export function ScanForm({ drawn, onCode }: ScanFormProps) {
  const t = useTranslations('two_factor');
  const [code, setCode] = useState('');
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => (code.length === CODE_LENGTH ? {} : { code: t('code_required') }),
    send: async () => {
      await onCode(code);
      return LEAVING;
    },
    refused: byField(CODE_REFUSALS),
  });

  return (
    <form {...form} className="grid gap-4">
      <FormAlert message={problems.form} />
      <div className="mx-auto w-[208px] overflow-hidden rounded-control">
        <QrCode text={drawn.uri} label={t('qr')} />
      </div>
      <SecretKey drawn={drawn} />
      <CodeField
        label={t('code')}
        value={code}
        error={problems.code}
        onChange={(typed) => {
          setCode(typed);
          forgive('code');
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('turn_on')}
      </Button>
    </form>
  );
}

/** For users who cannot scan: a link to the app on this device, or the text to type. */
function SecretKey({ drawn: { secret, uri } }: { drawn: GeneratedSecret }) {
  const t = useTranslations('two_factor');
  return (
    <div className="grid gap-2 text-[13px]">
      <Button look="quiet" size="s" className="justify-self-center md:hidden" asChild>
        <a href={uri}>{t('open_app')}</a>
      </Button>
      <p className="text-center text-muted">{t('secret')}</p>
      <p className="text-center text-[15px] font-[600] tracking-[0.04em] text-balance tabular-nums">{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Button look="plain" size="s" className="justify-self-center" onClick={() => void copyText(secret)}>
        {t('copy_secret')}
      </Button>
    </div>
  );
}

/** Whether the codes were saved; `close` works only then, and otherwise says why not. */
export function useCodesSaved(onClose: () => void) {
  const [isSaved, setSaved] = useState(false);
  const [isReminded, setReminded] = useState(false);
  return { isSaved, isReminded, setSaved, close: () => (isSaved ? onClose() : setReminded(true)) };
}

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The account they open, named in the file. */
  account: string;
  saved: ReturnType<typeof useCodesSaved>;
}

/** The recovery codes for a lost phone. They are never shown again, so the dialog stays until the user confirms that they are saved. */
export function RecoveryCodes({ codes, account, saved }: RecoveryCodesProps) {
  const t = useTranslations('two_factor');
  const text = codes.join('\n');
  const file = `${t('file_lead', { account })}\n\n${text}\n`;
  return (
    <div className="grid gap-3.5">
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control border border-line bg-bg px-4 py-3.5 text-[16px] font-[600] tracking-[0.04em] tabular-nums">
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-2">
        <Button look="quiet" onClick={() => void copyText(text)}>
          <Copy size={16} aria-hidden />
          {t('copy')}
        </Button>
        <Button look="quiet" asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`} download="matchpoint-recovery-codes.txt">
            <Download size={16} aria-hidden />
            {t('download')}
          </a>
        </Button>
      </div>
      <Checkbox
        label={t('kept')}
        checked={saved.isSaved}
        onChange={saved.setSaved}
        error={saved.isReminded && !saved.isSaved ? t('keep_first') : null}
      />
      <Button wide onClick={saved.close}>
        {t('done')}
      </Button>
    </div>
  );
}
