import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { type LinkedAccount, PROVIDERS, type Provider } from '#contract/oauth.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { isInAppBrowser, PROVIDER_NAMES, useProviders } from '#web/data/oauth.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { BrowserOnly, ProviderMark } from '#web/ui/provider-button.tsx';
import { useLink, useUnlink } from './api.ts';

interface LinkedCardProps {
  overview: Pick<Overview, 'profile' | 'linked_accounts'>;
  /** Returns the field where a password is set. */
  passwordField: () => HTMLElement | null;
}

/** Lists linked accounts and those that can be linked; renders nothing without either. */
export function LinkedCard({ overview: { profile, linked_accounts }, passwordField }: LinkedCardProps) {
  const t = useTranslations('oauth');
  const offered = useProviders();
  const accountOf = (provider: Provider) => linked_accounts.find(({ type }) => type === provider);
  const shown = PROVIDERS.filter((provider) => offered.includes(provider) || accountOf(provider));
  if (shown.length === 0) return null;
  const mayLink = !isUnconfirmed(profile);
  const isLastWay = !profile.has_password && linked_accounts.length === 1;
  return (
    <Card title={t('heading')}>
      <p className="max-w-[60ch] text-[13px] text-muted">{t('lead')}</p>
      <ul className="mt-1 grid">
        {shown
          .filter((provider) => mayLink || accountOf(provider))
          .map((provider) => {
            const account = accountOf(provider);
            return (
              <li key={provider} className="border-b border-line py-3 last:border-0 last:pb-0">
                {account ? (
                  <Linked account={account} isLastWay={isLastWay} passwordField={passwordField} />
                ) : (
                  <NotLinked provider={provider} />
                )}
              </li>
            );
          })}
      </ul>
      {!mayLink && (
        <div className="mt-3.5">
          <ConfirmFirst />
        </div>
      )}
    </Card>
  );
}

interface LinkedProps extends Pick<LinkedCardProps, 'passwordField'> {
  account: LinkedAccount;
  isLastWay: boolean;
}

function Linked({ account, isLastWay, passwordField }: LinkedProps) {
  const t = useTranslations('oauth');
  const format = useFormatter();
  const [isAsking, setAsking] = useState(false);
  const { type, identifier, created_at, verified_at } = account;
  const provider = PROVIDER_NAMES[type];
  const dayOf = (time: string) => format.dateTime(new Date(time), 'date');
  return (
    <div className="flex items-center gap-3">
      <ProviderMark provider={type} size={22} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-[550]">{provider}</span>
          <span className="min-w-0 break-all text-muted">{identifier}</span>
        </p>
        <p className="text-[12.5px] text-muted">
          {t('linked_on', { date: dayOf(created_at) })} · {t('verified_on', { date: dayOf(verified_at) })}
        </p>
      </div>
      <Button look="quiet" size="s" aria-label={t('unlink_of', { provider })} onClick={() => setAsking(true)}>
        {t('unlink')}
      </Button>
      <UnlinkDialog
        account={account}
        isLastWay={isLastWay}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        passwordField={passwordField}
      />
    </div>
  );
}

function NotLinked({ provider }: { provider: Provider }) {
  const t = useTranslations('oauth');
  const link = useLink(useLocation().pathname);
  const [isRefused, setRefused] = useState(false);
  const press = () => (provider === 'google' && isInAppBrowser() ? setRefused(true) : link.mutate(provider));
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-3">
        <ProviderMark provider={provider} size={22} />
        <div className="min-w-0 flex-1">
          <p className="font-[550]">{PROVIDER_NAMES[provider]}</p>
          <p className="text-[12.5px] text-muted">{t('not_linked')}</p>
        </div>
        <Button
          look="quiet"
          size="s"
          busy={link.isPending}
          aria-label={t('link_of', { provider: PROVIDER_NAMES[provider] })}
          onClick={press}
        >
          {t('link')}
        </Button>
      </div>
      <FormAlert message={link.error && errorText(link.error)} />
      {isRefused && <BrowserOnly />}
    </div>
  );
}

interface UnlinkDialogProps {
  account: LinkedAccount;
  /** Whether there is no password and no other account to sign in with. */
  isLastWay: boolean;
  isOpen: boolean;
  onClose: () => void;
  /** Returns the field where a password is set. */
  passwordField: () => HTMLElement | null;
}

/** Unlinks an account after confirmation. The only way to sign in stays: a password has to be set first. */
function UnlinkDialog({ account: { id, type, identifier }, isLastWay, isOpen, onClose, passwordField }: UnlinkDialogProps) {
  const t = useTranslations('oauth');
  const provider = PROVIDER_NAMES[type];
  const unlink = useUnlink();
  const leadsToPassword = useRef(false);
  // Another device may have removed the other way.
  const isLast = isLastWay || (unlink.error instanceof ApiError && unlink.error.code === 'last_sign_in_method');

  function close() {
    onClose();
    unlink.reset();
  }

  async function submit() {
    try {
      await unlink.mutateAsync(id);
      toast('success', t('unlinked', { provider }));
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  if (isLast) {
    return (
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('last_title')}
        lead={t('last_lead', { provider })}
        focusAfter={() => (leadsToPassword.current ? passwordField() : null)}
      >
        <div className="grid gap-2">
          <Button
            wide
            onClick={() => {
              leadsToPassword.current = true;
              close();
            }}
          >
            {t('set_password')}
          </Button>
          <Button wide look="plain" onClick={close}>
            {t('cancel')}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open={isOpen} onClose={close} title={t('unlink_title', { provider })} lead={t('unlink_lead', { identifier })}>
      <div className="grid gap-2">
        <FormAlert message={unlink.error && errorText(unlink.error)} />
        <Button wide look="danger" busy={unlink.isPending} onClick={() => void submit()}>
          {t('unlink')}
        </Button>
        <Button wide look="plain" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
