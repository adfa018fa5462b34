import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { errorText } from '#web/data/api-error.ts';
import { useMeta } from '#web/data/queries.tsx';
import { toast } from '#web/data/toasts.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { type BindToken, useBindToken, useUnbind } from './api.ts';

/** Loaded on demand, because of the code for drawing a QR code. */
const BindDialog = lazyPart(async () => (await import('./bind-dialog.tsx')).BindDialog, { fallback: Nothing, failed: DialogFailed });

/** Binds and unbinds a chat with our bot; renders nothing if the site has no bot. */
export function TelegramCard({ overview: { profile, telegram_bound, linked_accounts } }: { overview: Overview }) {
  const t = useTranslations('telegram_bind');
  const draw = useBindToken();
  // Kept while the next one loads, so that the dialog stays open.
  const [token, setToken] = useState<BindToken | null>(null);
  const [isUnbinding, setUnbinding] = useState(false);
  if (!useMeta()?.contacts.telegram) return null;

  const bind = () => draw.mutate(undefined, { onSuccess: setToken });
  const linked = linked_accounts.find(({ type }) => type === 'telegram');
  return (
    <Card title={t('heading')} aside={telegram_bound && <Tag tone="good">{t('bound')}</Tag>}>
      {telegram_bound && linked ? <Bound since={linked.created_at} identifier={linked.identifier} /> : <Unbound linked={linked} />}
      <div className="mt-3.5 grid gap-3">
        <FormAlert message={token === null && draw.error ? errorText(draw.error) : null} />
        {telegram_bound ? (
          <Button size="s" look="danger" className="justify-self-start" onClick={() => setUnbinding(true)}>
            {t('unbind')}
          </Button>
        ) : isUnconfirmed(profile) ? (
          <ConfirmFirst />
        ) : (
          <Button size="s" look="quiet" className="justify-self-start" busy={draw.isPending} onClick={bind}>
            {t('bind')}
          </Button>
        )}
      </div>
      {token && (
        <BindDialog
          token={token}
          isBound={telegram_bound}
          renewal={{ renew: bind, isPending: draw.isPending, problem: draw.error && errorText(draw.error) }}
          onClose={() => setToken(null)}
        />
      )}
      <UnbindDialog isOpen={isUnbinding} identifier={linked?.identifier ?? ''} onClose={() => setUnbinding(false)} />
    </Card>
  );
}

function Bound({ identifier, since }: { identifier: string; since: string }) {
  const t = useTranslations('telegram_bind');
  const format = useFormatter();
  return (
    <div className="grid max-w-[60ch] gap-1.5">
      <p className="font-[530] break-words">{t('since', { identifier, date: format.dateTime(new Date(since), 'date') })}</p>
      <p className="text-[13px] text-muted">{t('bound_hint')}</p>
    </div>
  );
}

/** Users who sign in with Telegram may not have opened the bot yet. */
function Unbound({ linked }: { linked: { identifier: string } | undefined }) {
  const t = useTranslations('telegram_bind');
  const words = linked ? t('linked_hint', { identifier: linked.identifier }) : t('unbound_hint');
  return <p className="max-w-[60ch] text-[13px] text-muted">{words}</p>;
}

interface UnbindDialogProps {
  isOpen: boolean;
  identifier: string;
  onClose: () => void;
}

function UnbindDialog({ isOpen, identifier, onClose }: UnbindDialogProps) {
  const t = useTranslations('telegram_bind');
  const unbind = useUnbind();
  return (
    <RemovalDialog
      open={isOpen}
      onClose={onClose}
      title={t('unbind_title')}
      lead={t('unbind_lead', { identifier })}
      submit={t('unbind')}
      onRemove={async () => {
        await unbind.mutateAsync();
        toast('success', t('unbound'));
      }}
    />
  );
}
