import type { CredentialShown, FileShown } from '../shown/types.ts';
import { useWords } from '../words/words.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { credentialTitle, documentTitle } from './title.ts';

export interface ImagePageProps extends PageProps {
  credential: CredentialShown;
  /** One of its files, which a browser may show. */
  file: FileShown;
  /** The page that leads here. */
  backHref: string;
}

/** An image of a credential, with a way back: a browser that shows the file alone has none. */
export function ImagePage(props: ImagePageProps) {
  const { credential, file, backHref } = props;
  const words = useWords();
  const { say, text } = words;
  const document = documentTitle(credential, file);
  return (
    <Layout title={text(...document)} page={props}>
      <p>
        <a href={backHref}>{say('viewer.back')}</a>
      </p>
      <h1>{say(...document)}</h1>
      <p class="quiet">{say(...credentialTitle(words, credential))}</p>
      <img class="viewed" src={file.href ?? ''} alt={text(...document)} />
      <p class="actions">
        <a class="button secondary" href={file.href ?? ''} download>
          {say('viewer.save')}
        </a>
      </p>
    </Layout>
  );
}
