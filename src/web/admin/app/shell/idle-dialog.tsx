import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { tellActive, useEnds, WARN_MS, watchInput } from '#web/admin/lib/idle.ts';
import { loginPath, signOut } from '#web/admin/lib/sign-in.ts';
import { durationWords } from '#web/lib/duration-words.ts';
import { useTicking } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Asks whoever has not typed or clicked for long whether they are there, and signs them out when nobody answers. */
export function IdleDialog() {
  const t = useTranslations('admin');
  const format = useFormatter();
  const navigate = useNavigate();
  const location = useLocation();
  const { idleAt, endsAt } = useEnds();
  const untilMs = idleAt === null ? null : Math.min(idleAt, endsAt ?? Number.POSITIVE_INFINITY);
  useEffect(watchInput, []);

  // Whole seconds where somebody is asked, else nothing that changes.
  const left = useTicking(1_000, (now) => {
    const ms = untilMs === null ? WARN_MS + 1 : untilMs - now.getTime();
    return ms > WARN_MS ? null : Math.max(0, Math.ceil(ms / 1_000));
  });
  const leave = useEffectEvent(() => {
    navigate(loginPath(location));
    void signOut({ hasIdled: idleAt !== null && idleAt === untilMs });
  });
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  const stay = () => void tellActive().catch(() => undefined);
  return (
    <Dialog
      open={left !== null && !isOver}
      onClose={stay}
      title={t('idle_title')}
      lead={t('idle_lead', { time: durationWords(format, (left ?? 0) * 1_000) })}
    >
      <div className="grid gap-2">
        <Button wide onClick={stay}>
          {t('idle_stay')}
        </Button>
        <Button wide look="plain" onClick={() => leave()}>
          {t('sign_out')}
        </Button>
      </div>
    </Dialog>
  );
}
