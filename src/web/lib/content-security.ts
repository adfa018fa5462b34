/** What browsers with Trusted Types offer; TypeScript's library does not know it yet. */
interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createScriptURL: (url: string) => string | null }) => unknown;
}

/**
 * Tells the browser which addresses may become code: workers, such as the one that solves captchas, and the service worker. The policy of the page
 * (Content-Security-Policy on the server) has it ask for each, and refuses what is made of text: HTML in `innerHTML`, scripts, handlers.
 */
export function trustOwnScripts(scope: { trustedTypes?: TrustedTypes } = window as { trustedTypes?: TrustedTypes }): void {
  scope.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOwnScript(url) ? url : null) });
}

export function isOwnScript(url: string): boolean {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin && (pathname === '/service-worker.js' || /^\/assets\/(console\/)?[\w.-]+\.js$/.test(pathname));
}

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
