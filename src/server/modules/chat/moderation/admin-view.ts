/** Returns an admin as lists show them; null if no admin is involved. */
export const adminView = (id: string | null, email: string | null) => (id === null ? null : { id, email: email! });
