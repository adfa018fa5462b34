import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ForecastGroup } from '#contract/forecast-league.ts';
import { GROUP_NAME_LENGTH_MAX } from '#domain/forecast/forecast-league.ts';
import { INVITE_CODE_LENGTH, normaliseInviteCode } from '#domain/ledger/rewards.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { codeOf, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/form.tsx';
import { useGroupChanges } from './api.ts';

/** Joins a league by its code; a code from the address only needs confirmation. */
export function JoinCard({ code, onJoined }: { code: string; onJoined: (id: string) => void }) {
  const t = useTranslations('forecast_league');
  const { join } = useGroupChanges();
  return (
    <Card title={t('join')}>
      <OneField
        label={t('join_code')}
        initially={code}
        lengthMax={INVITE_CODE_LENGTH + 4}
        submit={t('join_submit')}
        isPrimary={code !== ''}
        // An invalid code is not sent, so it does not count as an attempt.
        onSend={async (typed) => {
          if (normaliseInviteCode(typed) === null) throw new ApiError(404, 'not_found', t('join_unknown'));
          const group = await join(typed);
          toast('success', t('joined', { name: group.name }));
          onJoined(group.id);
        }}
        problemOf={(error) => (codeOf(error) === 'not_found' ? t('join_unknown') : errorText(error))}
      />
    </Card>
  );
}

/** Creates a league. */
export function CreateCard({ onCreated }: { onCreated: (id: string) => void }) {
  const t = useTranslations('forecast_league');
  const { create } = useGroupChanges();
  return (
    <Card title={t('create')}>
      <GroupNameField
        submit={t('create_submit')}
        onSend={async (name) => {
          const group = await create(name);
          toast('success', t('created', { name: group.name }));
          onCreated(group.id);
        }}
      />
    </Card>
  );
}

interface GroupNameFieldProps {
  group?: ForecastGroup;
  submit: string;
  onSend: (name: string) => Promise<void>;
}

/** Field for a league's name. */
export function GroupNameField({ group, submit, onSend }: GroupNameFieldProps) {
  const t = useTranslations('forecast_league');
  return (
    <OneField
      label={t('create_name')}
      initially={group?.name ?? ''}
      lengthMax={GROUP_NAME_LENGTH_MAX}
      submit={submit}
      onSend={onSend}
      problemOf={errorText}
    />
  );
}

interface OneFieldProps {
  label: ReactNode;
  initially: string;
  lengthMax: number;
  submit: string;
  isPrimary?: boolean;
  /** Called with the trimmed text; throws the error if it is rejected. */
  onSend: (typed: string) => Promise<void>;
  problemOf: (error: unknown) => string;
}

/** A field with its button; a rejected text stays for correction. */
function OneField({ label, initially, lengthMax, submit, isPrimary = false, onSend, problemOf }: OneFieldProps) {
  const [typed, setTyped] = useState(initially);
  const { form, problems, isBusy, forgive } = useSubmit<'text'>({
    send: async () => {
      await onSend(typed.trim());
      setTyped('');
    },
    refused: (error) => ({ text: problemOf(error) }),
  });
  return (
    <form {...form} className="grid gap-3">
      <TextField
        label={label}
        value={typed}
        maxLength={lengthMax}
        autoComplete="off"
        error={problems.text}
        onChange={(event) => {
          setTyped(event.target.value);
          forgive('text');
        }}
      />
      <Button type="submit" look={isPrimary ? 'primary' : 'quiet'} busy={isBusy} disabled={typed.trim() === ''}>
        {submit}
      </Button>
    </form>
  );
}
