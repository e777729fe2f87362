import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { webhookDelivery } from '../../generated/operations.ts';
import { type AddressPolicy, addressKind, type DeniedDestinations, hostKind, mayConnect } from '../domain/addresses.ts';
import { createResolveName, type Resolve } from './resolve-name.ts';

/** The service does not connect to any address of the host. The error names neither host nor address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ERR_ADDRESS_REFUSED';

  constructor() {
    super('The host has no address that this service connects to');
  }
}

/** What connections are judged by. */
export interface GuardPolicy extends AddressPolicy {
  /** The operator's list; nothing by default. */
  denied?: DeniedDestinations | undefined;
}

export interface GuardedAgentOptions extends GuardPolicy {
  /** The local address that connections leave from. Hosts without an address of the same family fail. */
  localAddress?: string | undefined;
  /** Further requests to the same origin wait for a free connection. No limit by default. */
  connectionsPerOrigin?: number | undefined;
  /** A longer response body fails with `UND_ERR_RES_EXCEEDED_MAX_SIZE`. No limit by default. */
  maxResponseBytes?: number | undefined;
  resolve?: Resolve | undefined;
  /** The certificates to trust, in PEM, in place of the well-known ones. */
  ca?: string | Buffer | undefined;
}

/** Shorter than the idle limits of common servers and firewalls; a server's `Keep-Alive` header overrides it. */
const IDLE_CONNECTION_MS = 30_000;
/** The time limit of a delivery; a silent resolver or host must not keep its place in the pool longer. */
const CONNECT_TIMEOUT_MS = webhookDelivery.timeout_seconds * 1000;
/**
 * The Connection Attempt Delay of RFC 8305: how long one of several addresses is tried before the next. Node's default
 * of 250 ms is too short for some receivers on the other side of the world.
 */
const CONNECTION_ATTEMPT_DELAY_MS = 1000;

/**
 * An HTTP/1.1 client for URLs that strangers give. It connects to the internet only (and to this machine, with
 * `allowLoopback`), reuses connections, and follows no redirects. A request to any other address fails with
 * `AddressRefused`. Every new connection is judged by the address that it reaches, so that a name which resolves
 * differently the second time (DNS rebinding) cannot get around the check.
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
        // Spelled out so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
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

const isPermitted = (address: string, { denied, ...policy }: GuardPolicy): boolean =>
  mayConnect(addressKind(address), policy) && !denied?.deniesAddress(address);

function guardedConnector(options: buildConnector.BuildOptions, policy: GuardPolicy): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    // `net` does not look up IP addresses, so `guardedLookup` never sees one.
    if (!mayConnect(hostKind(target.hostname), policy) || policy.denied?.deniesHost(target.hostname)) {
      // Deferred, because undici expects a connector to answer asynchronously.
      process.nextTick(callback, new AddressRefused(), null);
      return;
    }
    connect(target, (error, socket) => {
      if (error !== null) return callback(error, null);
      // A TLS socket that fails after its handshake emits the error but stays open, and undici waits for its end.
      socket.once('error', () => socket.destroy());
      // The final check, whatever was resolved before. Nothing of the request has been sent yet.
      if (isPermitted(socket.remoteAddress ?? '', policy)) return callback(null, socket);
      socket.destroy();
      callback(new AddressRefused(), null);
    });
  };
}

/** A lookup for `net.connect` that returns only permitted addresses. */
function guardedLookup(resolve: Resolve, policy: GuardPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const permitted = addresses.filter(({ address }) => isPermitted(address, policy));
      const [first] = permitted;
      if (first === undefined) return callback(new AddressRefused(), '');
      // `net` asks for all addresses when it may try one after the other, which it does not with a local address.
      if (options.all) return callback(null, permitted);
      callback(null, first.address, first.family);
    });
  };
}
