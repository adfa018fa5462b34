import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { revokeUserApiKey } from '#contract/admin-users.ts';
import type { ApiKey } from '#contract/api-keys.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { toast } from '#web/data/toasts.ts';
import { nowMs } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { userApiKeysQuery } from './api.ts';

/** A user's API keys, each of which an operator may revoke. */
export function ApiKeysPanel({ id }: { id: string }) {
  const t = useTranslations('admin_users.api_keys');
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <>
      <Panel
        title={t('title')}
        query={useQuery(userApiKeysQuery(id))}
        failed={t('failed')}
        skeleton={<TableSkeleton />}
        empty={({ items }) => (items.length === 0 ? t('none') : null)}
      >
        {({ items }) => <KeyTable keys={items} onRevoke={setRevoking} />}
      </Panel>
      {revoking && <RevokeDialog userId={id} apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const stateOf = ({ revoked_at, expires_at }: ApiKey): 'valid' | 'revoked' | 'expired' => {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= nowMs() ? 'expired' : 'valid';
};

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const t = useTranslations('admin_users.api_keys');
  const format = useFormatter();
  const admin = useAdmin();
  const mayRevoke = admin !== null && revokeUserApiKey.access.includes(admin.role);
  const time = (at: string) => format.dateTime(new Date(at), 'day_time_year');
  const whenever = 'num whitespace-nowrap';
  const columns: Column<ApiKey>[] = [
    { key: 'name', title: t('name'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { key: 'key', title: t('key'), className: 'font-mono text-muted', cell: ({ hint }) => `${hint}…` },
    { key: 'scopes', title: t('scopes'), className: 'text-muted', cell: ({ scopes }) => scopes.join(', ') },
    { key: 'made', title: t('made'), className: whenever, cell: ({ created_at }) => time(created_at) },
    {
      key: 'used',
      title: t('used'),
      className: whenever,
      cell: ({ last_used_at }) => (last_used_at ? time(last_used_at) : t('never_used')),
    },
    {
      key: 'expires',
      title: t('expires'),
      className: whenever,
      cell: ({ expires_at }) => (expires_at ? time(expires_at) : t('never_expires')),
    },
    {
      key: 'state',
      title: t('state'),
      cell: (key) => {
        const state = stateOf(key);
        if (state !== 'valid') return <StateDot tone="quiet">{t(`states.${state}`)}</StateDot>;
        return mayRevoke ? (
          <Button size="s" look="quiet" aria-label={t('revoke_of', { name: key.name })} onClick={() => onRevoke(key)}>
            {t('revoke')}
          </Button>
        ) : (
          <StateDot tone="good">{t('states.valid')}</StateDot>
        );
      },
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={keys} keyOf={({ id }) => id} />;
}

interface RevokeDialogProps {
  userId: string;
  apiKey: ApiKey;
  onClose: () => void;
}

function RevokeDialog({ userId, apiKey: { id, name }, onClose }: RevokeDialogProps) {
  const t = useTranslations('admin_users.api_keys');
  const revoke = useAdminCall(revokeUserApiKey);

  async function confirm(reason: string) {
    await revoke.mutateAsync({ id: userId, key_id: id, reason });
    toast('success', t('revoked'));
  }

  return (
    <ReasonDialog
      title={t('revoke_title', { name })}
      lead={t('revoke_lead')}
      submit={t('revoke')}
      look="danger"
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
