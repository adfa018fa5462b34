import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '#web/ui/dialog.tsx';
import type { DrawnSecret } from './api.ts';
import { RecoveryCodes, useKeeping } from './recovery-codes.tsx';
import { ScanForm } from './scan-form.tsx';

/** From the picture for the app to the recovery codes; closed before its first code is right, nothing has changed. */
export function SetUpDialog({ drawn, onClose }: { drawn: DrawnSecret; onClose: () => void }) {
  const t = useTranslations('two_factor');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const keeping = useKeeping(onClose);
  if (codes) {
    return (
      <Dialog open isCalm onClose={keeping.close} title={t('codes_title')} lead={t('codes_lead')}>
        <RecoveryCodes codes={codes} keeping={keeping} />
      </Dialog>
    );
  }
  return (
    <Dialog open isCalm onClose={onClose} title={t('set_up_title')} lead={t('set_up_lead')}>
      <ScanForm drawn={drawn} onCodes={setCodes} />
    </Dialog>
  );
}

/** The codes that took the place of the old ones. */
export function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations('two_factor');
  const keeping = useKeeping(onClose);
  return (
    <Dialog open isCalm onClose={keeping.close} title={t('codes_title')} lead={t('renewed_lead')}>
      <RecoveryCodes codes={codes} keeping={keeping} />
    </Dialog>
  );
}
