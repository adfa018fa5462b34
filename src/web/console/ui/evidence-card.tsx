import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Evidence } from '#contract/fraud-signals.ts';
import { Card, Tag } from '#web/ui/card.tsx';
import { UserLine } from './user-line.tsx';

const KINDS = ['devices', 'networks', 'wallets'] as const;
/** The server's maximum count. */
const COUNT_MAX = 1_000;

/** Accounts that may belong to the same person as a user's: by browser, address, wallet and invites, each with its time. */
export function EvidenceCard({ evidence }: { evidence: Evidence }) {
  const t = useTranslations('admin_evidence');
  return (
    <Card title={t('shared')}>
      <div className="grid gap-4">
        {KINDS.map((kind) => (
          <Kind key={kind} name={t(kind)} list={evidence[kind]}>
            {evidence[kind].items.map(({ account, what, at }) => (
              <Item key={`${account.id} ${what}`} at={at}>
                <UserLine user={account} status={account.status} />
                <span className="num text-[12.5px] wrap-anywhere text-muted">{what}</span>
              </Item>
            ))}
          </Kind>
        ))}
        <Invites invites={evidence.invites} />
      </div>
    </Card>
  );
}

function Invites({ invites }: { invites: Evidence['invites'] }) {
  const t = useTranslations();
  return (
    <Kind name={t('admin_evidence.invites')} list={invites}>
      {invites.items.map(({ account, direction, at, status, reasons }) => (
        <Item key={account.id} at={at}>
          <UserLine user={account} status={account.status} />
          <span className="flex flex-wrap items-center gap-1.5 text-[12.5px] text-muted">
            {t(`admin_evidence.direction.${direction}`)} · {t(`account.invitee_statuses.${status}`)}
            {reasons.map((reason) => (
              <Tag key={reason} tone="warn">
                <HeldFor reason={reason} />
              </Tag>
            ))}
          </span>
        </Item>
      ))}
    </Kind>
  );
}

/** Why an invite is or was held; unknown reasons are shown unchanged. */
export function HeldFor({ reason }: { reason: string }) {
  const t = useTranslations('admin_evidence.held_for');
  return reason === 'device' || reason === 'wallet' || reason === 'mailbox' || reason === 'ip' ? t(reason) : reason;
}

interface KindProps {
  name: string;
  list: { items: readonly unknown[]; count: number };
  children: ReactNode;
}

function Kind({ name, list: { items, count }, children }: KindProps) {
  const t = useTranslations('admin_evidence');
  const format = useFormatter();
  const total = `${format.number(count)}${count >= COUNT_MAX ? '+' : ''}`;
  return (
    <section>
      <h3 className="flex items-baseline gap-2 text-[13px] font-[620]">
        {name}
        <span className="num font-medium text-muted">{count === 0 ? t('none_shared') : total}</span>
        {items.length < count && (
          <span className="num text-[12.5px] font-medium text-muted">{t('shown_of', { shown: items.length, count: total })}</span>
        )}
      </h3>
      {items.length > 0 && <ul className="mt-1 max-h-[260px] overflow-y-auto">{children}</ul>}
    </section>
  );
}

function Item({ at, children }: { at: string | null; children: ReactNode }) {
  const t = useTranslations('admin_evidence');
  const format = useFormatter();
  return (
    <li className="flex items-start justify-between gap-3 border-t border-line py-1.5 text-[13.5px] first:border-0">
      <span className="grid min-w-0">{children}</span>
      <span className="num flex-none text-[12.5px] text-muted">
        {at === null ? t('not_kept') : <time dateTime={at}>{format.dateTime(new Date(at), 'day_time_year')}</time>}
      </span>
    </li>
  );
}
