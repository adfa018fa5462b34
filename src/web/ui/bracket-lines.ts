/** The lines between the rounds of a bracket: classes of a place, which is `relative` and as high as its share of the round. */

/** From the middle of a place to the line between the two that lead to the same place: for the upper and the lower of them. */
const UP_OR_DOWN = [
  'after:top-1/2 after:bottom-0 after:rounded-tr-[6px] after:border-t',
  'after:top-0 after:bottom-1/2 after:rounded-br-[6px] after:border-b',
] as const;
const TO_NEXT = 'after:absolute after:-right-2.5 after:w-2.5 after:border-r after:border-line-strong';

/** From a place to the next round. */
export const lineToNext = (place: number): string => `${TO_NEXT} ${UP_OR_DOWN[place % 2 === 0 ? 0 : 1]}`;
/** From the round before to a place. */
export const LINE_FROM_BEFORE = 'before:absolute before:top-1/2 before:-left-2.5 before:w-2.5 before:border-t before:border-line-strong';
/** The same where the screen is wide; on a phone the round before is not shown. */
export const LINE_FROM_BEFORE_WIDE =
  'md:before:absolute md:before:top-1/2 md:before:-left-2.5 md:before:w-2.5 md:before:border-t md:before:border-line-strong';
