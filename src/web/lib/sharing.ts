import { toast } from '#web/data/toasts.ts';
import { translator } from '#web/i18n/locale-store.ts';

/** Copies a text to the clipboard; returns whether that worked: browsers may refuse it. */
export async function copyText(text: string): Promise<void> {
  const t = translator('common');
  try {
    await navigator.clipboard.writeText(text);
    toast('success', t('copied'));
  } catch {
    toast('error', t('copy_failed'));
  }
}

/** Whether this browser offers the device's share sheet: messages, mail, other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the share sheet for a link, or copies it if there is none. Cancelling has no effect and no message. */
export async function shareLink(link: { title: string; text: string; url: string }): Promise<void> {
  if (!canShare()) return copyText(link.url);
  try {
    await navigator.share(link);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(link.url);
  }
}

/** Long enough for any browser to start the download. */
const SAVING_MS = 60_000;

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
