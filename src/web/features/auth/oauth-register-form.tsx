import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { timeZone } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { Agreements, useAgeMin } from './agreements.tsx';
import { InviteField } from './invite-field.tsx';
import { inviteFields } from './invite-fields.ts';
import { keptInvite } from './invite-link.ts';
import { isAbout, refusalProblems } from './refusal-problems.ts';
import { signUpWithOAuth } from './sign-in.ts';
import { agreementProblems, type SignUpDraft } from './sign-up-draft.ts';
import { useProblems } from './use-problems.ts';

type Draft = Pick<SignUpDraft, 'display_name' | 'invite_code' | 'agree' | 'adult'>;

interface OAuthRegisterFormProps {
  /** What the provider calls them. */
  name: string;
  onDone: () => void;
  /** It took too long: the provider has to be asked again. */
  onOver: () => void;
}

/** What an account needs beside the account elsewhere: no address, no password, and no captcha, as the provider knows them. */
export function OAuthRegisterForm({ name, onDone, onOver }: OAuthRegisterFormProps) {
  const t = useTranslations('auth');
  const age = useAgeMin();
  const [draft, setDraft] = useState<Draft>(() => ({
    display_name: name,
    invite_code: keptInvite(new Date()) ?? '',
    agree: false,
    adult: false,
  }));
  const { problems, form, show, forgive } = useProblems();
  const [isBusy, setBusy] = useState(false);

  function change<F extends keyof Draft>(field: F, value: Draft[F]) {
    setDraft((before) => ({ ...before, [field]: value }));
    forgive(field);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = agreementProblems(draft, t, age);
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      // A name that was cleared is sent so: left out, it would be the provider's.
      const { invite_code, ...rest } = draft;
      const invite = inviteFields(invite_code, new Date());
      await signUpWithOAuth({ ...rest, ...invite, display_name: draft.display_name.trim(), time_zone: timeZone() });
      onDone();
    } catch (error) {
      if (isAbout(error, 'oauth_incomplete')) return onOver();
      setBusy(false);
      show(refusalProblems(error, 'registration_failed'));
    }
  }

  const text = (field: 'display_name' | 'invite_code') => ({
    name: field,
    label: t(field),
    value: draft[field],
    error: problems[field] ?? null,
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problems.form ?? null} />
      <TextField {...text('display_name')} autoComplete="nickname" maxLength={40} />
      <InviteField {...text('invite_code')} />
      <Agreements draft={draft} problems={problems} onChange={change} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_up_submit')}
      </Button>
    </form>
  );
}
