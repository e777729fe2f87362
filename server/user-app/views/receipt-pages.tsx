import type { Child } from 'hono/jsx';
import { hasDocuments, type SubmissionShown } from '../shown/types.ts';
import { Isolate, useWords } from '../words/words.tsx';
import { FileName } from './files.tsx';
import { lasting } from './lasting.ts';
import { Layout, type PageProps } from './layout.tsx';
import { Fact, Facts, Time } from './text.tsx';
import { credentialTitle } from './title.ts';

interface ReceiptProps extends PageProps {
  partnerName: string;
  /** Ours, of what it is about. */
  number: string;
  at: string;
  backHref: string;
}

export interface ConsentReceiptProps extends ReceiptProps {
  submission: SubmissionShown;
}

/** What a person accepted, from whom, when, and by which rules; to be printed. */
export function ConsentReceiptPage(props: ConsentReceiptProps) {
  const { partnerName: partner, submission } = props;
  const words = useWords();
  const { say, text } = words;
  return (
    <Receipt
      {...props}
      title={text('receipt.accepted')}
      when={say('fact.accepted')}
      what={say('receipt.given', { partner })}
      back={say('viewer.back')}
      rules={[
        say('consent.yours'),
        say('consent.told', { partner }),
        ...(hasDocuments(submission) ? [say('consent.documents', { hours: lasting.documents })] : []),
        say('receipt.delete'),
      ]}
    >
      {submission.credentials.map((credential) => (
        <li>
          {say(...credentialTitle(words, credential))}
          {credential.files.length > 0 && (
            <ul>
              {credential.files.map((file) => (
                <li>
                  <FileName credential={credential} file={file} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </Receipt>
  );
}

export interface SharingReceiptProps extends ReceiptProps {
  fullName: string;
}

/** The same of what a person shared, and with whom. */
export function SharingReceiptPage(props: SharingReceiptProps) {
  const { partnerName: partner, fullName } = props;
  const { say, text } = useWords();
  return (
    <Receipt
      {...props}
      title={text('receipt.shared')}
      when={say('yours.at')}
      what={say('receipt.what')}
      back={say('receipt.back')}
      rules={[say('receipt.onlyThis'), say('receipt.kept', { partner, days: lasting.results })]}
    >
      <li>{say('verify.fullName', { name: fullName })}</li>
    </Receipt>
  );
}

interface PartsOfReceipt extends ReceiptProps {
  title: string;
  when: Child;
  what: Child;
  rules: readonly Child[];
  back: Child;
  children?: Child;
}

function Receipt({ title, when, what, rules, back, children, ...page }: PartsOfReceipt) {
  const { partnerName, number, at, backHref, account } = page;
  const { say } = useWords();
  return (
    <Layout title={title} page={page}>
      <h1>{title}</h1>
      <Facts>
        <Fact name={say('yours.with')}>
          <Isolate>{partnerName}</Isolate>
        </Fact>
        <Fact name={when}>
          <Time date={at} />
        </Fact>
        {account?.name && (
          <Fact name={say('account.label')}>
            <Isolate>{account.name}</Isolate>
          </Fact>
        )}
        <Fact name={say('receipt.number')}>
          <Isolate>{number}</Isolate>
        </Fact>
      </Facts>
      <h2>{what}</h2>
      <ul>{children}</ul>
      <h2>{say('receipt.rules')}</h2>
      <ul>
        {rules.map((rule) => (
          <li>{rule}</li>
        ))}
      </ul>
      <div class="on-screen">
        <p>{say('receipt.print')}</p>
        <p>
          <a href={backHref}>{back}</a>
        </p>
      </div>
    </Layout>
  );
}
