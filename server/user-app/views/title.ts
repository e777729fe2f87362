import type { CredentialShown, SubmissionShown } from '../shown/types.ts';
import type { Message, Words } from '../words/words.tsx';

type Titles = Pick<Words, 'country'>;

/** What a credential is called, to be said. */
export function credentialTitle({ country }: Titles, credential: CredentialShown): Message {
  switch (credential.kind) {
    case 'right_to_work':
      return ['title.rightToWork', { country: country(credential.country) }];
    case 'digital_identity':
      return ['kind.digital_identity'];
    default:
      return ['title.given', { title: credential.title }];
  }
}

/** What a submission is called, to be said: its credential, or how many there are. */
export function submissionTitle(words: Titles, { kind, credentials }: SubmissionShown): Message {
  const [first] = credentials;
  if (kind === 'microcredential_batch') return ['title.microcredentials', { count: credentials.length }];
  if (credentials.length > 1) return ['title.identityAndOthers', { count: credentials.length - 1 }];
  return first === undefined ? [`kind.${kind}`] : credentialTitle(words, first);
}
