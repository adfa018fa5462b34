import { useAnnouncement } from '#web/data/toasts.ts';

/** Announces one sentence at a time to screen readers. */
export function LiveRegion() {
  const sentence = useAnnouncement((state) => state.sentence);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {sentence}
    </div>
  );
}
