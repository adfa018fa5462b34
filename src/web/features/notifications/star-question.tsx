import Bell from 'lucide-react/icons/bell';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useUser } from '#web/data/session.ts';
import { announce, toast } from '#web/data/toasts.ts';
import { closeStarQuestion, openLogin, useUiState } from '#web/data/ui-state.ts';
import { nowMs } from '#web/lib/clock.ts';
import { recall, remember } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { usePush } from './api.ts';
import { setGoalToasts } from './goal-toasts.ts';

const DECLINED_KEY = 'push_declined_at';
const ASK_AGAIN_MS = 30 * 86_400_000;

const wasDeclined = (): boolean => nowMs() - Number(recall(DECLINED_KEY) ?? 0) < ASK_AGAIN_MS;

function decline(): void {
  remember(DECLINED_KEY, String(nowMs()));
  closeStarQuestion();
}

/** Offers notifications after a star. The browser's own question can be asked only once, so it comes only after a yes. */
export function StarQuestion() {
  const isAsked = useUiState(({ showStarQuestion }) => showStarQuestion);
  const userId = useUser()?.id;
  // A guest who signs in to get notifications is asked again as a user.
  return isAsked ? <Question key={userId} /> : null;
}

function Question() {
  const t = useTranslations('notifications');
  const isGuest = useUser() === null;
  const { state, turnOn } = usePush();
  // Only a block from just now is explained; users know of earlier ones.
  const isBlockedNow = state === 'blocked' && turnOn.isSuccess;
  const isNeedless = state === 'on' || state === 'unsupported' || (state === 'blocked' && turnOn.isIdle) || wasDeclined();
  useEffect(() => {
    if (isNeedless) closeStarQuestion();
  }, [isNeedless]);
  if (isNeedless) return null;

  async function accept() {
    const reached = await turnOn.mutateAsync().catch(() => null);
    if (reached === 'off') decline();
    if (reached !== 'on') return;
    setGoalToasts(true);
    toast('success', t('turned_on'), { link: { to: '/settings/notifications', label: t('choose') } });
  }
  if (state === 'home_screen' || isBlockedNow) {
    return (
      <Panel lead={t(isBlockedNow ? 'blocked' : 'home_screen')}>
        <Button size="s" look="quiet" onClick={decline}>
          {t('ok')}
        </Button>
      </Panel>
    );
  }
  return (
    <Panel lead={t(isGuest ? 'ask_guest' : 'ask_lead')} problem={turnOn.error && t('on_failed')}>
      {isGuest ? (
        <Button size="s" onClick={() => openLogin(window.location.pathname + window.location.search)}>
          {t('ask_sign_in')}
        </Button>
      ) : (
        <Button size="s" busy={turnOn.isPending} onClick={() => void accept()}>
          {t('ask_yes')}
        </Button>
      )}
      <Button size="s" look="plain" onClick={decline}>
        {t('ask_no')}
      </Button>
    </Panel>
  );
}

/** Placed beside the list, not over it, because an answer is optional. */
function Panel({ lead, problem = null, children }: { lead: string; problem?: string | null; children: ReactNode }) {
  const t = useTranslations('notifications');
  const title = t('ask_title');
  useEffect(() => announce(`${title} ${lead}`), [title, lead]);
  return (
    <aside
      aria-label={title}
      className="fixed inset-x-3 bottom-[calc(78px+env(safe-area-inset-bottom))] z-20 flex animate-dialog-in gap-3 rounded-card border border-line-strong bg-raised p-4 in-data-[bar-above-nav]:max-md:bottom-[calc(147px+env(safe-area-inset-bottom))] md:right-5 md:bottom-5 md:left-auto md:w-[400px]"
    >
      <Bell size={18} aria-hidden className="mt-0.5 flex-none text-accent" />
      <div className="min-w-0 flex-1">
        <p className="font-[650]">{title}</p>
        <p className="mt-1 mb-3 text-[13px] text-pretty text-muted">{lead}</p>
        <FormAlert message={problem} />
        <div className="mt-3 flex flex-wrap gap-2">{children}</div>
      </div>
    </aside>
  );
}
