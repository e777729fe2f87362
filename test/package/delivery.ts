import { signatureHeaders } from '../../server/domain/signature.ts';

const secret = 'a'.repeat(64);
const created_at = '2026-01-31T09:30:00.000000Z';
const body = JSON.stringify({ event_id: 'e1', request_id: 'r1', type: 'verification', status: 'verified', created_at });

/** Returns a webhook delivery that is signed now, like the deliveries of the service, and the secret of its webhook. */
export function signedDelivery() {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders({ eventId: 'e1', body: Buffer.from(body), timestamp, secrets: [secret] });
  return { body, headers, secret };
}
