import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { webhookDelivery } from '../../../generated/operations.ts';
import { addressKind, hostKind, mayConnect } from '../../domain/address-kind.ts';
import type { DeniedDestinations } from '../../domain/address-ranges.ts';
import { createResolveName, type Resolve } from './resolve-name.ts';

/** The message contains neither the host nor the address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ERR_ADDRESS_REFUSED';

  constructor() {
    super('The host has no address that this service is allowed to connect to');
  }
}

export interface GuardPolicy {
  allowLoopback: boolean;
  denied?: DeniedDestinations | undefined;
}

export interface GuardedAgentOptions extends GuardPolicy {
  /** Source address of connections. A connection fails if the host has no address of the same family (IPv4 or IPv6). */
  localAddress?: string | undefined;
  /** Maximum number of connections per origin, above which requests wait. Default: no limit. */
  connectionsPerOrigin?: number | undefined;
  /** Maximum size of a response body. A larger body fails with `UND_ERR_RES_EXCEEDED_MAX_SIZE`. Default: no limit. */
  maxResponseBytes?: number | undefined;
  resolve?: Resolve | undefined;
  /** CA certificates in PEM format, which replace the default certificates. */
  ca?: string | Buffer | undefined;
}

/** Time after which idle connections are closed, shorter than the idle timeout of most servers and firewalls. */
const IDLE_CONNECTION_MS = 30_000;
/** Equals the timeout of a delivery, so that an unresponsive host cannot hold a slot for longer. */
const CONNECT_TIMEOUT_MS = webhookDelivery.timeout_seconds * 1000;
/** Connection Attempt Delay (RFC 8305). Node's default of 250 ms is too short for some distant receivers. */
const CONNECTION_ATTEMPT_DELAY_MS = 1000;

/**
 * Creates a client for URLs from partners. The client follows no redirects, and rejects forbidden addresses with
 * `AddressRefused`. It checks the address of every new connection, so that DNS rebinding cannot bypass the check.
 */
export function createGuardedAgent(options: GuardedAgentOptions): Agent {
  const { allowLoopback, denied, localAddress, ca, resolve = createResolveName() } = options;
  const policy = { allowLoopback, denied };
  return new Agent({
    connect: guardedConnector(
      {
        lookup: guardedLookup(resolve, policy),
        timeout: CONNECT_TIMEOUT_MS,
        autoSelectFamilyAttemptTimeout: CONNECTION_ATTEMPT_DELAY_MS,
        // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable the certificate check.
        rejectUnauthorized: true,
        ...(ca === undefined ? {} : { ca }),
        ...(localAddress === undefined ? {} : { family: isIP(localAddress) }),
      },
      policy,
    ),
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    ...(localAddress === undefined ? {} : { localAddress }),
    connections: options.connectionsPerOrigin ?? null,
    maxResponseSize: options.maxResponseBytes ?? -1,
  });
}

const isPermitted = (address: string, { allowLoopback, denied }: GuardPolicy): boolean =>
  mayConnect(addressKind(address), allowLoopback) && !denied?.deniesAddress(address);

function guardedConnector(options: buildConnector.BuildOptions, policy: GuardPolicy): buildConnector.connector {
  const { allowLoopback, denied } = policy;
  const connect = buildConnector(options);
  return (target, callback) => {
    // Checks literal IP addresses here, because `net` does not pass them to `guardedLookup`.
    if (!mayConnect(hostKind(target.hostname), allowLoopback) || denied?.deniesHost(target.hostname)) {
      // Deferred, because undici expects a connector to call back asynchronously.
      process.nextTick(callback, new AddressRefused(), null);
      return;
    }
    connect(target, (error, socket) => {
      if (error !== null) return callback(error, null);
      // A TLS socket that fails after its handshake emits an error but stays open, and undici waits until it closes.
      socket.once('error', () => socket.destroy());
      // Also checks the connected address, before any part of the request is sent.
      if (isPermitted(socket.remoteAddress ?? '', policy)) return callback(null, socket);
      socket.destroy();
      callback(new AddressRefused(), null);
    });
  };
}

function guardedLookup(resolve: Resolve, policy: GuardPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const permitted = addresses.filter(({ address }) => isPermitted(address, policy));
      const [first] = permitted;
      if (first === undefined) return callback(new AddressRefused(), '');
      // Returns several addresses only if `net` can try them. With `localAddress`, `net` tries only one address.
      if (options.all) return callback(null, permitted);
      callback(null, first.address, first.family);
    });
  };
}
