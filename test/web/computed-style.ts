type Known = 'display' | 'visibility' | 'pointerEvents' | 'animationName';
const KNOWN: Readonly<Record<string, Known>> = {
  display: 'display',
  visibility: 'visibility',
  pointerEvents: 'pointerEvents',
  'pointer-events': 'pointerEvents',
  animationName: 'animationName',
};

/** Elements and attributes for which jsdom's default rules depend on more than the kind of element. */
const SPECIAL_KINDS = new Set(['dialog', 'embed', 'summary']);
const isSpecial = (element: Element) =>
  SPECIAL_KINDS.has(element.localName) || element.hasAttribute('hidden') || element.hasAttribute('popover');

/** Whether a style sheet of the page is about one of the known properties; libraries add sheets about scrolling. */
const decides = (sheet: CSSStyleSheet) => [...sheet.cssRules].some(({ cssText }) => /display|visibility|pointer-events/.test(cssText));

/**
 * Makes `getComputedStyle` fast for what Testing Library asks about each element of each query: whether it is displayed, visible and
 * clickable, and Radix of what appears: whether it is animated. For each answer, jsdom matches the element and its ancestors with all default rules and parses all values again. Here these
 * answers come from the kind of element and from `style` attributes, and all other ones from jsdom.
 */
export function speedUpComputedStyle(): void {
  const original = window.getComputedStyle;
  const displays = new Map<string, string>();

  /** The display of an element of this kind without attributes, according to jsdom. */
  const defaultDisplay = (element: Element): string => {
    const type = element.localName === 'input' ? (element.getAttribute('type') ?? '') : '';
    const kind = `${element.namespaceURI} ${element.localName} ${type}`;
    let display = displays.get(kind);
    if (display === undefined) {
      const sample = document.createElementNS(element.namespaceURI, element.localName);
      if (type) sample.setAttribute('type', type);
      display = original(sample).display;
      displays.set(kind, display);
    }
    return display;
  };

  const styleOf = (element: Element, name: Known): string => {
    if (isSpecial(element)) return original(element)[name];
    const own = element.hasAttribute('style') ? (element as HTMLElement).style[name] : '';
    if (own !== '' && own !== 'inherit') return own;
    if (name === 'display') return defaultDisplay(element);
    if (name === 'animationName') return '';
    if (element.parentElement) return styleOf(element.parentElement, name);
    return name === 'visibility' ? 'visible' : 'auto';
  };

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || [...document.styleSheets].some(decides)) return original(element, pseudo);
    let complete: CSSStyleDeclaration | undefined;
    const rest = () => {
      complete ??= original(element);
      return complete;
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        const known = KNOWN[name as string];
        if (known) return styleOf(element, known);
        if (name === 'getPropertyValue')
          return (property: string) => (KNOWN[property] ? styleOf(element, KNOWN[property]) : rest().getPropertyValue(property));
        const value = Reflect.get(rest(), name);
        return typeof value === 'function' ? value.bind(rest()) : value;
      },
    });
  };
}
