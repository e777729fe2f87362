import { Form } from './form.tsx';
import { Layout, type PageProps } from './layout.tsx';

export interface OpenLinkProps extends PageProps {
  csrf: string;
  /** The path of the page itself: `/partner/add/<type>`. */
  action: string;
}

/**
 * The page behind a partner's link. The link's parameters are in its fragment, which only a script can read:
 * open-link.js copies them into the form and submits it. Without scripts a person pastes the fragment.
 */
export function OpenLinkPage(props: OpenLinkProps) {
  const { csrf, action } = props;
  return (
    <Layout title="Opening your link" page={props} script="open-link.js">
      <h1>Opening your link</h1>
      <div id="working">
        <p role="status">One moment, please.</p>
        <p class="quiet">If nothing happens, open the link from your partner again.</p>
      </div>
      <Form id="open-link" action={action} csrf={csrf}>
        <input type="hidden" name="clientId" value="" />
        <input type="hidden" name="documentType" value="" />
        <input type="hidden" name="content" value="" />
        <div id="again" hidden>
          <p>You came back to a link that you have opened already.</p>
          <p class="actions">
            <button type="submit">Open it again</button>
          </p>
        </div>
      </Form>
      <div id="empty" hidden>
        <p>This address alone is not the whole link.</p>
        <p>Open the link again where you found it, or ask your partner for it. Copy all of it if you copy it.</p>
      </div>
      <noscript>
        <div class="note note-info">
          <h2>JavaScript is turned off</h2>
          <p>
            Turn on JavaScript for this page and load it again. Or copy the part of the link after the sign{' '}
            <code>#</code> into the field below, and press Continue.
          </p>
          <Form action={action} csrf={csrf}>
            <p class="field">
              <label for="fragment">The part of the link after #</label>
              <input
                id="fragment"
                name="fragment"
                type="text"
                autocapitalize="none"
                autocorrect="off"
                spellcheck={false}
              />
            </p>
            <p class="actions">
              <button type="submit">Continue</button>
            </p>
          </Form>
        </div>
      </noscript>
    </Layout>
  );
}
