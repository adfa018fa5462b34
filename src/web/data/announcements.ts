import { create } from 'zustand';

/** The one sentence that screen readers speak next; the shell holds the live region that shows it to them. */
export const useAnnouncement = create<{ sentence: string }>(() => ({ sentence: '' }));

export const announce = (sentence: string): void => useAnnouncement.setState({ sentence });
