/** The shape of a namespace in another language: the same keys, any words. A missing or an extra key does not compile. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };
