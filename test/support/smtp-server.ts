import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as accepted by a server. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Headers and body, as received. */
  source: string;
}

export interface TestSmtpServer {
  /** For SMTP_URL. */
  url: string;
  taken: TakenMail[];
  /** Returns the number of connections so far. */
  connections: () => number;
  /** Closes the open connections. */
  hangUp: () => void;
  close: () => Promise<void>;
}

/**
 * Starts a real SMTP server on a free port. The handlers in `options` run before a mail is accepted: an error from them is sent to the
 * sender.
 */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  let connections = 0;
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Makes an error with which a handler of startSmtpServer refuses. */
export const smtpRefusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Where a server fails: it hangs up, or stops replying. */
export type SmtpBreak = { at: 'greeting' | 'recipient' | 'data' | 'body'; by: 'hanging up' | 'silence' };

/** Starts a server that fails at that point, and counts the mails it received completely. */
export async function startBreakingSmtpServer(
  broken: SmtpBreak,
): Promise<{ url: string; wholeMails: () => number; close: () => Promise<void> }> {
  let whole = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const say = (at: SmtpBreak['at'] | null, line: string) => {
      if (at !== broken.at) socket.write(`${line}\r\n`);
      else if (broken.by === 'hanging up') socket.destroy();
    };
    say('greeting', '220 test');
    let heard = '';
    let isBody = false;
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      for (let end = endOf(heard, isBody); end > 0; end = endOf(heard, isBody)) {
        const line = heard.slice(0, end);
        heard = heard.slice(end);
        if (isBody) {
          whole++;
          isBody = false;
          say('body', '250 taken');
        } else if (/^DATA/i.test(line)) {
          isBody = broken.at !== 'data';
          say('data', '354 go on');
        } else say(/^RCPT/i.test(line) ? 'recipient' : null, '250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url: `smtp://127.0.0.1:${port}`, wholeMails: () => whole, close };
}

/** Returns the end of the next command, or of the dot that ends a mail; 0 if it has not arrived yet. */
function endOf(heard: string, isBody: boolean): number {
  const mark = isBody ? '\r\n.\r\n' : '\r\n';
  const index = heard.indexOf(mark);
  return index < 0 ? 0 : index + mark.length;
}
