import ReceiptText from 'lucide-react/icons/receipt-text';
import { useTranslations } from 'use-intl';
import { useAwayUntil } from '#web/data/play-limits.ts';
import { useSession } from '#web/data/session.ts';
import { BetsList } from '#web/features/bets/bets-list.tsx';
import { RecommendedCard } from '#web/features/match-list/recommended-card.tsx';
import { ShareButton } from '#web/features/shares/share-button.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { AwayNote, SignInPrompt } from '#web/ui/obstacles.tsx';
import { ForecastLeagueLink, GroupsLink } from '#web/ui/site-links.tsx';

export function BetsPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const { user, booted } = useSession();
  usePage(t('titles.bets'));
  const awayUntil = useAwayUntil();
  const isGuest = booted && user === null;
  return (
    <div className="page-width grid max-w-[1200px] items-start gap-4 md:gap-7 lg:grid-cols-[minmax(0,1fr)_336px]">
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-[20px] font-[680] tracking-[-0.01em] max-md:sr-only">{t('bets.heading')}</h1>
          <span className="flex gap-4">
            <GroupsLink />
            <ForecastLeagueLink />
          </span>
        </div>
        {isGuest ? (
          <SignInPrompt icon={<ReceiptText size={32} />} title={t('bets.signed_out')} hint={t('bets.signed_out_hint')} />
        ) : (
          <>
            {awayUntil && <AwayNote until={awayUntil} className="mb-4" />}
            <BetsList
              renderShare={({ id, match }) => (
                // Above the link that covers the whole row.
                <ShareButton
                  subject={{ bet_id: id }}
                  title={`${nameOf(match.home)} – ${nameOf(match.away)}`}
                  className="relative z-[1] text-[12px]"
                />
              )}
            />
          </>
        )}
      </div>
      <RecommendedCard sport="football" />
    </div>
  );
}
