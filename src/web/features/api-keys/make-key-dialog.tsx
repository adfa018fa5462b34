import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { API_KEY_DAYS, API_KEY_NAME_LENGTH_MAX, type ApiScope } from '#domain/identity/api-key.ts';
import { copyText } from '#web/lib/sharing.ts';
import { byField, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useMakeKey } from './api.ts';

/** Leads from the name and the scopes of a key to the key, which is shown this once. */
export function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('api_keys');
  const [key, setKey] = useState<string | null>(null);
  if (key !== null) return <KeyMade apiKey={key} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('make_title')} lead={t('make_lead')}>
      <KeyForm onMade={setKey} />
    </Dialog>
  );
}

const NEVER = 'never';
const OWN_SCOPES = ['me:read', 'me:tip'] as const satisfies readonly ApiScope[];

function KeyForm({ onMade }: { onMade: (key: string) => void }) {
  const t = useTranslations('api_keys');
  const make = useMakeKey();
  const [name, setName] = useState('');
  const [own, setOwn] = useState<readonly ApiScope[]>(OWN_SCOPES);
  const [days, setDays] = useState(String(API_KEY_DAYS[1]));
  const { form, problems, isBusy, forgive } = useSubmit<'name'>({
    check: () => (name.trim() === '' ? { name: t('name_missing') } : {}),
    send: async () => {
      const expires_days = API_KEY_DAYS.find((one) => String(one) === days) ?? null;
      onMade(await make.mutateAsync({ name: name.trim(), scopes: ['read', ...own], expires_days }));
    },
    refused: byField({}),
  });
  const choose = (scope: ApiScope, isOn: boolean) => setOwn(OWN_SCOPES.filter((one) => (one === scope ? isOn : own.includes(one))));
  const expiries = [
    ...API_KEY_DAYS.map((one) => ({ value: String(one), label: t('expires_in', { days: one }) })),
    { value: NEVER, label: t('expires_never') },
  ];

  return (
    <form {...form} className="grid gap-4">
      <FormAlert message={problems.form} />
      <TextField
        label={t('name')}
        hint={t('name_hint')}
        autoComplete="off"
        maxLength={API_KEY_NAME_LENGTH_MAX}
        value={name}
        error={problems.name}
        onChange={({ target }) => {
          setName(target.value);
          forgive('name');
        }}
      />
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-[12.5px] font-[550] text-muted">{t('allowed')}</legend>
        <p className="text-[13.5px] text-muted">
          {t('scope.read')}. {t('scope_read_hint')}
        </p>
        <Checkbox label={t('scope.me_read')} checked={own.includes('me:read')} onChange={(isOn) => choose('me:read', isOn)} />
        <Checkbox label={t('scope.me_tip')} checked={own.includes('me:tip')} onChange={(isOn) => choose('me:tip', isOn)} />
      </fieldset>
      <SelectField label={t('expires')} value={days} options={expiries} onChange={setDays} />
      <Button type="submit" wide busy={isBusy}>
        {t('submit')}
      </Button>
    </form>
  );
}

/** The key itself. It is never shown again, so the dialog stays until the user confirms that it is saved. */
function KeyMade({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const t = useTranslations('api_keys');
  const [isSaved, setSaved] = useState(false);
  const [isReminded, setReminded] = useState(false);
  const close = () => (isSaved ? onClose() : setReminded(true));
  return (
    <Dialog open isCalm onClose={close} title={t('made_title')} lead={t('made_lead')}>
      <div className="grid gap-3.5">
        <section
          aria-label={t('the_key')}
          className="rounded-control border border-line bg-bg px-4 py-3.5 font-mono text-[14px] leading-relaxed break-all select-all"
        >
          {apiKey}
        </section>
        <p className="text-[13px] text-pretty text-warn">{t('made_warning')}</p>
        <Button look="quiet" onClick={() => void copyText(apiKey)}>
          <Copy size={16} aria-hidden />
          {t('copy')}
        </Button>
        <Checkbox label={t('kept')} checked={isSaved} error={isReminded && !isSaved ? t('keep_first') : null} onChange={setSaved} />
        <Button wide onClick={close}>
          {t('done')}
        </Button>
      </div>
    </Dialog>
  );
}
