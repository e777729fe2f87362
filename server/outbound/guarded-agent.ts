import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { webhookDelivery } from '../../generated/operations.ts';
import { type AddressPolicy, addressKind, hostKind, mayConnect } from '../domain/address-kind.ts';
import { AddressRefused } from './address-refused.ts';
import { createResolveName, type Resolve } from './resolve-name.ts';

export interface GuardedAgentOptions extends AddressPolicy {
  /** The address of this machine that connections leave from. Hosts without an address of its family fail. */
  localAddress?: string | undefined;
  /** Further requests to the same origin wait until one is free. No limit by default. */
  connectionsPerOrigin?: number | undefined;
  resolve?: Resolve | undefined;
  /** The certificates to trust, in PEM, instead of the well-known ones. */
  ca?: string | Buffer | undefined;
}

/** Shorter than the idle limits of common servers and firewalls; a `Keep-Alive` header from the server overrules it. */
const IDLE_CONNECTION_MS = 30_000;
/** No delivery waits longer; a resolver or a host that never answers must not keep its place in the pool longer. */
const CONNECT_TIMEOUT_MS = webhookDelivery.timeout_seconds * 1000;
/**
 * How long to try one of several addresses before the next (RFC 8305). Node gives each up after 250 ms, which a
 * receiver on the other side of the world does not always keep.
 */
const NEXT_ADDRESS_MS = 1000;

/**
 * An HTTP/1.1 client for addresses that strangers name: it connects to the internet only (or to this machine, with
 * `allowLoopback`), keeps connections for the next request, and follows no redirect. A request to any other address fails
 * with `AddressRefused`. Every new connection is judged by the address it goes to, so a name whose address has changed
 * since it was last looked at (DNS rebinding) gains nothing.
 */
export function createGuardedAgent(options: GuardedAgentOptions): Agent {
  const { allowLoopback, localAddress, connectionsPerOrigin, ca, resolve = createResolveName() } = options;
  return new Agent({
    connect: guardedConnector(
      {
        lookup: guardedLookup(resolve, { allowLoopback }),
        timeout: CONNECT_TIMEOUT_MS,
        autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
        // Spelled out so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
        rejectUnauthorized: true,
        ...(ca === undefined ? {} : { ca }),
        ...(localAddress === undefined ? {} : { family: isIP(localAddress) }),
      },
      { allowLoopback },
    ),
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    ...(localAddress === undefined ? {} : { localAddress }),
    ...(connectionsPerOrigin === undefined ? {} : { connections: connectionsPerOrigin }),
  });
}

function guardedConnector(
  options: buildConnector.BuildOptions,
  policy: AddressPolicy,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    // `net` looks nothing up for an IP address, so `guardedLookup` never sees one.
    if (!mayConnect(hostKind(target.hostname), policy)) {
      // Not at once: undici counts on a connector that answers later.
      process.nextTick(callback, new AddressRefused(), null);
      return;
    }
    connect(target, (error, socket) => {
      if (error !== null) return callback(error, null);
      // A TLS socket that fails after its handshake says so but stays open, and undici waits for its end.
      socket.once('error', () => socket.destroy());
      // The last word, whatever was resolved before. Nothing of the request has been sent yet.
      if (mayConnect(addressKind(socket.remoteAddress ?? ''), policy)) return callback(null, socket);
      socket.destroy();
      callback(new AddressRefused(), null);
    });
  };
}

/** A lookup for `net.connect` that knows only addresses which may be connected to. */
function guardedLookup(resolve: Resolve, policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const permitted = addresses.filter(({ address }) => mayConnect(addressKind(address), policy));
      const [first] = permitted;
      if (first === undefined) return callback(new AddressRefused(), '');
      // Several are asked for when `net` may try one after the other, which it does not with a local address.
      if (options.all) return callback(null, permitted);
      callback(null, first.address, first.family);
    });
  };
}
