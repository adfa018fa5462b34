import { Outlet } from 'react-router';
import { useTranslations } from 'use-intl';
import { PromoDialog } from '#web/features/auth/promo-dialog.tsx';
import { SignInDialog } from '#web/features/auth/sign-in-dialog.tsx';
import { SignUpDialog } from '#web/features/auth/sign-up-dialog.tsx';
import { useInviteLink } from '#web/features/auth/use-invite-link.ts';
import { usePromo } from '#web/features/auth/use-promo.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { BottomNav } from './bottom-nav.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { LiveRegion } from './live-region.tsx';
import { PageFooter } from './page-footer.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useMyChanges } from './use-my-changes.ts';
import { useScrollToTop } from './use-scroll-to-top.ts';

/** What stands around every page, and over it. */
export function Shell() {
  const t = useTranslations('shell');
  const isPhone = useIsPhone();
  useScrollToTop();
  useInviteLink();
  usePromo();
  useMyChanges();
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(66px+env(safe-area-inset-bottom))]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-[680] text-on-accent focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <DemoBanner />
      {isPhone ? <PhoneBar /> : <TopBar />}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <PageFooter />
      {isPhone && <BottomNav />}
      <SignInDialog />
      <SignUpDialog />
      <PromoDialog />
      <LiveRegion />
      <Toaster />
    </div>
  );
}
