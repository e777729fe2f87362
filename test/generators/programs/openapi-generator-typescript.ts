// Reads calls from a file, sends them with the typescript-fetch client of OpenAPI Generator, and prints the results.
import { readFileSync } from 'node:fs';
import {
  BatchesApi,
  Configuration,
  CreateTokenV2GrantTypeEnum,
  CredentialBatchFromJSON,
  EducationSubmissionFromJSON,
  EnglishProficiencySubmissionFromJSON,
  MicrocredentialBatchFromJSON,
  MicrocredentialSubmissionFromJSON,
  ResponseError,
  RightToWorkSubmissionFromJSON,
  type SubmissionLink,
  SubmissionStatusesApi,
  SubmissionStatusQueryFromJSON,
  SubmissionsApi,
  TokensApi,
  ValidationProblemFromJSON,
  VerificationApi,
  VerificationRequestFromJSON,
  WebhookCreateFromJSON,
  WebhooksApi,
} from './typescript';

const calls = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const bodies: Record<string, unknown[]> = calls.bodies;
const basePath: string = calls.base_url;

const show = (name: string, ...values: unknown[]) => console.log(`${name}\t${values.join(' ')}`);

const token = await new TokensApi(new Configuration({ basePath })).createTokenV2({
  grantType: CreateTokenV2GrantTypeEnum.ClientCredentials,
  clientId: calls.client_id,
  clientSecret: calls.client_secret,
});
show('createTokenV2', token.tokenType);

const configuration = new Configuration({ basePath, accessToken: `Bearer ${token.accessToken}` });
const submissions = new SubmissionsApi(configuration);
const batches = new BatchesApi(configuration);
const adds: Record<string, (body: unknown) => Promise<SubmissionLink>> = {
  addEducation: (body) => submissions.addEducation({ educationSubmission: EducationSubmissionFromJSON(body) }),
  addEnglishProficiency: (body) =>
    submissions.addEnglishProficiency({ englishProficiencySubmission: EnglishProficiencySubmissionFromJSON(body) }),
  addMicrocredential: (body) =>
    submissions.addMicrocredential({ microcredentialSubmission: MicrocredentialSubmissionFromJSON(body) }),
  addRightToWork: (body) => submissions.addRightToWork({ rightToWorkSubmission: RightToWorkSubmissionFromJSON(body) }),
  addMicrocredentialBatch: (body) =>
    batches.addMicrocredentialBatch({ microcredentialBatch: MicrocredentialBatchFromJSON(body) }),
};
for (const [name, add] of Object.entries(adds)) {
  for (const body of bodies[name] ?? []) show(name, (await add(body)).redirectUri);
}
for (const body of bodies['addCredentialBatch'] ?? []) {
  const link = await batches.addCredentialBatch({ credentialBatch: CredentialBatchFromJSON(body) });
  show('addCredentialBatch', link.redirectUri, link.assetUploads.length);
}

const statuses = new SubmissionStatusesApi(configuration);
for (const body of bodies['listSubmissionStatusesV2'] ?? []) {
  const submissionStatusQuery = SubmissionStatusQueryFromJSON(body);
  const status = await statuses.getSubmissionStatusV2({ id: submissionStatusQuery.ids[0] ?? '' });
  show('getSubmissionStatusV2', status.id, status.status);
  const { credentials } = await statuses.listSubmissionStatusesV2({ submissionStatusQuery });
  show('listSubmissionStatusesV2', ...credentials.map((each) => `${each.id} ${each.status}`));
}

const verification = new VerificationApi(configuration);
const requestId: string[] = [];
for (const body of bodies['createVerificationRequest'] ?? []) {
  const verificationRequest = VerificationRequestFromJSON(body);
  const link = await verification.createVerificationRequest({ verificationRequest });
  show('createVerificationRequest', link.redirectUri);
  requestId.push(link.requestId);
}
const { requests } = await verification.listVerificationRequests({ requestId });
if (requests.map((request) => request.requestId).join() !== requestId.join()) throw new Error('Unexpected requests');
show('listVerificationRequests', ...requests.map(({ results }) => results[0]?.status));

for (const body of bodies['createWebhook'] ?? []) {
  const webhook = await new WebhooksApi(configuration).createWebhook({ webhookCreate: WebhookCreateFromJSON(body) });
  show('createWebhook', webhook.url, webhook.secret.length);
}

try {
  await submissions.addEducation({ educationSubmission: EducationSubmissionFromJSON(calls.refused) });
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  const { status, errors } = ValidationProblemFromJSON(await error.response.json());
  show('refused', status, ...errors.map(({ pointer, code }) => `${pointer} ${code}`).sort());
}
