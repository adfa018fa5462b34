import { create } from 'zustand';

export type ToastType = 'info' | 'success' | 'error';
export interface Toast {
  id: number;
  type: ToastType;
  message: string;
  /** How long it stays visible, in milliseconds. */
  timeout: number;
  /** A link to details. */
  link?: ToastLink | undefined;
}
export interface ToastLink {
  /** A path of this site. */
  to: string;
  label: string;
}

const TIMEOUT_MS = 2_500;
const LONG_TIMEOUT_MS = 6_000;
const TOASTS_MAX = 4;

let lastId = 0;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/** Shows a toast in the top layer. Identical visible texts are shown once. A toast with a link stays as long as an error. */
export function toast(type: ToastType, message: string, { timeout, link }: Pick<Partial<Toast>, 'timeout' | 'link'> = {}): void {
  const stays = timeout ?? (type === 'error' || link ? LONG_TIMEOUT_MS : TIMEOUT_MS);
  useToasts.setState(({ toasts }) => {
    const others = toasts.filter((shown) => shown.message !== message || shown.type !== type);
    return { toasts: [...others, { id: ++lastId, type, message, timeout: stays, link }].slice(-TOASTS_MAX) };
  });
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }));

/** The next sentence for screen readers; the shell renders the live region. */
export const useAnnouncement = create<{ sentence: string }>(() => ({ sentence: '' }));

export const announce = (sentence: string): void => useAnnouncement.setState({ sentence });
