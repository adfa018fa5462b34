import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ConsoleList, type ListView, VIEW_NAME_LENGTH_MAX } from '#contract/list-views.ts';
import { useListLookQuery } from '#web/console/lib/list-look.ts';
import { toast } from '#web/data/toasts.ts';
import { byField, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { useViewChanges } from './api.ts';
import type { ViewAddress } from './views-bar.tsx';

const ACTIONS = ['replace', 'rename', 'delete'] as const;
type Action = (typeof ACTIONS)[number];

interface ViewsDialogProps {
  list: ConsoleList;
  address: ViewAddress;
  onClose: () => void;
}

/** Saves what the list shows, and changes saved views; a change is confirmed in the same dialog. */
export function ViewsDialog({ list, address, onClose }: ViewsDialogProps) {
  const t = useTranslations('admin_lists');
  const [step, setStep] = useState<{ action: Action; view: ListView } | null>(null);
  const [hasReturned, setReturned] = useState(false);
  const back = () => {
    setStep(null);
    setReturned(true);
  };
  if (step !== null) {
    return (
      <Dialog open onClose={onClose} title={t(`${step.action}_title`, { name: step.view.name })} lead={t(`${step.action}_lead`)}>
        <ChangeForm list={list} address={address} {...step} onDone={back} />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t('title')} lead={t('lead')} width="l">
      <div className="grid gap-5">
        <SaveForm list={list} address={address} onDone={onClose} />
        <OwnViews
          list={list}
          takesFocus={hasReturned}
          onOpen={({ values }) => {
            address.open(values);
            onClose();
          }}
          onChoose={(action, view) => setStep({ action, view })}
        />
      </div>
    </Dialog>
  );
}

/** Fields that a server's refusal is about. */
const refused = byField<'name'>({ view_name_taken: 'name', invalid_payload: 'name' });

interface FormProps {
  list: ConsoleList;
  address: ViewAddress;
  onDone: () => void;
}

/** Saves the present filters, search and sorting under a new name. */
function SaveForm({ list, address, onDone }: FormProps) {
  const t = useTranslations('admin_lists');
  const [name, setName] = useState('');
  const { save } = useViewChanges(list);
  const { form, problems, isBusy, forgive } = useSubmit<'name'>({
    check: () => (name.trim() === '' ? { name: t('name_required') } : {}),
    send: async () => {
      await save({ name, values: { ...address.view } });
      toast('success', t('saved'));
      onDone();
      return LEAVING;
    },
    refused,
  });
  return (
    <form {...form} className="grid gap-3">
      <FormAlert message={problems.form} />
      <NameField
        name={name}
        error={problems.name}
        onChange={(typed) => {
          setName(typed);
          forgive('name');
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('save')}
      </Button>
    </form>
  );
}

interface NameFieldProps {
  name: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

function NameField({ name, error, onChange }: NameFieldProps) {
  const t = useTranslations('admin_lists');
  return (
    <TextField
      label={t('name')}
      value={name}
      maxLength={VIEW_NAME_LENGTH_MAX}
      autoComplete="off"
      error={error ?? null}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface OwnViewsProps {
  list: ConsoleList;
  /** Whether a change was just made or cancelled: the focus returns to the list. */
  takesFocus: boolean;
  onOpen: (view: ListView) => void;
  onChoose: (action: Action, view: ListView) => void;
}

function OwnViews({ list, takesFocus, onOpen, onChoose }: OwnViewsProps) {
  const t = useTranslations('admin_lists');
  const { data, error, refetch } = useQuery(useListLookQuery(list));
  if (error && !data) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[90px]" />;
  if (data.views.length === 0) return <p className="text-[13px] text-muted">{t('none')}</p>;
  return (
    <ul
      aria-label={t('yours')}
      tabIndex={-1}
      ref={(element) => {
        if (takesFocus) element?.focus();
      }}
      className="-mx-3 grid max-h-[44dvh] overflow-y-auto outline-none"
    >
      {data.views.map((view) => (
        <li key={view.id} className="flex flex-wrap items-center gap-x-6 border-t border-line px-3 py-1.5">
          <button
            type="button"
            onClick={() => onOpen(view)}
            className="mr-auto min-w-0 py-1.5 text-left text-[14px] font-[550] wrap-anywhere text-accent hover:underline"
          >
            {view.name}
          </button>
          <span className="-mx-3 flex">
            {ACTIONS.map((action) => (
              <Button
                key={action}
                look="plain"
                size="s"
                aria-label={t(`${action}_one`, { name: view.name })}
                onClick={() => onChoose(action, view)}
              >
                {t(action)}
              </Button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Confirms a change of a saved view; renaming asks for the name. */
function ChangeForm({ list, address, action, view, onDone }: FormProps & { action: Action; view: ListView }) {
  const t = useTranslations('admin_lists');
  const [name, setName] = useState(view.name);
  const { change, remove } = useViewChanges(list);
  const { form, problems, isBusy, forgive } = useSubmit<'name'>({
    check: () => (name.trim() === '' ? { name: t('name_required') } : {}),
    send: async () => {
      if (action === 'delete') await remove(view.id);
      else await change({ id: view.id, ...(action === 'rename' ? { name } : { values: { ...address.view } }) });
      toast('success', t(`${action}_done`));
      onDone();
      return LEAVING;
    },
    refused: action === 'rename' ? refused : byField({}),
  });
  return (
    <form {...form} className="grid gap-3">
      <FormAlert message={problems.form} />
      {action === 'rename' && (
        <NameField
          name={name}
          error={problems.name}
          onChange={(typed) => {
            setName(typed);
            forgive('name');
          }}
        />
      )}
      <Button type="submit" wide busy={isBusy} look={action === 'delete' ? 'danger' : 'primary'}>
        {t(action)}
      </Button>
      <Button wide look="plain" onClick={onDone}>
        {t('back')}
      </Button>
    </form>
  );
}
