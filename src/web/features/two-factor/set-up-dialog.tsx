import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUser } from '#web/data/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type GeneratedSecret, RecoveryCodes, ScanForm, useCodesSaved } from '#web/ui/two-factor-setup.tsx';
import { useConfirm } from './api.ts';

const useAccountName = (): string => {
  const user = useUser();
  return user?.email ?? user?.public_handle ?? '';
};

/** Leads from the QR code to the recovery codes; closing it before a valid code changes nothing. */
export function SetUpDialog({ drawn, onClose }: { drawn: GeneratedSecret; onClose: () => void }) {
  const t = useTranslations('two_factor');
  const account = useAccountName();
  const confirm = useConfirm();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const saved = useCodesSaved(onClose);
  if (codes) {
    return (
      <Dialog open isCalm onClose={saved.close} title={t('codes_title')} lead={t('codes_lead')}>
        <RecoveryCodes codes={codes} account={account} saved={saved} />
      </Dialog>
    );
  }
  return (
    <Dialog open isCalm onClose={onClose} title={t('set_up_title')} lead={t('set_up_lead')}>
      <ScanForm drawn={drawn} onCode={async (code) => setCodes(await confirm.mutateAsync(code))} />
    </Dialog>
  );
}

/** Shows the codes that replaced the old ones. */
export function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations('two_factor');
  const account = useAccountName();
  const saved = useCodesSaved(onClose);
  return (
    <Dialog open isCalm onClose={saved.close} title={t('codes_title')} lead={t('renewed_lead')}>
      <RecoveryCodes codes={codes} account={account} saved={saved} />
    </Dialog>
  );
}
