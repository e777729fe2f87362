import { createGuardedAgent } from '../outbound/guarded-agent.ts';
import { usableSourceAddresses } from '../outbound/source-address.ts';
import { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatcher.ts';
import { createSendAttempt } from './send-attempt.ts';

export interface DeliveryOptions
  extends Pick<DispatcherOptions, 'store' | 'sealer' | 'clock' | 'log' | 'pollMs'> {
  /** Outside production, receivers on this machine may be delivered to. */
  production: boolean;
  /** Where partners are told that deliveries come from: IP addresses and ranges in CIDR notation. */
  sourceAddresses: readonly string[];
}

/**
 * The dispatcher over a client of its own, which `stop` closes. Deliveries leave from the first of the source addresses that
 * this machine has. Rejects when the system has no socket to spare.
 */
export async function createDelivery(options: DeliveryOptions): Promise<Dispatcher> {
  const { production, sourceAddresses, clock, log } = options;
  const [localAddress] = await usableSourceAddresses(sourceAddresses);
  if (localAddress === undefined && sourceAddresses.length > 0) {
    // Behind a gateway that translates addresses this is as it should be; otherwise firewalls of partners may refuse.
    log.warn(
      { sourceAddresses },
      'webhook deliveries leave from none of the announced addresses of this machine',
    );
  }
  const agent = createGuardedAgent({ allowLoopback: !production, localAddress });
  const send = createSendAttempt({ agent, clock });
  // Cuts off what has not ended; the dispatcher does not take that for an answer.
  return createDispatcher({ ...options, send, close: () => agent.destroy() });
}
