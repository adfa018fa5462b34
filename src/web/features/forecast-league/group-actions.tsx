import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ForecastGroup } from '#contract/forecast-league.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { useGroupChanges } from './api.ts';
import { GroupNameField } from './group-forms.tsx';

export function RenameButton({ group }: { group: ForecastGroup }) {
  const t = useTranslations('forecast_league');
  const [isOpen, setOpen] = useState(false);
  const { rename } = useGroupChanges();
  return (
    <>
      <Button look="plain" size="s" onClick={() => setOpen(true)}>
        {t('rename')}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('rename_title')}>
        <GroupNameField
          group={group}
          submit={t('rename_submit')}
          onSend={async (name) => {
            await rename(group, name);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

export function LeaveButton({ group, handle }: { group: ForecastGroup; handle: string }) {
  const t = useTranslations('forecast_league');
  const { remove } = useGroupChanges();
  return (
    <AskedButton
      label={t('leave')}
      title={t('leave_title', { name: group.name })}
      lead={t(group.is_owner ? 'leave_lead_owner' : 'leave_lead')}
      onDo={() => remove(group, handle)}
    />
  );
}

export function EndButton({ group }: { group: ForecastGroup }) {
  const t = useTranslations('forecast_league');
  const { end } = useGroupChanges();
  return <AskedButton label={t('end')} title={t('end_title', { name: group.name })} lead={t('end_lead')} onDo={() => end(group)} />;
}

export function RemoveButton({ group, handle }: { group: ForecastGroup; handle: string }) {
  const t = useTranslations('forecast_league');
  const { remove } = useGroupChanges();
  return (
    <AskedButton
      label={t('remove')}
      aria-label={t('remove_of', { name: handle })}
      title={t('remove_title', { name: handle })}
      lead={t('remove_lead', { name: handle })}
      onDo={() => remove(group, handle)}
    />
  );
}

interface AskedButtonProps extends Pick<ButtonProps, 'aria-label'> {
  label: string;
  title: string;
  lead: string;
  onDo: () => Promise<unknown>;
}

/** A button that asks for confirmation. */
function AskedButton({ label, title, lead, onDo, ...props }: AskedButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" size="s" {...props} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <RemovalDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        lead={lead}
        submit={label}
        onRemove={async () => void (await onDo())}
      />
    </>
  );
}
