import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/queries.tsx';
import { closePromo, openRegister, useUiState } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Tells visitors about the rewards for inviting friends, at most once in four hours (use-promo.ts). */
export function PromoDialog() {
  const t = useTranslations('auth');
  const meta = useMeta();
  const isOpen = useUiState(({ showPromo }) => showPromo);
  if (!meta) return null;
  const lead = t('promo_lead', { inviter: meta.invite_bonus, invitee: meta.invitee_bonus });
  const accept = () => {
    closePromo();
    openRegister();
  };
  return (
    <Dialog open={isOpen} onClose={closePromo} title={t('promo_title')} lead={lead}>
      <div className="grid gap-2">
        <Button wide onClick={accept}>
          {t('promo_action')}
        </Button>
        <Button wide look="plain" onClick={closePromo}>
          {t('promo_later')}
        </Button>
      </div>
    </Dialog>
  );
}
