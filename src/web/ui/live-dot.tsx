/** The dot that says "live"; the words beside it say so too. */
export function LiveDot() {
  return <span aria-hidden className="size-[7px] flex-none animate-breathe rounded-full bg-live shadow-[0_0_0_3px_var(--live-soft)]" />;
}
