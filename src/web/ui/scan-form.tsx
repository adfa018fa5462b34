import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { Button } from './button.tsx';
import { CODE_LENGTH, CodeField } from './code-field.tsx';
import { FormAlert } from './form-alert.tsx';
import { QrCode } from './qr-code.tsx';

/** A secret that waits for the app's first code: in base32, and as otpauth://totp/... */
export interface GeneratedSecret {
  secret: string;
  uri: string;
}

interface ScanFormProps {
  drawn: GeneratedSecret;
  /** Tries the app's first code; throws what it was refused with. */
  onCode: (code: string) => Promise<void>;
}

/** Hands the secret over to the app, as a picture, a link or letters, and takes the first code that the app shows. */
export function ScanForm({ drawn, onCode }: ScanFormProps) {
  const t = useTranslations('two_factor');
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function refuse(words: string) {
    setCodeProblem(words);
    field.current?.focus();
    field.current?.select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    if (code.length !== CODE_LENGTH) return refuse(t('code_required'));
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'invalid_totp') refuse(errorText(error));
      else setProblem(errorText(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormAlert message={problem} />
      <div className="mx-auto w-[208px] overflow-hidden rounded-control">
        <QrCode text={drawn.uri} label={t('qr')} />
      </div>
      <SecretKey drawn={drawn} />
      <CodeField
        label={t('code')}
        value={code}
        error={codeProblem}
        ref={field}
        onChange={(typed) => {
          setCode(typed);
          setCodeProblem(null);
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('turn_on')}
      </Button>
    </form>
  );
}

/** For who cannot scan: the app on this very device, or the letters to type. */
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
