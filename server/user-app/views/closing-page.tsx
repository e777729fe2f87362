import { useWords } from '../words/words.tsx';
import { lasting } from './lasting.ts';
import type { PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';

export interface ClosingProps extends PageProps {
  outcome: 'verified' | 'canceled' | 'expired' | 'later';
  partnerName: string;
}

/** The outcome of a verification request without a callback URL. */
export function ClosingPage(props: ClosingProps) {
  const { outcome, partnerName: partner } = props;
  const { say, text } = useWords();
  return (
    <MessagePage title={text(`closing.title.${outcome}`)} page={props}>
      <p>{say(`closing.${outcome}`, { partner, hours: lasting.verification })}</p>
      <p>{say('closing.close')}</p>
    </MessagePage>
  );
}
