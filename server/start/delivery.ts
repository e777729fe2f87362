import type { AccessServices, ReportServices, StorageServices } from '../api/services.ts';
import type { GuardPolicy } from '../platform/outbound/guarded-agent.ts';
import { createDelivery } from '../work/delivery/dispatcher.ts';
import { Downloader } from '../work/documents/downloader.ts';
import type { Config } from './settings.ts';

/** Creates the workers that deliver webhooks and download documents. */
export async function createDeliveryWorkers(
  { webhookSourceAddresses, webhookRetrySpeed }: Config,
  services: StorageServices & Pick<AccessServices, 'partners'> & ReportServices,
  destinations: GuardPolicy,
) {
  const parts = { ...services, destinations };
  return {
    dispatcher: await createDelivery({
      ...parts,
      sourceAddresses: webhookSourceAddresses,
      retrySpeed: webhookRetrySpeed,
    }),
    downloader: new Downloader(parts),
  };
}
