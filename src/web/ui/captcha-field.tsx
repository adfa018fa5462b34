import { LoaderCircle, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Captcha } from '#web/data/use-captcha-by.ts';

interface CaptchaFieldProps {
  captcha: Captcha;
  /** What the server said of the last one. */
  error?: string | null;
}

/** How far the check is that somebody is human: one quiet line, that asks for nothing unless it failed. */
export function CaptchaField({ captcha: { state, hasExpired, problem, renew }, error }: CaptchaFieldProps) {
  const t = useTranslations('auth');
  const wrong = problem ?? error ?? null;
  const words = hasExpired ? 'captcha_expired' : (`captcha_${state === 'idle' ? 'ready' : state}` as const);
  return (
    <div className="grid gap-1">
      <div className="flex min-h-6 items-center gap-2 text-[12.5px] text-muted">
        <CaptchaIcon state={state} />
        <span role="status">{t(words)}</span>
        {state === 'failed' && (
          <button type="button" onClick={renew} className="thumb ml-auto font-[620] text-accent hover:underline">
            {t('captcha_retry')}
          </button>
        )}
      </div>
      {wrong && (
        <p role="alert" className="text-[12.5px] text-bad">
          {wrong}
        </p>
      )}
    </div>
  );
}

function CaptchaIcon({ state }: Pick<Captcha, 'state'>) {
  if (state === 'failed') return <ShieldAlert size={15} aria-hidden className="flex-none text-bad" />;
  if (state === 'solving') return <LoaderCircle size={15} aria-hidden className="flex-none animate-spin motion-reduce:animate-none" />;
  return <ShieldCheck size={15} aria-hidden className="flex-none text-good" />;
}
