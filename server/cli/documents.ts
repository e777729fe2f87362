import { toTimestamp } from '../domain/clock.ts';
import type { Services } from '../services.ts';
import type { StoredDocument } from '../store/documents/document-store.ts';
import { type Commands, type Listing, listing } from './command.ts';

const PAGE = 1000;

/** The operator's command for documents that submissions name by URL. */
export const documentCommands: Commands = {
  'documents list': listing(listDocuments),
};

/**
 * A line for each missing document: the submission's key, the id that the document belongs to, its state, the attempts
 * made, the last error, and when the next attempt is due. Reveals neither URL nor owner.
 */
async function listDocuments({ store }: Pick<Services, 'store'>): Promise<Listing> {
  const found: StoredDocument[] = [];
  let page: StoredDocument[] = [];
  do {
    const after = page.at(-1)?.documentKey;
    page = await store.listMissingDocuments({ limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page);
  } while (page.length === PAGE);
  return { lines: found.map(lineOf), objects: found.map(objectOf) };
}

const lineOf = ({ requestId, ref, state, attemptsMade, error, availableAt }: StoredDocument): string =>
  [requestId, ref, state, attemptsMade, error ?? '-', availableAt === null ? '-' : toTimestamp(availableAt)].join('\t');

const objectOf = ({ requestId, ref, state, attemptsMade, error, availableAt }: StoredDocument) => ({
  submission: requestId,
  ref,
  state,
  attempts_made: attemptsMade,
  error,
  next_attempt_at: availableAt === null ? null : toTimestamp(availableAt),
});
