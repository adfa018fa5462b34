import { useAnnouncement } from '#web/data/toasts.ts';

/** Speaks one sentence at a time to whoever listens instead of looking. */
export function LiveRegion() {
  const sentence = useAnnouncement((state) => state.sentence);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {sentence}
    </div>
  );
}
