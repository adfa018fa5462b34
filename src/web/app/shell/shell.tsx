import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useInviteLink } from '#web/features/auth/use-invite-link.ts';
import { usePromo } from '#web/features/auth/use-promo.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { useScrollToTop } from '#web/lib/use-scroll-to-top.ts';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { BottomNav } from './bottom-nav.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Overlays } from './overlays.tsx';
import { PageFooter } from './page-footer.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { ShieldNoteLater } from './shield-note-later.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every page, and over it. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const isPhone = useIsPhone();
  useScrollToTop();
  useInviteLink();
  usePromo();
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(66px+env(safe-area-inset-bottom))]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-[680] text-on-accent focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <DemoBanner />
      <NoticeBanner />
      <ShieldNoteLater />
      {isPhone ? <PhoneBar /> : <TopBar />}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <PageFooter />
      {isPhone && <BottomNav />}
      <OfflineBanner />
      <Overlays />
      <LiveRegion />
    </div>
  );
}
