/** Functions that can have more than 60 lines, each with the reason. */
export const LONG_FUNCTIONS: Readonly<Record<string, string>> = {
  'server/storage/database/documents/document-store.ts: documentStore': 'a list of short methods',
  'server/storage/database/documents/retention-store.ts: retentionStore': 'a list of short methods',
  'server/storage/database/keys/encrypted-value-store.ts: encryptedValueStore': 'a list of short methods',
  'server/storage/database/submissions/submission-store.ts: submissionStore': 'a list of short methods',
  'server/storage/database/users/user-store.ts: userStore': 'a list of short methods',
  'server/storage/database/verifications/verification-store.ts: verificationStore': 'a list of short methods',
  'server/storage/database/webhooks/delivery-log-store.ts: deliveryLogStore': 'a list of short methods',
  'server/storage/database/webhooks/delivery-store.ts: deliveryStore': 'a list of short methods',
  'server/storage/database/webhooks/webhook-store.ts: webhookStore': 'a list of short methods',
};

/** File names that several folders use for files with the same role: entry points, service interfaces, style sheets. */
export const SHARED_NAMES = ['main.ts', 'services.ts', 'style.css'];

/** Maximum number of lines of the source in `server/`, `scripts/`, and `mock/`. */
export const MAX_TOTAL = 31_500;
