/** The API of browsers with Trusted Types, which TypeScript's library does not include yet. */
interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createScriptURL: (url: string) => string | null }) => unknown;
}

/**
 * Tells the browser which addresses may become code: workers, such as the one that solves captchas, and the service worker. The page's
 * Content-Security-Policy makes it ask for each, and rejects code from text: HTML in `innerHTML`, scripts, handlers.
 */
export function trustOwnScripts(scope: { trustedTypes?: TrustedTypes } = window as { trustedTypes?: TrustedTypes }): void {
  scope.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOwnScript(url) ? url : null) });
}

function isOwnScript(url: string): boolean {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin && (pathname === '/service-worker.js' || /^\/assets\/(console\/)?[\w.-]+\.js$/.test(pathname));
}

declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Dialogs lock the page's scrolling with a style element, which the Content Security Policy allows by this answer's nonce. The library that
 * creates the element reads the nonce under this name.
 */
export function allowStyles(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
}
