import ChevronUp from 'lucide-react/icons/chevron-up';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import LogOut from 'lucide-react/icons/log-out';
import Medal from 'lucide-react/icons/medal';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useOverview } from '#web/data/queries.tsx';
import { useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { HistoryTab } from '#web/features/account/history-tab.tsx';
import { OverviewTab } from '#web/features/account/overview-tab.tsx';
import { signOut } from '#web/features/auth/sign-in.ts';
import { RecommendedCard } from '#web/features/match-list/recommended-card.tsx';
import { InviteCard } from '#web/features/referrals/invite-card.tsx';
import { InviteTab } from '#web/features/referrals/invite-tab.tsx';
import { ConfirmEmailCard } from '#web/features/security/confirm-email-card.tsx';
import { RedeemTab } from '#web/features/withdrawals/redeem-tab.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { usePage } from '#web/lib/use-page.ts';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { Button } from '#web/ui/button.tsx';
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
  const t = useTranslations();
  const isAway = useAwayUntil() !== null;
  const isPhone = useIsPhone();
  return (
    <div className="grid gap-4">
      {!isAway && <InviteCard />}
      <ConfirmEmailCard />
      <Link to="/forecast-league?tab=mine" className="rounded-card border border-line bg-surface px-4 py-3 font-semibold hover:text-accent">
        {t('titles.forecast_league')}
      </Link>
      <DivisionsCard />
      <Link to={`/year/${reviewedYear()}`} className="rounded-card border border-line bg-surface px-4 py-3 font-semibold hover:text-accent">
        {t('titles.year')}
      </Link>
      {/* On the desktop it is in the menu of the top bar. */}
      {isPhone && (
        <Button look="quiet" wide onClick={() => void signOut().then(() => toast('info', t('shell.signed_out')))}>
          <LogOut size={16} aria-hidden />
          {t('shell.sign_out')}
        </Button>
      )}
    </div>
  );
}

/** The year that can be looked back at: the running one in December, else the last. */
function reviewedYear(): number {
  const now = new Date(nowMs());
  return now.getUTCMonth() === 11 ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
}

const MARKS = [
  { name: 'first', Icon: Medal, colour: 'text-warn' },
  { name: 'second', Icon: Medal, colour: 'text-muted' },
  { name: 'third', Icon: Medal, colour: 'text-away' },
  { name: 'promoted', Icon: ChevronUp, colour: 'text-good' },
] as const;

/** Leads to the divisions, and shows the medals won there. */
function DivisionsCard() {
  const t = useTranslations();
  const medals = useOverview().data?.medals;
  const won = MARKS.filter(({ name }) => medals && medals[name] > 0);
  return (
    <Link to="/divisions" className="rounded-card border border-line bg-surface px-4 py-3 hover:text-accent">
      <span className="font-semibold">{t('titles.divisions')}</span>
      {medals && won.length > 0 && (
        <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted">
          {won.map(({ name, Icon, colour }) => (
            <span key={name} className="flex items-center gap-1">
              <Icon size={15} aria-hidden className={classNames('flex-none', colour)} />
              {t(`account.medals.${name}`, { count: medals[name] })}
            </span>
          ))}
        </span>
      )}
    </Link>
  );
}
