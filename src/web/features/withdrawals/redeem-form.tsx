import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Redeemable } from '#contract/withdrawals.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { writeUsdt } from '#texts/write.ts';
import { unsureText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { OutboxHint, ResendButton } from '#web/ui/code-delivery.tsx';
import { CodeField } from '#web/ui/code-field.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { type RedeemDraft, useRedeem } from './use-redeem.ts';

/** The points, the wallet, and the code that proves the user's identity, all submitted together. */
export function RedeemForm({ facts, initialPoints }: { facts: Redeemable; initialPoints: number }) {
  const t = useTranslations('redeem');
  const locale = useLocale();
  const form = useRedeem(facts, initialPoints, ({ usdt }) => toast('success', t('requested', { usdt: writeUsdt(locale, usdt) })));
  const element = useRef<HTMLFormElement>(null);
  const { points } = form;
  const label = () => {
    if (form.isAsking) return t('submitting');
    if (form.unsure) return t('submit_again', { points });
    return points > 0 ? t('submit', { points, usdt: writeUsdt(locale, usdtOf(points)) }) : t('submit_any');
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    // Errors are rendered with the next frame.
    if (!form.submit()) requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid max-w-[520px] gap-4">
      <PointsField facts={facts} form={form} />
      <Destination wallet={facts.wallet} />
      <Proof facts={facts} form={form} />
      <FormAlert message={form.unsure ? unsureText(form.unsure, t('unsure')) : form.refusal} />
      <Button type="submit" wide size="l" busy={form.isAsking} className="h-auto! min-h-12 whitespace-normal!">
        {label()}
      </Button>
      <p className="text-center text-[12.5px] text-pretty text-muted">{t('reviewed')}</p>
    </form>
  );
}

/** Shows the whole wallet address, so that a wrong one can be noticed in time. */
function Destination({ wallet }: Pick<Redeemable, 'wallet'>) {
  const t = useTranslations('redeem');
  if (wallet === null) return null;
  return (
    <div className="grid gap-1.5">
      <p className="flex items-baseline justify-between gap-3 text-[12.5px] text-muted">
        <span className="font-[550]">{t('wallet')}</span>
        <Link to="/settings/profile" className="thumb -my-2 inline-grid place-items-center font-semibold hover:text-text">
          {t('change_wallet')}
        </Link>
      </p>
      <p className="num text-[14px] wrap-anywhere">{wallet.address}</p>
    </div>
  );
}

/** Shows where the code is sent, and its field. */
function Proof({ facts: { contacts }, form }: { facts: Redeemable; form: RedeemDraft }) {
  const t = useTranslations('redeem');
  const { sent, channel } = form;
  const masked = contacts.find((contact) => contact.channel === channel)?.masked ?? '';
  return (
    <div className="grid gap-3">
      {contacts.length > 1 && (
        <Segmented
          label={t('code_by')}
          value={channel}
          options={contacts.map(({ channel: value }) => ({ value, label: t(`channel.${value}`) }))}
          onChange={form.choose}
          className="w-fit"
        />
      )}
      <CodeField
        label={t('code')}
        value={form.code}
        onChange={form.typeCode}
        error={form.codeRefusal ?? form.sendRefusal ?? (form.codeFault && t(`fault.${form.codeFault}`, NO_NUMBERS))}
        hint={
          <>
            <p aria-live="polite">
              {sent === null
                ? t(`code_goes.${channel}`, { to: masked })
                : t(`code_sent.${channel}`, { to: sent.sent_to, minutes: Math.floor(sent.expires_seconds / 60) })}
            </p>
            {sent !== null && <OutboxHint />}
          </>
        }
      />
      {sent === null ? (
        <Button look="quiet" size="s" className="justify-self-start" busy={form.isSending} onClick={form.sendCode}>
          {t('send_code')}
        </Button>
      ) : (
        <div className="justify-self-start">
          <ResendButton sentAt={sent.sentAt} waitSeconds={sent.resend_seconds} onResend={form.sendCode} busy={form.isSending} />
        </div>
      )}
    </div>
  );
}

/** Messages about codes need no numbers. */
const NO_NUMBERS = { step: 0, min: 0, max: 0 };

/** Field for points, with buttons for steps and for the maximum; shows their value in USDT. */
function PointsField({ facts, form }: { facts: Redeemable; form: RedeemDraft }) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  const locale = useLocale();
  const [isTyping, setTyping] = useState(false);
  const { digits, points, pointsFault, pointsRefusal } = form;
  const { step, min, max } = facts;
  const error = pointsRefusal ?? (pointsFault && t(`fault.${pointsFault}`, { step, min, max }));
  const stepped = (by: number) => Math.min(max, Math.max(min, Math.floor(points / step) * step + by));
  const chip = (label: string, name: string, value: number) => (
    <button
      type="button"
      aria-label={name}
      disabled={value === points}
      onClick={() => form.type(String(value))}
      className="thumb h-[42px] rounded-control border border-line px-[11px] font-semibold text-muted transition-colors enabled:hover:border-accent enabled:hover:text-text disabled:opacity-60 pointer-coarse:h-11"
    >
      {label}
    </button>
  );
  return (
    <div className="num grid gap-2">
      <TextField
        label={t('points')}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder={t('points_range', { min, max })}
        // While it has the focus, it shows plain digits.
        value={isTyping || digits === '' ? digits : format.number(points)}
        error={error}
        onChange={(event) => form.type(event.target.value)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        trailing={
          <span className="pr-3 font-[620] whitespace-nowrap" aria-live="polite">
            {t('usdt', { usdt: writeUsdt(locale, usdtOf(points)) })}
          </span>
        }
      />
      <div className="flex flex-wrap gap-2">
        {chip(`+${format.number(step)}`, t('step_up', { step }), stepped(step))}
        {chip(`−${format.number(step)}`, t('step_down', { step }), stepped(-step))}
        {chip(t('max'), t('max_label', { max }), max)}
      </div>
    </div>
  );
}
