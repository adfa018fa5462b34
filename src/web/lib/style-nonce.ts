declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Dialogs lock the page's scrolling by a style element of their own, which the Content Security Policy lets in by the
 * nonce of this answer. The library that makes the element looks for the nonce under this name.
 */
export function allowStyles(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
}
