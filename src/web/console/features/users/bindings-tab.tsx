import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { userBindings } from '#contract/admin-users.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { FactList } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { userBindingsQuery } from './api.ts';

/** A user's contacts, sign-in methods, and present and past wallets. */
export function BindingsTab({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const query = useQuery(userBindingsQuery(id));
  return (
    <Panel query={query} failed={t('bindings_failed')} skeleton={<Skeleton className="h-[300px]" />}>
      {(bindings) => (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
          <Part title={t('contacts')}>
            <Contacts bindings={bindings} />
          </Part>
          <Part title={t('accounts')}>
            <LinkedAccounts accounts={bindings.linked_accounts} />
          </Part>
          <Part title={t('wallets')}>
            <Wallets bindings={bindings} />
          </Part>
        </div>
      )}
    </Panel>
  );
}

type Bindings = ReplyOf<typeof userBindings>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h2 className="mb-1 text-[14px] font-[650]">{title}</h2>
    {children}
  </section>
);

function useDay(): (at: string) => string {
  const format = useFormatter();
  return (at) => format.dateTime(new Date(at), 'date');
}

function Contacts({ bindings: { email, phone, two_factor_since } }: { bindings: Bindings }) {
  const t = useTranslations('admin_users');
  const day = useDay();
  const proven = (value: string | undefined, at: string | null | undefined) =>
    value === undefined ? '–' : at ? t('confirmed', { value, when: day(at) }) : t('unconfirmed', { value });
  return (
    <FactList
      facts={[
        { label: t('email'), value: <span className="wrap-anywhere">{proven(email?.address, email?.verified_at)}</span> },
        { label: t('phone'), value: proven(phone?.number, phone?.verified_at) },
        { label: t('second_factor'), value: two_factor_since ? t('on_since', { when: day(two_factor_since) }) : t('off') },
      ]}
    />
  );
}

function LinkedAccounts({ accounts }: { accounts: Bindings['linked_accounts'] }) {
  const t = useTranslations('admin_users');
  const day = useDay();
  if (accounts.length === 0) return <p className="py-2.5 text-muted">{t('accounts_none')}</p>;
  return (
    <ul>
      {accounts.map(({ id, type, identifier, subject, reachable, created_at }) => (
        <li key={id} className="border-b border-line py-2.5 last:border-0">
          <p className="font-[550] wrap-anywhere">
            {t(`providers.${type}`)} · {identifier}
          </p>
          <p className="num text-[12.5px] wrap-anywhere text-muted">
            {subject} · {t('since', { when: day(created_at) })}
          </p>
          {type === 'telegram' && <p className="text-[12.5px] text-muted">{t(reachable ? 'bot_reaches' : 'bot_cannot')}</p>}
        </li>
      ))}
    </ul>
  );
}

function Wallets({ bindings: { wallet, past_wallets } }: { bindings: Bindings }) {
  const t = useTranslations('admin_users');
  const day = useDay();
  const since = wallet?.since ? ` · ${t('since', { when: day(wallet.since) })}` : '';
  return (
    <FactList
      facts={[
        { label: t('wallet'), value: <span className="num wrap-anywhere">{wallet ? wallet.address + since : t('none_known')}</span> },
        {
          label: t('past_wallets'),
          value: <span className="num wrap-anywhere">{past_wallets.length > 0 ? past_wallets.join(', ') : t('none_known')}</span>,
        },
      ]}
    />
  );
}
