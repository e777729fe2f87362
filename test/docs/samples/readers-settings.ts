import { createPartnerClient, unwrap } from '../../../server/partner-kit/client/client.ts';
import { sandboxPartners } from '../../../server/sandbox/partners.ts';
import { example } from '../../support/contract.ts';
import { startService } from '../../support/service.ts';
import { environment } from '../receivers/languages.ts';

/**
 * Calls with what a reader of the samples has in the environment: a sandbox that nobody else uses, an access token, the
 * link for a file, a webhook and a delivery of it. The file of the link is a PDF.
 */
export async function withReadersSettings<T>(work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const service = await startService();
  try {
    const [partner] = sandboxPartners;
    if (partner === undefined) throw new Error('The sandbox has no partner');
    const credentials = { clientId: partner.clientId, clientSecret: partner.secret };
    const client = createPartnerClient({ baseUrl: service.url, ...credentials });
    const batch = example('CredentialBatchOfEveryKind');
    const { asset_uploads } = await unwrap(client.addCredentialBatch({ body: batch }));
    const upload = asset_uploads.find(({ asset_id }) => asset_id === batch.education_items[0].assets[0].asset_id);
    if (upload?.asset_type !== 'pdf') throw new Error('The first asset of the example is no PDF');
    const { id } = await unwrap(client.createWebhook({ body: { url: 'http://127.0.0.1:9/' } }));
    const delivery = await unwrap(client.sendTestEvent({ params: { path: { id } } }));
    return await work({
      ...environment,
      BASE_URL: service.url,
      CLIENT_ID: partner.clientId,
      CLIENT_SECRET: partner.secret,
      TOKEN: await service.token(),
      // The service gives out its public address; here it is reached at its port.
      UPLOAD_URL: upload.url.replace(new URL(upload.url).origin, service.url),
      WEBHOOK_ID: id,
      DELIVERY_ID: delivery.id,
    });
  } finally {
    await service.stop();
  }
}
