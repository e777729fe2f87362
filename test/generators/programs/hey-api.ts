// Sends the calls in a file with the client from @hey-api/openapi-ts, and prints values from each response.
import * as bodies from './bodies';
import {
  addCredentialBatch,
  addEducation,
  addEnglishProficiency,
  addMicrocredential,
  addMicrocredentialBatch,
  addRightToWork,
  createTokenV2,
  createVerificationRequest,
  createWebhook,
  getSubmissionStatusV2,
  listSubmissionStatusesV2,
  listVerificationRequests,
} from './client';
import { client } from './client/client.gen';

const show = (name: string, ...values: unknown[]) => console.log(`${name}\t${values.join(' ')}`);

const { baseUrl, clientId: client_id, clientSecret: client_secret } = bodies.settings;
client.setConfig({ baseUrl });
const throwOnError = true;
const { data: token } = await createTokenV2({
  throwOnError,
  body: { grant_type: 'client_credentials', client_id, client_secret },
});
show('createTokenV2', token.token_type);
client.setConfig({ auth: token.access_token });

for (const body of bodies.addEducation)
  show('addEducation', (await addEducation({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addEnglishProficiency)
  show('addEnglishProficiency', (await addEnglishProficiency({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addMicrocredential)
  show('addMicrocredential', (await addMicrocredential({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addRightToWork)
  show('addRightToWork', (await addRightToWork({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addMicrocredentialBatch)
  show('addMicrocredentialBatch', (await addMicrocredentialBatch({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addCredentialBatch) {
  const { redirect_uri, asset_uploads } = (await addCredentialBatch({ throwOnError, body })).data;
  show('addCredentialBatch', redirect_uri, asset_uploads.length);
}

for (const body of bodies.listSubmissionStatusesV2) {
  const { data: status } = await getSubmissionStatusV2({ throwOnError, path: { id: body.ids[0] ?? '' } });
  show('getSubmissionStatusV2', status.id, status.status);
  const { credentials } = (await listSubmissionStatusesV2({ throwOnError, body })).data;
  show('listSubmissionStatusesV2', ...credentials.map((each) => `${each.id} ${each.status}`));
}

const requested: string[] = [];
for (const body of bodies.createVerificationRequest) {
  const { data: link } = await createVerificationRequest({ throwOnError, body });
  show('createVerificationRequest', link.redirect_uri);
  requested.push(link.request_id);
}
const { requests } = (await listVerificationRequests({ throwOnError, query: { 'request_id[]': requested } })).data;
if (requests.map(({ request_id }) => request_id).join() !== requested.join()) throw new Error('Unexpected requests');
show('listVerificationRequests', ...requests.map(({ results }) => results[0]?.status));

for (const body of bodies.createWebhook) {
  const { data: webhook } = await createWebhook({ throwOnError, body });
  show('createWebhook', webhook.url, webhook.secret.length);
}

const { error } = await addEducation({ body: bodies.refused });
if (error === undefined || !('errors' in error)) throw new Error('The service accepted an invalid submission');
show('refused', error.status, ...(error.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort());
