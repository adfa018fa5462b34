/** The shape of a namespace in another language: the same keys with any text. A missing or extra key does not compile. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };
