import { toast } from '#web/data/toasts.ts';
import { translator } from '#web/i18n/locale-store.ts';

/** Puts a text into the clipboard, and says whether that worked: browsers may refuse it. */
export async function copyText(text: string): Promise<void> {
  const t = translator('common');
  try {
    await navigator.clipboard.writeText(text);
    toast('success', t('copied'));
  } catch {
    toast('error', t('copy_failed'));
  }
}
