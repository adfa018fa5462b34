import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface TakenWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

/** A receiver's answer: a status, optionally with headers, or what it does with the response. */
export type WebhookAnswer = number | { status: number; headers: Record<string, string> } | ((response: ServerResponse) => void);

/** Starts a receiver on a free port. It answers 204 to everything, except where told otherwise for a path. */
export async function startWebhookReceiver() {
  const taken: TakenWebhook[] = [];
  const answers = new Map<string, WebhookAnswer[]>();
  const always = new Map<string, WebhookAnswer>();
  let onTaken = async (_: TakenWebhook): Promise<void> => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const body = Buffer.concat(chunks).toString('utf8');
    const webhook = { path, headers: request.headers, body, event: JSON.parse(body || '{}') };
    taken.push(webhook);
    await onTaken(webhook);
    const answer = answers.get(path)?.shift() ?? always.get(path) ?? 204;
    if (typeof answer === 'function') answer(response);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    taken,
    /** Returns what came to a path. */
    at: (path: string) => taken.filter((one) => one.path === path),
    /** Sets the answers to the next requests for a path, one each. */
    answer: (path: string, ...next: WebhookAnswer[]) => void answers.set(path, next),
    /** Sets the answer to all other requests for a path. */
    alwaysAnswer: (path: string, answer: WebhookAnswer) => void always.set(path, answer),
    /** Runs `happen` while a request is being processed. */
    meanwhile: (happen: typeof onTaken) => {
      onTaken = happen;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;
