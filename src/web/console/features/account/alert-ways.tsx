import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type AlertSettings, createAlertChatToken, getAlertSettings, unlinkAlertChat } from '#contract/admin-auth.ts';
import type { AlertWay } from '#domain/notifications/operator-alert.ts';
import { call } from '#web/console/lib/call.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import type { BotToken } from '#web/ui/bot-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

/** Loaded on demand, because of the code for drawing a QR code. */
const AlertChatDialog = lazyPart(async () => (await import('./alert-chat-dialog.tsx')).AlertChatDialog, {
  fallback: Nothing,
  failed: DialogFailed,
});

/** Milliseconds; short, because admins return from Telegram to the dialog. */
const ASK_AGAIN_MS = 3_000;

/** The alerts of the admin, and the ways that they take. */
export const alertsQuery = queryOptions({
  queryKey: ['own-alerts'],
  queryFn: ({ signal }) => call(getAlertSettings, {}, signal),
});

/** The ways that can be chosen, with the names of their words. */
const WAYS = { email: ['email'], telegram: ['telegram'], both: ['email', 'telegram'] } as const satisfies Record<string, AlertWay[]>;
type WaysName = keyof typeof WAYS;
const nameOf = (ways: readonly AlertWay[]): WaysName => (ways.length > 1 ? 'both' : (ways[0] ?? 'email'));

interface AlertWaysProps {
  settings: AlertSettings;
  /** As chosen, while a change is on its way. */
  chosen: readonly AlertWay[];
  onChoose: (ways: AlertWay[]) => void;
}

/** How the admin gets alerts: by mail, and by Telegram once a chat is linked. */
export function AlertWays({ settings, chosen, onChoose }: AlertWaysProps) {
  const t = useTranslations('admin_alerts');
  const { alerts, chat, is_mail_set_up, is_bot_set_up } = settings;
  const isByTelegram = is_bot_set_up && chat?.is_reachable === true && chosen.includes('telegram');
  const hasFixed = alerts.some(({ is_fixed }) => is_fixed);
  return (
    <>
      {!is_mail_set_up && !isByTelegram && (
        <p className="max-w-[60ch] text-[13px] text-warn">{t(is_bot_set_up ? 'no_mail_but_bot' : 'no_mail')}</p>
      )}
      {is_bot_set_up && chat && (
        <div className="grid gap-1.5">
          <SelectField
            label={t('by')}
            value={nameOf(chosen)}
            options={(Object.keys(WAYS) as WaysName[]).map((value) => ({ value, label: t(`ways.${value}`) }))}
            onChange={(value) => onChoose([...WAYS[value]])}
            className="max-w-[240px]"
          />
          {hasFixed && nameOf(chosen) === 'telegram' && <p className="text-[13px] text-muted">{t('fixed_by_email')}</p>}
        </div>
      )}
      {is_bot_set_up || chat ? <AlertChat settings={settings} /> : <p className="text-[13px] text-muted">{t('no_bot')}</p>}
    </>
  );
}

/** Links and unlinks the chat that gets alerts. */
function AlertChat({ settings: { chat, is_bot_set_up } }: { settings: AlertSettings }) {
  const t = useTranslations('admin_alerts');
  const draw = useAdminCall(createAlertChatToken);
  // Kept while the next one loads, so that the dialog stays open.
  const [token, setToken] = useState<BotToken | null>(null);
  const [isUnlinking, setUnlinking] = useState(false);
  const isLinked = chat?.is_reachable === true;
  useQuery({ ...alertsQuery, refetchOnMount: false, refetchInterval: token !== null && !isLinked && ASK_AGAIN_MS });

  const link = () => draw.mutate({}, { onSuccess: setToken });
  return (
    <div className="grid gap-3">
      <ChatState chat={chat} hasBot={is_bot_set_up} />
      <FormAlert message={token === null && draw.error ? errorText(draw.error) : null} />
      <div className="flex flex-wrap gap-2">
        {is_bot_set_up && !isLinked && (
          <Button size="s" look="quiet" busy={draw.isPending} onClick={link}>
            {t(chat ? 'connect_again' : 'connect')}
          </Button>
        )}
        {chat && (
          <Button size="s" look="danger" onClick={() => setUnlinking(true)}>
            {t('disconnect')}
          </Button>
        )}
      </div>
      {token && (
        <AlertChatDialog
          token={token}
          isLinked={isLinked}
          renewal={{ renew: link, isPending: draw.isPending, problem: draw.error && errorText(draw.error) }}
          onClose={() => setToken(null)}
        />
      )}
      <UnlinkDialog isOpen={isUnlinking} name={chat?.name ?? ''} onClose={() => setUnlinking(false)} />
    </div>
  );
}

function ChatState({ chat, hasBot }: { chat: AlertSettings['chat']; hasBot: boolean }) {
  const t = useTranslations('admin_alerts');
  const format = useFormatter();
  if (!chat) return <p className="max-w-[60ch] text-[13px] text-muted">{t('connect_hint')}</p>;
  return (
    <div className="grid max-w-[60ch] gap-1.5">
      <p className="font-[530] wrap-anywhere">
        {t('connected', { name: chat.name, date: format.dateTime(new Date(chat.linked_at), 'date') })}
      </p>
      {!(hasBot && chat.is_reachable) && <p className="text-[13px] text-warn">{t(hasBot ? 'blocked' : 'bot_gone')}</p>}
    </div>
  );
}

function UnlinkDialog({ isOpen, name, onClose }: { isOpen: boolean; name: string; onClose: () => void }) {
  const t = useTranslations('admin_alerts');
  const unlink = useAdminCall(unlinkAlertChat);
  return (
    <RemovalDialog
      open={isOpen}
      onClose={onClose}
      title={t('disconnect_title')}
      lead={t('disconnect_lead', { name })}
      submit={t('disconnect')}
      onRemove={async () => {
        await unlink.mutateAsync({});
        toast('success', t('disconnected'));
      }}
    />
  );
}
