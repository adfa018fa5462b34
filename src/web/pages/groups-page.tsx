import Plus from 'lucide-react/icons/plus';
import Users from 'lucide-react/icons/users';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '#web/data/session.ts';
import { JoinByCode, MyGroups, OpenGroups } from '#web/features/tipping/group-lists.tsx';
import { loadTippingWords } from '#web/i18n/tipping-words.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { SignInPrompt } from '#web/ui/obstacles.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { DivisionsLink } from '#web/ui/site-links.tsx';

export const loadWords = loadTippingWords;

/** Tipping groups: the user's own, the ways into others, and those that are open to everybody. */
export function GroupsPage() {
  const t = useTranslations();
  usePage(t('titles.groups'), { back: '/bets' });
  const { user, booted } = useSession();
  return (
    <div className="page-width max-w-[1000px]!">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-[20px] font-[680] max-md:sr-only">{t('tipping.heading')}</h1>
        {user && (
          <Button asChild className="ml-auto max-md:w-full">
            <Link to="/groups/new">
              <Plus size={16} aria-hidden />
              {t('tipping.new')}
            </Link>
          </Button>
        )}
      </div>
      <p className="mb-3 max-w-[72ch] text-muted">
        {t('tipping.lead')} {t('tipping.points_note')}
      </p>
      <DivisionsLink className="relative mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {user && <MyGroups />}
          {!user && !booted && <Skeleton className="h-[220px] rounded-card" />}
          {!user && booted && (
            <SignInPrompt icon={<Users size={28} />} title={t('tipping.signed_out')} hint={t('tipping.signed_out_hint')} />
          )}
          <OpenGroups />
        </div>
        <JoinByCode />
      </div>
    </div>
  );
}
