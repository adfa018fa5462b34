import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ApiKey } from '#contract/api-keys.ts';
import type { Profile } from '#contract/profile.ts';
import { API_KEYS_MAX } from '#domain/identity/api-key.ts';
import { toast } from '#web/data/toasts.ts';
import { nowMs, useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { apiKeysQuery, useRevokeKey } from './api.ts';
import { MakeKeyDialog } from './make-key-dialog.tsx';

/** Lists the user's API keys, makes new ones and revokes them. */
export function ApiKeysCard({ profile }: { profile: Profile }) {
  const t = useTranslations('api_keys');
  const { data, error, refetch } = useQuery(apiKeysQuery);
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);

  if (!data) {
    return (
      <Card title={t('heading')}>
        {error ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-[132px]" />}
      </Card>
    );
  }
  const valid = data.items.filter((key) => !hasEnded(key));
  const ended = data.items.filter(hasEnded);
  return (
    <Card title={t('heading')}>
      <p className="max-w-[60ch] text-[13px] text-pretty text-muted">
        {t('lead')}{' '}
        <Link to="/developers" className="thumb font-semibold whitespace-nowrap underline underline-offset-2">
          {t('about')}
        </Link>
      </p>
      {valid.length === 0 ? (
        <EmptyState icon={<KeyRound size={28} />} title={t('none')} hint={t('none_hint')} />
      ) : (
        <ul aria-label={t('heading')} className="mt-2 grid">
          {valid.map((key) => (
            <KeyItem key={key.id} apiKey={key} onRevoke={() => setLeaving(key)} />
          ))}
        </ul>
      )}
      <MakeKey profile={profile} isFull={valid.length >= API_KEYS_MAX} onMake={() => setMaking(true)} />
      {ended.length > 0 && <EndedKeys keys={ended} />}
      {isMaking && <MakeKeyDialog onClose={() => setMaking(false)} />}
      {leaving && <RevokeDialog apiKey={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  );
}

const hasEnded = ({ revoked_at, expires_at }: ApiKey): boolean =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= nowMs());

function MakeKey({ profile, isFull, onMake }: { profile: Profile; isFull: boolean; onMake: () => void }) {
  const t = useTranslations('api_keys');
  if (isUnconfirmed(profile)) return <ConfirmFirst />;
  if (isFull) return <p className="mt-3 text-[13px] text-muted">{t('full', { max: API_KEYS_MAX })}</p>;
  return (
    <Button size="s" look="quiet" className="mt-3" onClick={onMake}>
      {t('make')}
    </Button>
  );
}

/** A key: its name and first characters, what it may do, and when it was used. */
function KeyItem({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke?: () => void }) {
  const t = useTranslations('api_keys');
  const { name, hint, scopes } = apiKey;
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-[550] wrap-anywhere">{name}</span>
          <span className="font-mono text-[12.5px] text-muted">{hint}…</span>
          {!onRevoke && <Tag tone="quiet">{t(apiKey.revoked_at === null ? 'expired' : 'revoked')}</Tag>}
        </p>
        <p className="text-[12.5px] text-pretty text-muted">{scopes.map((scope) => t(`scope.${WORDS[scope]}`)).join(' · ')}</p>
        <p className="text-[12.5px] text-muted">
          <Facts apiKey={apiKey} />
        </p>
      </div>
      {onRevoke && (
        <Button look="quiet" size="s" onClick={onRevoke} aria-label={t('revoke_of', { name })}>
          {t('revoke')}
        </Button>
      )}
    </li>
  );
}

const WORDS = { read: 'read', 'me:read': 'me_read', 'me:tip': 'me_tip' } as const;

function Facts({ apiKey: { created_at, last_used_at, expires_at, revoked_at } }: { apiKey: ApiKey }) {
  const t = useTranslations('api_keys');
  const format = useFormatter();
  const now = useNow(30_000);
  const day = (at: string) => format.dateTime(new Date(at), 'date');
  const used = last_used_at === null ? null : new Date(last_used_at);
  const expiry =
    expires_at === null ? null : t(Date.parse(expires_at) <= now.getTime() ? 'expired_on' : 'expires_on', { date: day(expires_at) });
  const facts = [
    // Clocks differ slightly: a time in the future is shown as now.
    used === null ? t('never_used') : t('last_used', { ago: format.relativeTime(Math.min(used.getTime(), now.getTime()), now) }),
    t('made_on', { date: day(created_at) }),
    revoked_at === null ? expiry : t('revoked_on', { date: day(revoked_at) }),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Keys that were revoked or have expired, for the 30 days in which they are kept. */
function EndedKeys({ keys }: { keys: readonly ApiKey[] }) {
  const t = useTranslations('api_keys');
  return (
    <details className="mt-4 border-t border-line pt-3">
      <summary className="thumb cursor-pointer text-[13px] font-[550] text-muted">{t('ended')}</summary>
      <ul aria-label={t('ended')} className="grid">
        {keys.map((key) => (
          <KeyItem key={key.id} apiKey={key} />
        ))}
      </ul>
    </details>
  );
}

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations('api_keys');
  const revoke = useRevokeKey();
  return (
    <RemovalDialog
      open
      onClose={onClose}
      title={t('revoke_title', { name })}
      lead={t('revoke_lead')}
      submit={t('revoke')}
      onRemove={async () => {
        await revoke.mutateAsync(id);
        toast('success', t('revoke_done'));
      }}
    />
  );
}
