import { userEvent } from '@testing-library/user-event';

/** Adds text to a field at once, as a password manager does. Typing renders the page for each letter: it is for tests of what that does. */
export async function enterText(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
