import { Form } from './form.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { Isolate } from './text.tsx';

export interface DeclineConfirmProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `decline_confirmed`. */
  action: string;
  /** The consent page. */
  backHref: string;
  partnerName: string;
  /** The title of the submission. */
  title: string;
}

/** Asks once, because declining cannot be undone. */
export function DeclineConfirmPage(props: DeclineConfirmProps) {
  const { csrf, action, backHref, partnerName, title } = props;
  return (
    <Layout title="Decline and delete?" page={props}>
      <h1>Decline and delete?</h1>
      <p>
        <strong>
          <Isolate>{title}</Isolate>
        </strong>{' '}
        from <Isolate>{partnerName}</Isolate> will be deleted with all its data and documents. This cannot be undone.
      </p>
      <Form action={action} csrf={csrf}>
        <p class="actions">
          <button type="submit" name="decision" value="decline_confirmed" class="danger">
            Decline and delete
          </button>
          <a class="button secondary" href={backHref}>
            Go back
          </a>
        </p>
      </Form>
    </Layout>
  );
}

export interface DeclinedProps extends PageProps {
  partnerName: string;
}

export function DeclinedPage(props: DeclinedProps) {
  return (
    <MessagePage title="You declined" page={props}>
      <p>
        What <Isolate>{props.partnerName}</Isolate> sent has been deleted. The link does not work any more. You can
        close this page.
      </p>
    </MessagePage>
  );
}
