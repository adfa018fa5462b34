import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type PushPayload, pushPayload } from '#contract/notifications.ts';

/** A push service's reply: a status, optionally with headers such as Retry-After; null hangs up, undefined never replies. */
export type PushAnswer = { status: number; headers?: Record<string, string> } | null | undefined;

export interface TakenPush {
  /** Path of the endpoint. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Starts the push service of all browsers on a free port: it accepts everything (201) except where told otherwise for a path. */
export async function startPushService() {
  const taken: TakenPush[] = [];
  const answers = new Map<string, PushAnswer[]>();
  let onTaken = async (_: TakenPush): Promise<void> => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const told = answers.get(path);
    const answer: PushAnswer = told && told.length > 0 ? told.shift() : { status: 201 };
    const push = { path, headers: request.headers, body: Buffer.concat(chunks) };
    if (answer !== null && answer !== undefined && answer.status < 300) taken.push(push);
    await onTaken(push);
    if (answer === null) request.socket.destroy();
    else if (answer !== undefined) response.writeHead(answer.status, answer.headers).end('of no interest');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    /** Sets the replies to the next pushes to an endpoint, one each. */
    answer: ({ endpoint }: { endpoint: string }, ...next: PushAnswer[]) => void answers.set(new URL(endpoint).pathname, next),
    /** Runs `happen` while a push is being processed. */
    meanwhile: (happen: typeof onTaken) => {
      onTaken = happen;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type StartedPushService = Awaited<ReturnType<typeof startPushService>>;

/** Creates a browser's subscription with its private key: only it can read what is sent to it. */
export function subscribe(name: string) {
  const keys = createECDH('prime256v1');
  const p256dh = keys.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `https://push.example.com/wpush/${name}`;
  const open = (body: Buffer): PushPayload => pushPayload.parse(JSON.parse(decrypt(body, { keys, p256dh, auth })));
  return {
    endpoint,
    subscription: { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    open,
    /** Returns the pushes delivered to it, decrypted, in order. */
    shown: (taken: readonly TakenPush[]) => taken.filter(({ path }) => path === new URL(endpoint).pathname).map(({ body }) => open(body)),
  };
}
export type Browser = ReturnType<typeof subscribe>;

/** Decrypts one record by RFC 8188 and 8291, as browsers do: with Node's own cryptography rather than the library that encrypted it. */
function decrypt(body: Buffer, { keys, p256dh, auth }: { keys: ReturnType<typeof createECDH>; p256dh: Buffer; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const senderLength = body[20]!;
  const sender = body.subarray(21, 21 + senderLength);
  const sealed = body.subarray(21 + senderLength);
  if (sealed.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const contentKey = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no padding');
  return padded.subarray(0, end).toString('utf8');
}

/** Reads `Authorization` as a push service does (RFC 8292), after verifying the signature. */
export function readVapid(authorization: string): { publicKey: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is not that of the key');
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) };
}
