/** What tests replace or add: to describe another browser, device or moment. */
const OBJECTS: object[] = [window, document, navigator, Element.prototype, HTMLElement.prototype];

/** Vitest's own values change with each file. */
const isOurs = (key: PropertyKey) => !String(key).startsWith('__vitest');

const before = Symbol.for('matchpoint.window-before');
type Remembered = Map<PropertyKey, PropertyDescriptor>[];

/** Remembers the properties of the window and of what it consists of. */
export function rememberWindow(): void {
  const remembered: Remembered = OBJECTS.map(
    (object) => new Map(Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)!])),
  );
  Reflect.set(globalThis, before, remembered);
}

/** Makes the window as it was when it was remembered, for the next file. */
export function restoreWindow(): void {
  const remembered = Reflect.get(globalThis, before) as Remembered;
  for (const [index, object] of OBJECTS.entries()) {
    const properties = remembered[index]!;
    for (const key of Reflect.ownKeys(object).filter(isOurs)) if (!properties.has(key)) Reflect.deleteProperty(object, key);
    for (const [key, descriptor] of properties) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      if (isOurs(key) && descriptor.configurable && now?.value !== descriptor.value) Object.defineProperty(object, key, descriptor);
    }
  }
  for (const element of [document.head, document.body]) element.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  (globalThis as unknown as { jsdom: { cookieJar: { removeAllCookiesSync: () => void } } }).jsdom.cookieJar.removeAllCookiesSync();
  sessionStorage.clear();
}
