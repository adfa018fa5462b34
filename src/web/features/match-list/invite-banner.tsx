import { useTranslations } from 'use-intl';
import { useMeta, useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { openRegister } from '#web/data/ui-state.ts';
import { copyText } from '#web/lib/sharing.ts';

const BUTTON = 'thumb rounded-[9px] bg-on-accent px-3.5 py-2 font-[650] text-accent disabled:opacity-70';

/** Asks guests to register, and gives users their invite link; hidden during time away from play. */
export function InviteBanner() {
  const t = useTranslations('matches');
  const meta = useMeta();
  const user = useUser();
  const isAway = Boolean(useOverview().data?.exclusion);
  if (user && isAway) return null;
  return (
    <section className="rounded-card bg-accent p-4 text-on-accent">
      <h2 className="text-[19px] leading-[1.15] font-[750] tracking-[-0.01em] text-balance">{t('invite_title')}</h2>
      {/* The line is reserved before its numbers load, so that nothing below moves. */}
      <p className="mt-1 mb-3 min-h-[2lh] font-[550]">
        {meta && t('invite_lead', { inviter: meta.invite_bonus, invitee: meta.invitee_bonus })}
      </p>
      {user ? (
        <CopyLink />
      ) : (
        <button type="button" className={BUTTON} onClick={() => openRegister()}>
          {t('invite_sign_up')}
        </button>
      )}
    </section>
  );
}

function CopyLink() {
  const t = useTranslations('matches');
  const { data } = useOverview();
  const copy = (code: string) => copyText(`${window.location.origin}/matches?invite=${code}`);
  return (
    <button type="button" className={BUTTON} disabled={!data} onClick={() => data && void copy(data.referral_code)}>
      {t('invite_copy')}
    </button>
  );
}
