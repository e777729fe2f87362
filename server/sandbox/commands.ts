import { operations } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { sandboxPartners } from './partners.ts';

type Schemas = components['schemas'];

/** A command to paste into a shell with curl and Node. */
export interface Command {
  title: string;
  about: string;
  text: string;
}

const submission: Schemas['EducationSubmission'] = {
  id: 'FIRST-1',
  credential_type: 'education',
  document_type: 'none',
  data: {
    credential: {
      full_name: 'Alex Example',
      education_provider: 'Example University',
      course_name: 'Bachelor of Commerce',
      conferral_year: '2024',
      majors: ['Finance', 'Economics'],
    },
  },
};

const verificationRequest: Schemas['VerificationRequest'] = {
  display_options: { partner_name: 'Demo' },
};

/**
 * Returns the commands for the sandbox at `baseUrl`, with a webhook to `webhookUrl`. The commands of an open sandbox
 * show no secret. Later commands use `$TOKEN`, `$WEBHOOK_ID`, `$WEBHOOK_SECRET` and `$REQUEST_ID`, which earlier ones
 * set.
 */
export function commandsFor({
  baseUrl,
  webhookUrl,
  openSandbox,
}: {
  baseUrl: string;
  webhookUrl: string;
  openSandbox: boolean;
}) {
  const [partner] = sandboxPartners;
  if (partner === undefined) throw new RangeError('The sandbox has no partner');
  const { clientId, secret } = partner;
  const authorized = `-H "Authorization: Bearer $TOKEN"`;
  const call = (path: string) => `curl -s ${baseUrl}${path} \\\n  ${authorized}`;
  const post = (path: string, body: object) =>
    `${call(path)} -H 'Content-Type: application/json' \\\n  -d '${jsonOf(body)}'`;
  const webhook: Schemas['WebhookCreate'] = { url: webhookUrl };
  const decision: Schemas['VerificationDecision'] = {
    status: 'verified',
    digital_identity: { full_name: 'Alex Example' },
  };

  return {
    token: {
      title: 'Get an access token',
      about: openSandbox
        ? 'Set CLIENT_SECRET first. The commands below send the token.'
        : 'The commands below send it.',
      text: `TOKEN=$(curl -s ${baseUrl}${operations.createTokenV2.path} \\
  -d grant_type=client_credentials -d client_id=${clientId} \\
  -d client_secret=${openSandbox ? '"$CLIENT_SECRET"' : secret} \\
  | ${read('access_token')})`,
    },
    submission: {
      title: 'Submit a qualification',
      about:
        'The answer holds a link. Open it in this browser: the sandbox signs in whoever gives an e-mail address, and asks for consent.',
      text: post(operations.addEducation.path, submission),
    },
    webhook: {
      title: 'Create a webhook',
      about: 'It leads to the mailbox. The secret that signs its events is in this answer and in no other.',
      text: `WEBHOOK=$(${post(operations.createWebhook.path, webhook)})
WEBHOOK_ID=$(echo "$WEBHOOK" | ${read('id')})
export WEBHOOK_SECRET=$(echo "$WEBHOOK" | ${read('secret')})
echo "$WEBHOOK"`,
    },
    testEvent: {
      title: 'Send a test event',
      about: 'Within a second it is in the mailbox.',
      text: `curl -s -X POST "${baseUrl}${operations.sendTestEvent.path.replace('{id}', '$WEBHOOK_ID')}" \\
  ${authorized}`,
    },
    verification: {
      title: 'Request a verification',
      about: 'The answer holds a link for the user. Open it in this browser, or let the next command decide.',
      text: `REQUEST=$(${post(operations.createVerificationRequest.path, verificationRequest)})
REQUEST_ID=$(echo "$REQUEST" | ${read('request_id')})
echo "$REQUEST"`,
    },
    act: {
      title: 'Act for the user',
      about:
        'An operation of the sandbox alone. Two events follow: incomplete, when the user opens the link, and verified.',
      text: `curl -s "${baseUrl}${operations.decideVerificationRequest.path.replace('{id}', '$REQUEST_ID')}" \\
  ${authorized} -H 'Content-Type: application/json' \\
  -d '${jsonOf(decision)}'`,
    },
    result: {
      title: 'Read the result',
      about: 'An event says only that there is news.',
      text: `curl -s "${baseUrl}${operations.getVerificationRequest.path.replace('{id}', '$REQUEST_ID')}" \\
  ${authorized}`,
    },
  } satisfies Record<string, Command>;
}

/** Returns JSON on one line if it fits. */
function jsonOf(body: object): string {
  const line = JSON.stringify(body);
  return line.length <= 80 ? line : JSON.stringify(body, null, 2);
}

/** Returns a command that prints a property of the JSON on stdin. */
const read = (member: string) => `node -p 'JSON.parse(fs.readFileSync(0)).${member}'`;
