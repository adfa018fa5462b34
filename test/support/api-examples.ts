/** Runs the examples of a document and returns the document with their true answers. */

type Ask = (path: string, init: RequestInit) => Response | Promise<Response>;

/** A request in a document, and the block with its answer that follows it. */
const EXAMPLE = /```http\n((?:GET|POST|PUT|DELETE|OPTIONS) [\s\S]*?)```(\s*)```(json|http|ndjson|csv)\n([\s\S]*?)```/g;

/**
 * Sends each request of a document and returns the document with what was answered.
 *
 * An example is a block `http` that begins with a method and a path, and below it the answer: `json`, `csv` or `ndjson` for the body alone,
 * or `http` for the status, those headers that the document names, and the body. In a request, `If-None-Match` gets the last ETag.
 */
export async function runExamples(document: string, ask: Ask): Promise<string> {
  let [text, from, etag] = ['', 0, ''];
  for (const example of document.matchAll(EXAMPLE)) {
    const [whole, asked, space, language, told] = example as unknown as [string, string, string, string, string];
    const request = asked.replace(/^If-None-Match: .*$/m, `If-None-Match: ${etag}`);
    const response = await send(request, ask);
    etag = response.headers.get('etag') ?? etag;
    const body = shownBody(await response.text(), response.headers.get('content-type') ?? '');
    const answer = language === 'http' ? [headOf(response, told), body].filter((part) => part !== '').join('\n\n') : body;
    text += `${document.slice(from, example.index)}\`\`\`http\n${request}\`\`\`${space}\`\`\`${language}\n${answer}\n\`\`\``;
    from = example.index + whole.length;
  }
  return text + document.slice(from);
}

async function send(request: string, ask: Ask): Promise<Response> {
  const [head = '', body] = request.trimEnd().split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  return ask(path, { method, headers: { 'Accept-Language': 'en', ...headers }, ...(body !== undefined && { body }) });
}

/** Returns the status and those headers that the document names. */
function headOf({ status, headers }: Response, told: string): string {
  const named = (told.split('\n\n')[0] ?? '').split('\n').slice(1);
  const names = named.map((line) => line.split(':')[0] ?? '').filter((name) => name !== '');
  const lines = names.map((name) => `${name}: ${steady(headers.get(name) ?? 'is not sent')}`);
  return [`HTTP/1.1 ${status}`, ...lines].join('\n');
}

const shownBody = (body: string, contentType: string): string =>
  steady(/[/+]json\b/.test(contentType) ? shownJson(JSON.parse(body)) : body.replace('\uFEFF', '').trimEnd().replaceAll('\r\n', '\n'));

const LINE = 110;

/** Writes JSON with what fits on a line on one line. */
function shownJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value, null, 1)?.replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= LINE) return flat.replace(/^(\{|\[) (\}|\])$/, '$1$2');
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + shownJson(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${shownJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** What is another with each request: the id of the request, and the seconds that are left of a minute. */
const steady = (text: string): string =>
  text.replace(/"request_id": "[^"]*"/, '"request_id": "0196a0c4-5d3a-7c1e-9d43-1f2e3d4c5b6a"').replace(/;t=\d+$/, ';t=60');
