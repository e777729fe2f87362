import { useWords } from '../words/words.tsx';
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
  const { say, text } = useWords();
  return (
    <Layout title={text('link.title')} page={props} script="open-link.js">
      <h1>{say('link.title')}</h1>
      <div id="working">
        <p role="status">{say('link.wait')}</p>
        <p class="quiet">{say('link.nothing')}</p>
      </div>
      <Form id="open-link" action={action} csrf={csrf}>
        <input type="hidden" name="clientId" value="" />
        <input type="hidden" name="documentType" value="" />
        <input type="hidden" name="content" value="" />
        <div id="again" hidden>
          <p>{say('link.again')}</p>
          <p class="actions">
            <button type="submit">{say('link.openAgain')}</button>
          </p>
        </div>
      </Form>
      <div id="empty" hidden>
        <p>{say('link.incomplete')}</p>
        <p>{say('link.copyAll')}</p>
      </div>
      <noscript>
        <div class="note note-info">
          <h2>{say('link.noScript')}</h2>
          <p>{say('link.paste')}</p>
          <Form action={action} csrf={csrf}>
            <p class="field">
              <label for="fragment">{say('link.part')}</label>
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
              <button type="submit">{say('link.continue')}</button>
            </p>
          </Form>
        </div>
      </noscript>
    </Layout>
  );
}
