/** Reports a measured figure and the most that it may be. */
export type Tell = (what: string, value: number, max: number, digits?: number) => void;
