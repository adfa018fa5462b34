/** Letters of a note or reason, as the contract takes it. */
export const NOTE_LENGTH_MAX = 500;
