import type { SubmissionShown } from '../shown/types.ts';
import { useWords } from '../words/words.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { submissionTitle } from './title.ts';

export interface DeclineConfirmProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `decline_confirmed`. */
  action: string;
  /** The consent page. */
  backHref: string;
  partnerName: string;
  submission: SubmissionShown;
}

/** Asks once, because declining cannot be undone. */
export function DeclineConfirmPage(props: DeclineConfirmProps) {
  const { csrf, action, backHref, partnerName: partner, submission } = props;
  const words = useWords();
  const { say, text } = words;
  const title = <>{say(...submissionTitle(words, submission))}</>;
  return (
    <Layout title={text('decline.title')} page={props}>
      <h1>{say('decline.title')}</h1>
      <p>{say('decline.what', { title, partner })}</p>
      <ConfirmForm
        {...{ csrf, action, backHref }}
        decision="decline_confirmed"
        label={say('decline.button')}
        back={say('decline.back')}
      />
    </Layout>
  );
}

export interface DeclinedProps extends PageProps {
  partnerName: string;
}

export function DeclinedPage(props: DeclinedProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('declined.title')} page={props}>
      <p>{say('declined.deleted', { partner: props.partnerName })}</p>
    </MessagePage>
  );
}
