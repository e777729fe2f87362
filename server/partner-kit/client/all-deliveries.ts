import type { components } from '../../../generated/types.ts';
import type { Answer } from './answers.ts';
import { unwrap } from './answers.ts';

type Delivery = components['schemas']['WebhookDelivery'];

type ReadPage = (cursor: string | undefined) => Promise<Answer<'listWebhookDeliveries'>>;

/** Reads page after page, each when it is needed. Rejects as `unwrap` does. */
export async function* allDeliveries(readPage: ReadPage): AsyncGenerator<Delivery, void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await unwrap(readPage(cursor));
    yield* page.deliveries;
    cursor = page.next_cursor;
  }
}
