import type { CredentialShown, FileShown, SubmissionShown } from '../shown/types.ts';
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

/** What a document of a credential is called, to be said: by what it is, with a number where there are several. */
export function documentTitle({ kind, files }: CredentialShown, file: FileShown): Message {
  const isOpen = file.kind === 'open_cert';
  const alike = files.filter((each) => (each.kind === 'open_cert') === isOpen);
  const number = alike.length > 1 ? alike.indexOf(file) + 1 : 0;
  if (isOpen) return ['document.open_cert', { number }];
  switch (kind) {
    case 'education':
    case 'english_proficiency':
    case 'microcredential':
      return [`document.${kind}`, { number }];
    default:
      return ['document.other', { number }];
  }
}
