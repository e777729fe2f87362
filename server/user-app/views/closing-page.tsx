import { lasting } from './lasting.ts';
import type { PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { Isolate } from './text.tsx';

export interface ClosingProps extends PageProps {
  outcome: 'verified' | 'canceled' | 'later';
  partnerName: string;
}

const titles: Record<ClosingProps['outcome'], string> = {
  verified: 'You are verified',
  canceled: 'Request canceled',
  later: 'Nothing has been shared',
};

/** The outcome of a verification request without a callback URL. */
export function ClosingPage(props: ClosingProps) {
  const { outcome, partnerName } = props;
  const partner = <Isolate>{partnerName}</Isolate>;
  return (
    <MessagePage title={titles[outcome]} page={props}>
      {outcome === 'verified' && <p>Your full name has been shared with {partner}.</p>}
      {outcome === 'canceled' && <p>Nothing has been shared with {partner}. The link does not work any more.</p>}
      {outcome === 'later' && (
        <p>
          The request of {partner} is still open. Open the link again within {lasting.verification} after it was made.
        </p>
      )}
      <p>You can close this page and go back to where you came from.</p>
    </MessagePage>
  );
}
