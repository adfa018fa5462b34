/** The type of the message by which an embed tells the page around it how high it is, in pixels. */
export const HEIGHT_MESSAGE = 'matchpoint:height';
