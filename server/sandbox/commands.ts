import { operations } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import type { Services } from '../services.ts';
import { FIRST_MAILBOX, mailboxUrl } from './mailbox.ts';
import { sandboxPartners } from './partners.ts';

type Schemas = components['schemas'];

/** The settings of the service that the pages for developers show. */
export type SandboxFacts = Pick<Services, 'appUrl' | 'baseUrl' | 'openSandbox'>;

/** A command to paste into a shell with curl and Node. */
interface Command {
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

const verificationRequest: Schemas['VerificationRequest'] = { display_options: { partner_name: 'Demo' } };

const decision: Schemas['VerificationDecision'] = {
  status: 'verified',
  digital_identity: { full_name: 'Alex Example' },
};

/**
 * Returns the commands of the start page. The commands of an open sandbox show no secret. Later commands use `$TOKEN`,
 * `$WEBHOOK_ID`, `$WEBHOOK_SECRET` and `$REQUEST_ID`, which earlier commands set.
 */
export function commandsFor({ appUrl, baseUrl, openSandbox }: SandboxFacts): Record<'submit' | 'verify', Command[]> {
  const [partner] = sandboxPartners;
  const webhook: Schemas['WebhookCreate'] = { url: mailboxUrl({ appUrl }, FIRST_MAILBOX) };
  const authorized = `-H "Authorization: Bearer $TOKEN"`;
  const post = (path: string, body: object) =>
    `curl -s "${baseUrl}${path}" \\\n  ${authorized} -H 'Content-Type: application/json' \\\n  -d '${jsonOf(body)}'`;
  const at = ({ path }: { path: string }, id: string) => path.replace('{id}', id);

  return {
    submit: [
      {
        title: 'Get an access token',
        about: openSandbox
          ? 'Set CLIENT_SECRET first. The commands below send the token.'
          : 'The commands below send it.',
        text: `TOKEN=$(curl -s ${baseUrl}${operations.createTokenV2.path} \\
  -d grant_type=client_credentials -d client_id=${partner?.clientId} \\
  -d client_secret=${openSandbox ? '"$CLIENT_SECRET"' : partner?.secret} \\
  | ${read('access_token')})`,
      },
      {
        title: 'Submit a qualification',
        about:
          'The response has a link. Open it in this browser: the sandbox signs in whoever gives an e-mail address, and asks for consent.',
        text: post(operations.addEducation.path, submission),
      },
    ],
    verify: [
      {
        title: 'Create a webhook',
        about: 'It leads to the mailbox. Only this response has the secret that signs its events.',
        text: `WEBHOOK=$(${post(operations.createWebhook.path, webhook)})
WEBHOOK_ID=$(echo "$WEBHOOK" | ${read('id')})
export WEBHOOK_SECRET=$(echo "$WEBHOOK" | ${read('secret')})
echo "$WEBHOOK"`,
      },
      {
        title: 'Send a test event',
        about: 'It arrives in the mailbox within a second.',
        text: `curl -s -X POST "${baseUrl}${at(operations.sendTestEvent, '$WEBHOOK_ID')}" \\\n  ${authorized}`,
      },
      {
        title: 'Request a verification',
        about: 'The response has a link for the user. Open it in this browser, or let the next command decide.',
        text: `REQUEST=$(${post(operations.createVerificationRequest.path, verificationRequest)})
REQUEST_ID=$(echo "$REQUEST" | ${read('request_id')})
echo "$REQUEST"`,
      },
      {
        title: 'Act for the user',
        about:
          'Only the sandbox has this operation. Two events follow: incomplete, when the user opens the link, and verified.',
        text: post(at(operations.decideVerificationRequest, '$REQUEST_ID'), decision),
      },
      {
        title: 'Read the result',
        about: 'An event has the status only.',
        text: `curl -s "${baseUrl}${at(operations.getVerificationRequest, '$REQUEST_ID')}" \\\n  ${authorized}`,
      },
    ],
  };
}

/** Returns JSON on one line if it fits. */
function jsonOf(body: object): string {
  const line = JSON.stringify(body);
  return line.length <= 80 ? line : JSON.stringify(body, null, 2);
}

/** Returns a command that prints a property of the JSON on stdin. */
const read = (property: string) => `node -p 'JSON.parse(fs.readFileSync(0)).${property}'`;
