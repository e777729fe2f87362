import { filesOf, hasDocuments, type SubmissionView, submissionTitle } from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { useHasMobileApp, useMessages, usePageFrame } from '../page.tsx';
import { Facts, Form, type Row, Submit, Time } from './layout.tsx';

export interface Asker {
  /** Name that the operator registered. The partner cannot change the name. */
  name: string;
  host: string | null;
  homePage?: string | null;
  usedName?: string;
  logoHref?: string | null;
}

export interface SharedIdentity {
  fullName: string;
  source: string;
  accepted: string;
}

export interface DecisionCardProps {
  asker: Asker;
  /** Null while the person has not chosen an identity. */
  given: SubmissionView | SharedIdentity | null;
  decideBy?: string;
  decidedAt?: string;
  readUntil?: string;
  callbackHost?: string | null;
  hasNothingToShare?: boolean;
  receiptNumber?: string;
}

export function DecisionCard(props: DecisionCardProps) {
  const { given, decideBy, decidedAt, readUntil, callbackHost, hasNothingToShare, receiptNumber } = props;
  const { account, messages } = usePageFrame();
  const { say, text } = messages;
  const when = decidedAt === undefined ? 'before' : 'after';
  const isSubmission = given !== null && 'credentials' in given;
  const rows: Row[] = [
    account && [
      say('account.as'),
      <>
        <Isolate>{account.name ?? text('owner.account')}</Isolate>
        {when === 'before' && (
          <Form action={account.signOutPath}>
            <Submit class="link" name="account" value="other" label={say('owner.other')} />
          </Form>
        )}
      </>,
    ],
    given && [say(`card.${when}.${isSubmission ? 'gives' : 'shares'}`), <Given given={given} />],
    decideBy && [say('card.decideBy'), <Time date={decideBy} />],
    decidedAt && [say(isSubmission ? 'fact.accepted' : 'yours.at'), <Time date={decidedAt} />],
    readUntil && [say('card.readUntil'), <Time date={readUntil} />],
    ...(hasNothingToShare ? [] : useConsequences(props, when)),
    callbackHost && [say('card.next'), say('verify.backTo', { host: <strong dir="ltr">{callbackHost}</strong> })],
    receiptNumber && [say('receipt.number'), <Isolate>{receiptNumber}</Isolate>],
  ];
  return (
    <section class="card decision">
      <p class="detail">{say(isSubmission ? 'card.sentBy' : 'card.askedBy')}</p>
      <AskerHeader {...props.asker} />
      <Facts rows={rows} />
    </section>
  );
}

function useConsequences({ given, asker }: DecisionCardProps, when: 'before' | 'after'): Row[] {
  const { brand, messages } = usePageFrame();
  const { say } = messages;
  const partner = asker.name;
  const documents = useHasMobileApp() ? 'card.keptInApp' : 'card.keptDocuments';
  if (given === null || !('credentials' in given))
    return [
      [say('card.shared'), say(when === 'before' ? 'card.keptShared' : 'card.copy', { partner })],
      [say('card.undo'), say('card.undoShare', { partner })],
    ];
  // Files of a v2 batch have no download status, because the partner uploads the files.
  const hasStatus = given.kind !== 'credential_batch' && filesOf(given).some(({ file }) => file.kind !== 'open_cert');
  return [
    [
      say('card.kept'),
      <>
        {say('card.keptYours')} {when === 'before' && hasDocuments(given) && say(documents, { app: brand.app.name })}
      </>,
    ],
    [
      say(`card.${when}.tells`, { partner }),
      <>
        {say(`card.${when}.told`)} {hasStatus && say('card.toldDocuments')}
      </>,
    ],
    [say('card.undo'), say('card.undoAccept', { partner })],
  ];
}

export function AskerHeader({ name, host, usedName = name, logoHref = null }: Asker) {
  const { brand, messages } = usePageFrame();
  const { say } = messages;
  return (
    <div class="beside">
      {logoHref === null ? <Initials name={name} /> : <img src={logoHref} alt="" width={48} height={48} />}
      <div>
        <p class="lead strong">
          <Isolate>{name}</Isolate>
        </p>
        {usedName !== name && <p>{say('asker.uses', { name: usedName, partner: name })}</p>}
        {host !== null && (
          <p class="detail">
            <bdi dir="ltr">{host}</bdi>
          </p>
        )}
        <p class="detail">
          <span aria-hidden="true">✓ </span>
          {say('card.registered', { operator: brand.operator })}
        </p>
      </div>
    </div>
  );
}

function Given({ given }: { given: SubmissionView | SharedIdentity }) {
  const messages = useMessages();
  const { say } = messages;
  if ('credentials' in given) return <strong>{say(...submissionTitle(messages, given))}</strong>;
  return (
    <>
      <IdentityData {...given} />
      <span class="detail">{say('card.onlyThis')}</span>
    </>
  );
}

export function IdentityData({ fullName, source, accepted }: SharedIdentity) {
  const { say } = useMessages();
  return (
    <>
      {say('verify.fullName', { name: fullName })}
      <span class="detail">{say('verify.identity', { partner: source, time: <Time date={accepted} /> })}</span>
    </>
  );
}

const graphemes = new Intl.Segmenter();

export function Initials({ name }: { name: string }) {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? [];
  const first = (word: string) => [...graphemes.segment(word)][0]?.segment ?? '';
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 56 56" aria-hidden="true">
      <rect width="56" height="56" fill="#e5f0f8" />
      <text x="28" y="35" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="20" fill="#164a6c">
        {words.slice(0, 2).map(first).join('').toUpperCase()}
      </text>
    </svg>
  );
}
