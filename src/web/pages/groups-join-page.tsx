import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { Link, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { openLogin, openRegister } from '#web/data/ui-state.ts';
import { invitationQuery, useGroupChanges } from '#web/features/tipping/api.ts';
import { GroupLine } from '#web/features/tipping/group-lists.tsx';
import { loadTippingWords } from '#web/i18n/tipping-words.ts';
import { usePage } from '#web/lib/use-page.ts';
import { codeOf, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

export const loadWords = loadTippingWords;

/** What an invitation leads to, and one button to join. Guests sign in or up first and come back here. */
export function GroupsJoinPage() {
  const t = useTranslations();
  const { code = '' } = useParams();
  const { data, error, refetch } = useQuery(invitationQuery(code));
  usePage(t('titles.groups_join'), { back: '/groups' });
  return (
    <div className="page-width max-w-[520px]!">
      <h1 className="mb-4 text-[20px] font-[680] max-md:sr-only">{t('titles.groups_join')}</h1>
      {error && codeOf(error) === 'not_found' && (
        <EmptyState
          icon={<Users size={28} />}
          title={t('tipping.code_unknown')}
          hint={t('tipping.code_unknown_hint')}
          action={
            <Button look="quiet" asChild>
              <Link to="/groups">{t('tipping.to_groups')}</Link>
            </Button>
          }
        />
      )}
      {error && codeOf(error) !== 'not_found' && (
        <ErrorState title={t('tipping.invitation_failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-[180px] rounded-card" />}
      {data && <Invitation code={code} group={data} />}
    </div>
  );
}

function Invitation({
  code,
  group,
}: {
  code: string;
  group: Pick<TippingGroup, 'id' | 'name' | 'members' | 'competitions'> & { place: string | null };
}) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession();
  const { join } = useGroupChanges();
  const back = `/groups/join/${encodeURIComponent(code)}`;
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      const { id, name } = await join({ code });
      toast('success', t('tipping.joined', { name }));
      void navigate(`/group/${id}`, { replace: true });
      return LEAVING;
    },
  });
  return (
    <form {...form} className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <p className="text-[13px] text-muted">{t('tipping.invited_to')}</p>
      <GroupLine group={group} />
      {group.place !== null && <p className="text-[14px] font-[550]">{t('tipping.move.place_for', { name: group.place })}</p>}
      <p className="text-[13px] text-muted">{t('tipping.points_note')}</p>
      <FormAlert message={problems.form ?? null} />
      {user ? (
        <Button type="submit" size="l" wide busy={isBusy}>
          {t('tipping.join')}
        </Button>
      ) : (
        <div className="grid gap-2">
          <Button size="l" wide onClick={() => openRegister(back)}>
            {t('shell.sign_up')}
          </Button>
          <Button look="quiet" size="l" wide onClick={() => openLogin(back)}>
            {t('shell.sign_in')}
          </Button>
        </div>
      )}
    </form>
  );
}
