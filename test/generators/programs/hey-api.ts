// Sends the calls of a file with the client of @hey-api/openapi-ts, and prints values of each response.
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

const tell = (name: string, ...values: unknown[]) => console.log(`${name}\t${values.join(' ')}`);

const { baseUrl, clientId: client_id, clientSecret: client_secret } = bodies.settings;
client.setConfig({ baseUrl });
const throwOnError = true;
const { data: token } = await createTokenV2({
  throwOnError,
  body: { grant_type: 'client_credentials', client_id, client_secret },
});
tell('createTokenV2', token.token_type);
client.setConfig({ auth: token.access_token });

for (const body of bodies.addEducation)
  tell('addEducation', (await addEducation({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addEnglishProficiency)
  tell('addEnglishProficiency', (await addEnglishProficiency({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addMicrocredential)
  tell('addMicrocredential', (await addMicrocredential({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addRightToWork)
  tell('addRightToWork', (await addRightToWork({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addMicrocredentialBatch)
  tell('addMicrocredentialBatch', (await addMicrocredentialBatch({ throwOnError, body })).data.redirect_uri);
for (const body of bodies.addCredentialBatch) {
  const { redirect_uri, asset_uploads } = (await addCredentialBatch({ throwOnError, body })).data;
  tell('addCredentialBatch', redirect_uri, asset_uploads.length);
}

for (const body of bodies.listSubmissionStatusesV2) {
  const { data: status } = await getSubmissionStatusV2({ throwOnError, path: { id: body.ids[0] ?? '' } });
  tell('getSubmissionStatusV2', status.id, status.status);
  const { credentials } = (await listSubmissionStatusesV2({ throwOnError, body })).data;
  tell('listSubmissionStatusesV2', ...credentials.map((each) => `${each.id} ${each.status}`));
}

const requested: string[] = [];
for (const body of bodies.createVerificationRequest) {
  const { data: link } = await createVerificationRequest({ throwOnError, body });
  tell('createVerificationRequest', link.redirect_uri);
  requested.push(link.request_id);
}
const { requests } = (await listVerificationRequests({ throwOnError, query: { 'request_id[]': requested } })).data;
if (requests.map(({ request_id }) => request_id).join() !== requested.join()) throw new Error('other requests');
tell('listVerificationRequests', ...requests.map(({ results }) => results[0]?.status));

for (const body of bodies.createWebhook) {
  const { data: webhook } = await createWebhook({ throwOnError, body });
  tell('createWebhook', webhook.url, webhook.secret.length);
}

const { error } = await addEducation({ body: bodies.refused });
if (error === undefined || !('errors' in error)) throw new Error('not refused');
tell('refused', error.status, ...error.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort());
