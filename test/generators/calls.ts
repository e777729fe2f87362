import type { Target } from '../../scripts/conformance/kit-types.ts';
import { contract, example } from '../support/contract.ts';

export interface Calls {
  base_url: string;
  client_id: string;
  client_secret: string;
  // biome-ignore lint/suspicious/noExplicitAny: the generated clients define the types of the examples
  bodies: Record<string, any[]>;
  /** An education submission that violates rules that generated clients do not check. */
  refused: unknown;
}

const pages = {
  addEducation: 'add/education#',
  addEnglishProficiency: 'add/englishProficiency#',
  addMicrocredential: 'add/microcredential#',
  addRightToWork: 'add/rightToWork#',
  addMicrocredentialBatch: 'add/batch#',
  addCredentialBatch: 'add/batch#',
  createVerificationRequest: 'verify/digitalIdentity\\?',
};

export function callsTo({ baseUrl, clientId, clientSecret }: Target): Calls {
  const all = Object.values(contract.paths).flatMap((path) => Object.values(path as object));
  const bodies = [...Object.keys(pages), 'listSubmissionStatusesV2', 'createWebhook'].map((id) => {
    const { examples } = all.find(({ operationId }) => operationId === id).requestBody.content['application/json'];
    return [id, Object.keys(examples).map(example)];
  });
  const refused = example('EducationWithTranscript');
  refused.data.credential.majors = ['Commerce'];
  refused.data.document = 'https://documents.unregistered.example/degree.pdf';
  return {
    base_url: baseUrl,
    client_id: clientId,
    client_secret: clientSecret,
    bodies: Object.fromEntries(bodies),
    refused,
  };
}

/** Returns the calls as TypeScript code, so that the compiler checks each body against the type of its operation. */
export function asTypeScript({ base_url, client_id, client_secret, bodies, refused }: Calls): string {
  const settings = { baseUrl: base_url, clientId: client_id, clientSecret: client_secret };
  const typeOf = (id: string) => `${id.replace(/^./, (first) => first.toUpperCase())}Data`;
  return [
    `import type { ${Object.keys(bodies).map(typeOf).join(', ')} } from './client';`,
    `export const settings = ${JSON.stringify(settings)};`,
    ...Object.entries(bodies).map(
      ([id, each]) => `export const ${id}: ${typeOf(id)}['body'][] = ${JSON.stringify(each)};`,
    ),
    `export const refused: AddEducationData['body'] = ${JSON.stringify(refused)};`,
  ].join('\n');
}

/** Returns patterns for the lines that a successful program prints: operation, tab, and values from the response. */
export function answersTo({ bodies }: Calls): RegExp[] {
  const eachOf = (id: string, textOf: (body: Calls['bodies'][string][number]) => string) =>
    (bodies[id] ?? []).map((body) => [id, textOf(body)]);
  const linksOf = (id: keyof typeof pages) => eachOf(id, () => `https?://\\S+/partner/${pages[id]}\\S+`);
  const assetsOf = (batch: object) =>
    Object.values(batch).flatMap((items) => (Array.isArray(items) ? items.flatMap(({ assets }) => assets ?? []) : []));
  const submitted: string[] = bodies['listSubmissionStatusesV2']?.[0].ids;
  return [
    ['createTokenV2', 'Bearer'],
    ...linksOf('addEducation'),
    ...linksOf('addEnglishProficiency'),
    ...linksOf('addMicrocredential'),
    ...linksOf('addRightToWork'),
    ...linksOf('addMicrocredentialBatch'),
    ...eachOf('addCredentialBatch', (batch) => `https?://\\S+/partner/add/batch#\\S+ ${assetsOf(batch).length}`),
    ['getSubmissionStatusV2', `${submitted[0]} incomplete`],
    ['listSubmissionStatusesV2', submitted.map((id) => `${id} incomplete`).join(' ')],
    ...linksOf('createVerificationRequest'),
    [
      'listVerificationRequests',
      linksOf('createVerificationRequest')
        .map(() => 'incomplete')
        .join(' '),
    ],
    ...eachOf('createWebhook', ({ url }) => `${url} 64`),
    ['refused', '422 /data/credential/course_name not_allowed /data/document unregistered_domain'],
  ].map(([id, text]) => new RegExp(`^${id}\t${text}$`));
}
