import { isIP } from 'node:net';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isPublicAddress } from '#server/platform/http/public-lookup.ts';

/** Ports of receivers. Others would make us a scanner of other people's servers. The default port is written as ''. */
const PORTS = ['', '8443'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether webhooks may be sent to this machine by plain HTTP: in the demo, and where a setting says so. */
export const allowsLoopback = ({ demo, webhooksToLoopback }: Pick<Config, 'demo' | 'webhooksToLoopback'>): boolean =>
  demo || webhooksToLoopback;

/** Returns whether a URL is plain HTTP to this machine. */
export const isLoopbackUrl = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.includes(hostname);

/** Returns whether a URL names a host of the public internet, as far as its text tells: host names are checked when they are connected to. */
function isPublicUrl({ protocol, hostname, port }: URL): boolean {
  if (protocol !== 'https:' || !PORTS.includes(port)) return false;
  // A host name that ends in digits only is parsed as an IP address, however it was written.
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(address) !== 0) return isPublicAddress(address);
  return /[^.]\.[^.]+\.?$/.test(hostname) && !/\.(localhost|local|internal)\.?$/.test(hostname);
}

/** Returns the URL of a receiver in its normal form, without a fragment. Throws `invalid_webhook_url`. */
export function receiverUrl(config: Pick<Config, 'demo' | 'webhooksToLoopback'>, text: string): string {
  const refusal = new AppError('invalid_webhook_url', { loopback: allowsLoopback(config) ? 'yes' : 'no' });
  if (!URL.canParse(text)) throw refusal;
  const url = new URL(text);
  url.hash = '';
  const isAllowed = isPublicUrl(url) || (allowsLoopback(config) && isLoopbackUrl(url));
  if (!isAllowed || url.username !== '' || url.password !== '') throw refusal;
  return url.href;
}
