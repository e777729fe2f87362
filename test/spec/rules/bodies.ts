import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../../generated/operations.ts';
import { example } from '../../support/contract.ts';
import { having, type Json } from './table.ts';

/** The domains that are registered for the partners of these tests. */
export const REGISTERED_DOMAINS = ['example.edu', 'documents.example.edu', 'hiring.acme.example'];

const chain = () => [{ name: 'Example Careers' }, { name: 'Example Recruitment' }];

interface Request {
  /** The status of the answer to a body that keeps the rules. */
  accepted: number;
  /** The member that makes two requests the same. */
  idempotencyMember: string | null;
  /** A valid body with every property of the contract, made of the operation's fullest example. */
  body(): Json;
}

function statusQuery(): Request {
  return { accepted: 200, idempotencyMember: null, body: () => example('StatusQueryOfThree') };
}

function webhook(accepted: number): Request {
  return { accepted, idempotencyMember: null, body: () => example('WebhookOfAcme') };
}

/** Every operation that takes JSON. The last item of each list in a body has every property. */
export const requests: Partial<Record<OperationId, Request>> = {
  addEducation: {
    accepted: 201,
    idempotencyMember: 'id',
    body() {
      const body = example('EducationWithTranscript');
      body.data.credential.transcript.subjects.reverse();
      body.data.partner_chain = chain();
      return body;
    },
  },
  addEnglishProficiency: {
    accepted: 201,
    idempotencyMember: 'id',
    body() {
      const body = example('EnglishProficiencyWithSubskills');
      body.data.credential.partner_chain = chain();
      body.data.partner_chain = chain();
      return body;
    },
  },
  addMicrocredential: {
    accepted: 201,
    idempotencyMember: 'id',
    body() {
      const body = example('MicrocredentialPdf');
      body.data.partner_chain = chain();
      return body;
    },
  },
  addRightToWork: {
    accepted: 201,
    idempotencyMember: 'id',
    body() {
      const body = example('RightToWorkSingapore');
      body.data.credential.partner_chain = chain();
      body.data.partner_chain = chain();
      return body;
    },
  },
  addMicrocredentialBatch: {
    accepted: 201,
    idempotencyMember: 'id',
    body() {
      const body = example('MicrocredentialBatchOfThree');
      body.credentials.reverse();
      const { data } = body.credentials.at(-1);
      data.credential.partner_chain = chain();
      data.partner_chain = chain();
      return body;
    },
  },
  addCredentialBatch: {
    accepted: 201,
    idempotencyMember: 'credential_id',
    body() {
      const body = example('CredentialBatchOfEveryKind');
      body.education_items[0].fields.partner_chain = chain();
      body.microcredential_items[0].fields.partner_chain = chain();
      body.english_proficiency_items[0].fields.test_scores.partner_chain = chain();
      body.right_to_work_items[0].fields.partner_chain = chain();
      return body;
    },
  },
  listSubmissionStatusesV1: statusQuery(),
  listSubmissionStatusesV2: statusQuery(),
  createVerificationRequest: {
    accepted: 201,
    idempotencyMember: 'request_id',
    body: () => example('VerificationOfAcme'),
  },
  // Nothing is there to be decided, which is found out once the body is judged.
  decideVerificationRequest: {
    accepted: 404,
    idempotencyMember: null,
    body: () => example('IdentityShared'),
  },
  decideSubmission: { accepted: 404, idempotencyMember: null, body: () => example('SubmissionAccepted') },
  createWebhook: webhook(201),
  replaceWebhook: webhook(200),
};

/** The fullest body of an operation, never sent before. */
export function freshBody(operation: OperationId): Json {
  const request = requests[operation];
  if (request === undefined) throw new Error(`There is no body of ${operation}`);
  const body = request.body();
  if (request.idempotencyMember !== null) body[request.idempotencyMember] = `RULES-${randomUUID()}`;
  return body;
}

/** A document that fits each document_type. */
const documents: Record<string, string | null> = {
  pdf: 'https://documents.example.edu/document.pdf',
  png: 'https://documents.example.edu/document.png',
  jpg: 'https://documents.example.edu/document.jpg',
  open_cert: '{"version":"https://schema.openattestation.com/2.0/schema.json","data":{}}',
  none: null,
};

/** Makes a submission one of another document_type, and a decision one for another status. */
export function asVariant(submission: Json, documentType: string): Json {
  if (submission.status !== undefined) {
    if (documentType === 'canceled') delete submission.digital_identity;
    return having('/status', documentType)(submission);
  }
  submission.document_type = documentType;
  return having('/data/document', documents[documentType])(submission);
}
