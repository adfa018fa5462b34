import { copyText } from './copy-text.ts';

/** Whether this browser offers what the device shares with: messages, mail, other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Hands a link over to whatever its user shares with; where that is not to be had it goes into the clipboard. Who turns back has shared nothing, and is told nothing. */
export async function shareLink(link: { title: string; text: string; url: string }): Promise<void> {
  if (!canShare()) return copyText(link.url);
  try {
    await navigator.share(link);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(link.url);
  }
}
