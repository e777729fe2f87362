import { toTimestamp } from '../domain/clock.ts';
import type { Services } from '../services.ts';
import type { StoredDocument } from '../store/documents/document-store.ts';
import type { Commands } from './command.ts';

const PAGE = 1000;

/** The operator's command for documents that submissions give the addresses of. */
export const documentCommands: Commands = {
  'documents list': { operands: 0, options: [], run: listDocuments },
};

/**
 * A line for each document that is not there: the submission's key, the id it belongs to, its state, the attempts made, what was
 * wrong with the last one, and when the next is due. Nothing in it says where a document was to be had, or whose it is.
 */
async function listDocuments({ store }: Pick<Services, 'store'>): Promise<string> {
  const lines: string[] = [];
  let page: StoredDocument[] = [];
  do {
    const after = page.at(-1)?.documentKey;
    page = await store.listMissingDocuments({ limit: PAGE, ...(after !== undefined && { after }) });
    lines.push(...page.map(lineOf));
  } while (page.length === PAGE);
  return lines.join('\n');
}

const lineOf = ({ requestId, ref, state, attemptsMade, error, availableAt }: StoredDocument): string =>
  [
    requestId,
    ref,
    state,
    attemptsMade,
    error ?? '-',
    availableAt === null ? '-' : toTimestamp(availableAt),
  ].join('\t');
