import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField, FormAlert } from '#web/ui/form.tsx';

interface AddressFormProps {
  /** The address as it is now. */
  present: string;
  /** What stands in the field first: a slip of the pen is corrected where it is. */
  initial: string;
  /** Sends a code to the other address; throws what it was refused with. */
  onAddress: (email: string) => Promise<void>;
  onBack: () => void;
}

const ABOUT_ADDRESS = ['email_taken', 'invalid_email', 'disposable_email'];

/** Another address, to which a code goes first. */
export function AddressForm({ present, initial, onAddress, onBack }: AddressFormProps) {
  const t = useTranslations('security');
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(initial);
  const [emailProblem, setEmailProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function refuse(words: string) {
    setEmailProblem(words);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = email.trim();
    setProblem(null);
    if (typed === '') return refuse(t('email_required'));
    if (typed.toLowerCase() === present.toLowerCase()) return refuse(t('email_same'));
    setBusy(true);
    try {
      await onAddress(typed);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && ABOUT_ADDRESS.includes(error.code ?? '')) refuse(errorText(error));
      else setProblem(errorText(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      <EmailField
        label={t('new_address')}
        autoComplete="email"
        value={email}
        error={emailProblem}
        ref={field}
        onChange={(event) => {
          setEmail(event.target.value);
          setEmailProblem(null);
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('send_code')}
      </Button>
      <Button look="plain" wide onClick={onBack}>
        {t('cancel')}
      </Button>
    </form>
  );
}
