import { options, type VNode } from 'preact';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a field was rendered with; both are undefined for fields that keep what was entered. */
interface Rendered {
  value?: unknown;
  checked?: boolean;
}

/** A virtual node with its element, which Preact's types leave out. */
type FieldNode = VNode<Rendered> & { __e?: Field | null };

const FIELDS = new Set<unknown>(['input', 'textarea', 'select']);
const rendered = new WeakMap<EventTarget, Rendered>();

/**
 * Makes fields show what they were rendered with after each change, as they do with React: a letter that a field of digits refuses
 * disappears, and a switch stays where it was until the server has answered. Preact itself leaves a field alone if nothing renders again.
 */
export function controlFields(): void {
  const { diffed, event: onEvent } = options;
  options.diffed = (node: FieldNode) => {
    if (FIELDS.has(node.type) && node.__e) rendered.set(node.__e, node.props);
    diffed?.(node);
  };
  options.event = (event: Event) => {
    // Two steps later, because the first one renders what the event has changed.
    if (event.type === 'input' || event.type === 'change') queueMicrotask(() => queueMicrotask(() => restore(event.target as Field)));
    return onEvent ? onEvent(event) : event;
  };
}

function restore(field: Field): void {
  // Another choice of the group gave way to this one.
  const group = field.type === 'radio' ? document.querySelectorAll<Field>(`[type=radio][name="${field.name}"]`) : [field];
  for (const each of group) show(each, rendered.get(each));
}

function show(field: Field, { value, checked }: Rendered = {}): void {
  if ('checked' in field && checked !== undefined && field.checked !== checked) field.checked = checked;
  // Fields that are ticked have a value too, which never changes.
  else if (checked === undefined && value != null && field.value !== String(value)) field.value = String(value);
}
