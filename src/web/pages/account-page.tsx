import CircleUserRound from 'lucide-react/icons/circle-user-round';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useSession } from '#web/data/session.ts';
import { HistoryTab } from '#web/features/account/history-tab.tsx';
import { OverviewTab } from '#web/features/account/overview-tab.tsx';
import { RecommendedCard } from '#web/features/match-list/recommended-card.tsx';
import { InviteCard } from '#web/features/referrals/invite-card.tsx';
import { InviteTab } from '#web/features/referrals/invite-tab.tsx';
import { ConfirmEmailCard } from '#web/features/security/confirm-email-card.tsx';
import { RedeemTab } from '#web/features/withdrawals/redeem-tab.tsx';
import { usePage } from '#web/lib/use-page.ts';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { SignInPrompt } from '#web/ui/obstacles.tsx';

/** Tabs besides the overview, which is the default. */
const TABS = ['history', 'invite', 'redeem'];

export function AccountPage() {
  const t = useTranslations();
  const tab = useSearchParams()[0].get('tab');
  const { user, booted } = useSession();
  usePage(t('titles.account'));
  if (booted && user === null) {
    return (
      <div className="page-width grid max-w-[1200px] items-start gap-4 md:gap-7 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0">
          <h1 className="sr-only">{t('account.heading')}</h1>
          <SignInPrompt icon={<CircleUserRound size={32} />} title={t('account.signed_out')} hint={t('account.signed_out_hint')} />
        </div>
        <RecommendedCard sport="football" />
      </div>
    );
  }
  return (
    <AccountFrame>
      <h1 className="sr-only">{t('account.heading')}</h1>
      {tab === 'history' && <HistoryTab />}
      {tab === 'invite' && <InviteTab />}
      {tab === 'redeem' && <RedeemTab />}
      {!TABS.includes(tab ?? '') && <OverviewTab side={<Side />} />}
    </AccountFrame>
  );
}

/** The optional card comes last, so that nothing moves when it appears. */
function Side() {
  const isAway = useAwayUntil() !== null;
  return (
    <div className="grid gap-4">
      {!isAway && <InviteCard />}
      <ConfirmEmailCard />
    </div>
  );
}
