import { escapeHtml } from '#server/platform/text-formats.ts';

/** Text that is HTML: everything else is escaped where it is put into a template. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | null | false | readonly Value[];

/** Writes HTML. Values are escaped unless they are Html; null and false are nothing. Attributes are quoted in the template. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => new Html(String.raw({ raw: parts }, ...values.map(written)));

function written(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(written).join('') : escapeHtml(String(value));
}
