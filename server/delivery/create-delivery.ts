import { createGuardedAgent, type GuardPolicy } from '../outbound/guarded-agent.ts';
import { usableSourceAddresses } from '../outbound/source-address.ts';
import { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatcher.ts';
import { createSendAttempt } from './send-attempt.ts';

export interface DeliveryOptions
  extends Pick<DispatcherOptions, 'store' | 'sealer' | 'clock' | 'log' | 'telemetry' | 'pollMs' | 'retrySpeed'> {
  /** Which receivers may be connected to. */
  destinations: GuardPolicy;
  /** The announced sources of deliveries: IP addresses and CIDR ranges. */
  sourceAddresses: readonly string[];
}

/**
 * Creates the dispatcher with its own HTTP client, which `stop` closes. Deliveries leave from the first source address
 * that this machine has. Rejects when the system has no free socket.
 */
export async function createDelivery(options: DeliveryOptions): Promise<Dispatcher> {
  const { destinations, sourceAddresses, clock, log } = options;
  const [localAddress] = await usableSourceAddresses(sourceAddresses);
  if (localAddress === undefined && sourceAddresses.length > 0) {
    // Expected behind a gateway that translates addresses (NAT); otherwise firewalls of partners may refuse deliveries.
    log.warn({ sourceAddresses }, 'webhook deliveries leave from none of the announced addresses of this machine');
  }
  const agent = createGuardedAgent({ ...destinations, localAddress });
  const send = createSendAttempt({ agent, clock });
  // Aborts attempts in flight, which the dispatcher then does not record.
  return createDispatcher({ ...options, send, close: () => agent.destroy() });
}
