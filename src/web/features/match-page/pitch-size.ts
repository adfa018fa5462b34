/** The pitch's height: standing on the phone, lying on the desktop. Known before the pitch itself, so that nothing moves when it comes. */
export const PITCH_SIZE = 'h-[660px] md:aspect-[105/62] md:h-auto';
