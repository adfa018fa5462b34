import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeSwitch, listSwitches, type SwitchView } from '#contract/feature-flags.ts';
import { call } from '#web/console/lib/call.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { toast } from '#web/data/toasts.ts';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Switch } from '#web/ui/switches.tsx';

/** Features that can be switched off while the site runs. */
export function SwitchesPanel() {
  const t = useTranslations('admin_settings');
  const query = useQuery(switchesQuery);
  const [chosen, setChosen] = useState<SwitchView | null>(null);
  return (
    <Panel title={t('switches')} query={query} failed={t('switches_failed')} skeleton={<Skeleton className="h-[260px]" />}>
      {({ items }) => (
        <>
          <ul>
            {items.map((one) => (
              <SwitchRow key={one.name} row={one} onPress={() => setChosen(one)} />
            ))}
          </ul>
          {chosen && <SwitchDialog row={chosen} onClose={() => setChosen(null)} />}
        </>
      )}
    </Panel>
  );
}

function SwitchRow({ row: { name, is_on, changed }, onPress }: { row: SwitchView; onPress: () => void }) {
  const t = useTranslations('admin_settings');
  const role = useAdmin()?.role;
  const state = t(is_on ? 'on' : 'off');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-[620]">{t(`switch.${name}`)}</p>
        <p className="text-[13px] text-pretty text-muted">{t(`switch_hint.${name}`)}</p>
        {changed && (
          <p className="text-[12.5px] text-muted">
            {t('changed_by', { email: changed.email })} · <TimeAgo at={changed.at} />
          </p>
        )}
      </div>
      {role !== undefined && changeSwitch.access.includes(role) ? (
        <Switch
          label={
            <span>
              <span className="sr-only">{t(`switch.${name}`)}: </span>
              {state}
            </span>
          }
          checked={is_on}
          onChange={onPress}
        />
      ) : (
        <StateDot tone={is_on ? 'good' : 'bad'}>{state}</StateDot>
      )}
    </li>
  );
}

/** Switches only once a reason is given. */
function SwitchDialog({ row: { name, is_on }, onClose }: { row: SwitchView; onClose: () => void }) {
  const t = useTranslations('admin_settings');
  const change = useAdminCall(changeSwitch);
  const what = t(`switch.${name}`);

  async function confirm(reason: string) {
    await change.mutateAsync({ name, is_on: !is_on, reason });
    toast('success', t(is_on ? 'switched_off' : 'switched_on', { what }));
  }
  return (
    <ReasonDialog
      title={t(is_on ? 'switch_off_title' : 'switch_on_title', { what })}
      lead={t('switch_lead')}
      submit={t(is_on ? 'switch_off' : 'switch_on')}
      look={is_on ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

/** The state of each switch, and who last changed it when. */
const switchesQuery = queryOptions({ queryKey: ['switches'], queryFn: ({ signal }) => call(listSwitches, {}, signal) });
