import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type AlertSettings, changeAlertSettings } from '#contract/admin-auth.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { AlertWay, OperatorAlert } from '#domain/notifications/operator-alert.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { Tag } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { AlertWays, alertsQuery } from './alert-ways.tsx';

/** Which alerts the admin gets, how, and in which language; each change is saved at once. */
export function AlertsCard() {
  const t = useTranslations('admin_alerts');
  const query = useQuery(alertsQuery);
  return (
    <Panel
      title={t('heading')}
      query={query}
      failed={t('failed')}
      skeleton={<Skeleton className="h-[260px]" />}
      empty={({ alerts, chat }) => (alerts.length === 0 && chat === null ? t('none') : null)}
    >
      {(settings) => <AlertChoices settings={settings} />}
    </Panel>
  );
}

function AlertChoices({ settings }: { settings: AlertSettings }) {
  const { locale, alerts, by } = settings;
  const t = useTranslations('admin_alerts');
  const change = useAdminCall(changeAlertSettings);
  // While a change is on its way, the choice shows it.
  const saved = { locale, off: alerts.flatMap(({ kind, is_on }) => (is_on ? [] : [kind])), by };
  const chosen = change.isPending ? change.variables : saved;

  function save(wanted: { locale: Locale; off: OperatorAlert[]; by: AlertWay[] }) {
    if (change.isPending) return;
    change.mutate(wanted, {
      onSuccess: () => toast('success', t('saved')),
      onError: (error) => toast('error', errorText(error)),
    });
  }
  const turn = (kind: OperatorAlert, isOn: boolean) =>
    save({ ...chosen, off: isOn ? chosen.off.filter((one) => one !== kind) : [...chosen.off, kind] });

  return (
    <div className="grid gap-3.5">
      <p className="max-w-[60ch] text-[13px] text-muted">{t('lead')}</p>
      <ul className="grid gap-2">
        {alerts.map(({ kind, is_fixed }) => (
          <li key={kind} className="min-w-0">
            {is_fixed ? (
              <p className="flex flex-wrap items-center gap-2 text-[13.5px] leading-[22px] text-muted">
                <Tag tone="good">{t('always')}</Tag>
                {t(`kinds.${kind}`)}
              </p>
            ) : (
              <Checkbox label={t(`kinds.${kind}`)} checked={!chosen.off.includes(kind)} onChange={(isOn) => turn(kind, isOn)} />
            )}
          </li>
        ))}
      </ul>
      <AlertWays settings={settings} chosen={chosen.by} onChoose={(ways) => save({ ...chosen, by: ways })} />
      <SelectField
        label={t('language')}
        value={chosen.locale}
        options={LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }))}
        onChange={(value) => save({ ...chosen, locale: value })}
        className="max-w-[240px]"
      />
    </div>
  );
}
