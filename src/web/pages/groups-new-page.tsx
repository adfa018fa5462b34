import Users from 'lucide-react/icons/users';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { GroupForm } from '#web/features/tipping/group-form.tsx';
import { loadTippingWords } from '#web/i18n/tipping-words.ts';
import { usePage } from '#web/lib/use-page.ts';
import { SignInPrompt } from '#web/ui/obstacles.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';

export const loadWords = loadTippingWords;

/** Founds a tipping group; afterwards its members' page, where the invitation is. */
export function GroupsNewPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  usePage(t('titles.groups_new'), { back: '/groups' });
  const { user, booted } = useSession();
  return (
    <div className="page-width max-w-[820px]!">
      <h1 className="mb-4 text-[20px] font-[680] max-md:sr-only">{t('titles.groups_new')}</h1>
      {!user && !booted && <Skeleton className="h-[420px] rounded-card" />}
      {!user && booted && <SignInPrompt icon={<Users size={28} />} title={t('tipping.signed_out')} hint={t('tipping.signed_out_hint')} />}
      {user && (
        <GroupForm
          onCreated={({ id, name }, isMoving) => {
            toast('success', t('tipping.created', { name }));
            void navigate(`/group/${id}?tab=members${isMoving ? '&import=1' : ''}`, { replace: true });
          }}
        />
      )}
    </div>
  );
}
