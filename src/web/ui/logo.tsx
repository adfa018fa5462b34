/** The product's mark, and its name beside it unless the place is needed for something else. */
export function Logo({ isMark = false }: { isMark?: boolean }) {
  return (
    <span className="flex items-center gap-[9px] text-[18px] font-extrabold tracking-[-0.02em] [font-stretch:112%]">
      <span aria-hidden className="grid size-5 place-items-center rounded-full bg-accent">
        <span className="size-[7px] rounded-full bg-on-accent" />
      </span>
      {/* If the desktop's bar is narrow, only the mark is shown. */}
      <span className={isMark ? 'sr-only' : 'md:max-lg:sr-only'}>matchpoint</span>
    </span>
  );
}
