import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { USDT_CONTRACT, walletOfHex } from '#domain/withdrawals/wallet.ts';
import type { FakeChain } from './fake-chain.ts';

/** How a node misbehaves. */
export const NODE_FAULTS = [
  'away',
  'slow',
  'limited_inside',
  'limited',
  'forbidden',
  'unavailable',
  'broken',
  'redirecting',
  'lite',
  'no_json',
  'cut',
  'too_long',
  'list',
  'null',
  'behind',
  'of_the_future',
  'forgetting',
  'lying_amount',
  'lying_wallet',
  'lying_hash',
  'lying_success',
  'without_lists',
  'hiding_transfers',
] as const;
export type NodeFault = (typeof NODE_FAULTS)[number];

export interface FakeNode {
  url: string;
  /** Returns the fault of a request; null for none. */
  faultOf: (path: string) => NodeFault | null;
  /** Requests so far. */
  requests: { path: string; key: string | undefined }[];
  close: () => Promise<void>;
}

/** Starts a node of a chain on a free port of this machine. */
export async function startFakeNode(chain: FakeChain): Promise<FakeNode> {
  const node: Pick<FakeNode, 'faultOf' | 'requests'> = { faultOf: () => null, requests: [] };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    node.requests.push({ path, key: request.headers['tron-pro-api-key'] as string | undefined });
    const body = await bodyOf(request);
    const fault = node.faultOf(path);
    if (fault !== null && breakAnswer(fault, request, response)) return;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(answerOf(chain, path, body, fault)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(node, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text || '{}');
}

const LACK = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };

/** Answers with something that is no answer; returns whether it did. */
function breakAnswer(fault: NodeFault, request: IncomingMessage, response: ServerResponse): boolean {
  const end = (status: number, text: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, headers).end(text);
    return true;
  };
  switch (fault) {
    case 'away':
      request.socket.destroy();
      return true;
    case 'slow':
      return true;
    case 'limited_inside':
      return end(200, JSON.stringify(LACK));
    case 'limited':
      return end(429, '{}', { 'Retry-After': '30' });
    case 'forbidden':
      return end(403, '{}');
    case 'unavailable':
      return end(503, '');
    case 'broken':
      return end(500, '{}');
    case 'redirecting':
      return end(302, '', { Location: '/elsewhere' });
    case 'lite':
      return end(200, 'this API is closed because this node is a lite fullnode');
    case 'no_json':
      return end(200, '<html>Welcome</html>');
    case 'cut':
      return end(200, '{"id": "ab');
    case 'too_long':
      return end(200, `{"id": "${'a'.repeat(3 * 1024 * 1024)}"}`);
    case 'list':
      return end(200, '[]');
    case 'without_lists':
      return (request.url ?? '').startsWith('/v1/') && end(404, '{}');
    case 'null':
      return end(200, 'null');
    default:
      return false;
  }
}

function answerOf(chain: FakeChain, path: string, body: Record<string, string>, fault: NodeFault | null): unknown {
  if (path.endsWith('/getnowblock')) return headAnswer(chain, fault);
  if (path.endsWith('/triggerconstantcontract')) return constantAnswer(chain, body);
  if (path.endsWith('/getaccount')) return accountAnswer(chain, body, 'trx');
  if (path.endsWith('/getaccountresource')) return accountAnswer(chain, body, 'resources');
  if (path.startsWith('/v1/accounts/')) return listAnswer(chain, new URL(path, 'http://node'), fault);
  if (fault === 'behind' || fault === 'forgetting') return {};
  const mined = chain.transactionOf(body.value ?? '');
  if (mined === undefined) return fault === 'lying_success' ? { id: body.value, receipt: { result: 'SUCCESS' } } : {};
  if (path.startsWith('/walletsolidity/') && !mined.isSolid) return {};
  return lied(mined.info, fault);
}

function headAnswer(chain: FakeChain, fault: NodeFault | null) {
  const { number, timestamp } = chain.head();
  const shiftMs = fault === 'behind' ? -3_600_000 : fault === 'of_the_future' ? 3_600_000 : -60_000;
  const shifted = { number: number + Math.floor(shiftMs / 3_000), timestamp: timestamp + shiftMs };
  return { blockID: '0'.repeat(64), block_header: { raw_data: shifted, witness_signature: '' } };
}

/** Changes what a transaction says, in a form that is correct by itself. */
function lied(info: Record<string, unknown>, fault: NodeFault | null): unknown {
  const told = structuredClone(info) as {
    id: string;
    result?: string;
    receipt: { result: string };
    log?: { topics: string[]; data: string }[];
  };
  const [first] = told.log ?? [];
  if (fault === 'lying_hash') told.id = 'e'.repeat(64);
  if (fault === 'lying_amount' && first) first.data = '1'.padStart(64, '0');
  if (fault === 'lying_wallet' && first) first.topics[2] = '9'.repeat(40).padStart(64, '0');
  if (fault === 'lying_success') {
    told.receipt.result = 'SUCCESS';
    told.log = [];
    delete told.result;
  }
  return told;
}

function accountAnswer(chain: FakeChain, { address }: Record<string, string>, what: 'trx' | 'resources') {
  const { trx = 0, energy = 0, bandwidth = 0 } = chain.accounts.get(walletOfHex((address ?? '').slice(-40))) ?? {};
  // What is nothing is left out.
  if (what === 'trx') return trx === 0 ? {} : { balance: trx };
  return {
    freeNetLimit: 600,
    freeNetUsed: 600,
    NetLimit: bandwidth + 5,
    NetUsed: 5,
    ...(energy > 0 && { EnergyLimit: energy + 7, EnergyUsed: 7 }),
  };
}

/** Rows of a page of a list, so few that tests turn pages. */
const PAGE = 3;

/** Transfers of USDT from a wallet, as an indexing service lists them. */
function listAnswer(chain: FakeChain, { pathname, searchParams }: URL, fault: NodeFault | null) {
  if (fault === 'hiding_transfers') return { data: [], success: true, meta: { page_size: 0 } };
  const wallet = pathname.split('/')[3];
  const sinceMs = Number(searchParams.get('min_timestamp'));
  const rows = chain.finals().flatMap(({ hash, atMs, transfers, failure }) =>
    transfers.flatMap(({ token = USDT_CONTRACT, from, to, amount }) => {
      if (failure !== undefined || token !== USDT_CONTRACT || from !== wallet || atMs < sinceMs) return [];
      const token_info = { symbol: 'USDT', address: token, decimals: 6, name: 'Tether USD' };
      return [{ transaction_id: hash, token_info, block_timestamp: atMs, from, to, type: 'Transfer', value: String(amount) }];
    }),
  );
  const begin = Number(searchParams.get('fingerprint') ?? 0);
  const data = rows.slice(begin, begin + PAGE);
  const isMore = begin + PAGE < rows.length;
  return { data, success: true, meta: { at: Date.now(), page_size: data.length, ...(isMore && { fingerprint: String(begin + PAGE) }) } };
}

function constantAnswer(chain: FakeChain, { function_selector, parameter }: Record<string, string>) {
  const wallet = walletOfHex((parameter ?? '').slice(-40));
  const value = function_selector === 'isBlackListed(address)' ? BigInt(chain.frozen.has(wallet)) : (chain.balances.get(wallet) ?? 0n);
  return { result: { result: true }, energy_used: 935, constant_result: [value.toString(16).padStart(64, '0')] };
}
