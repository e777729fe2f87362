import { type CredentialView, credentialTitle, typeViewOf } from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { Files } from './files.tsx';
import { Facts, Names } from './parts.tsx';

/** Renders all credentials of a submission under one heading. Each credential unfolds; a single one is open. */
export function Credentials({ credentials }: { credentials: readonly CredentialView[] }) {
  return (
    <section aria-labelledby="credentials">
      <h2 id="credentials">{useMessages().say('credentials.heading', { count: credentials.length })}</h2>
      {credentials.map((view) => (
        <Credential view={view} isOpen={credentials.length === 1} />
      ))}
    </section>
  );
}

/** Renders one credential with its own partner chain, because the chains of a batch can differ. */
function Credential({ view, isOpen }: { view: CredentialView; isOpen: boolean }) {
  const { kind, partnerChain: chain } = view;
  const typeView = typeViewOf(view);
  const messages = useMessages();
  const { say } = messages;
  const name = say(kind === 'digital_identity' ? 'fact.yourFullName' : 'fact.name');
  return (
    <details class="card credential" open={isOpen}>
      <summary class="spread">
        <div>
          <span class="detail">{say(`kind.${kind}`)}</span>
          <h3>{say(...credentialTitle(messages, view))}</h3>
        </div>
      </summary>
      <div class="stack">
        <Facts
          rows={[
            [name, <Isolate>{view.credential.full_name}</Isolate>],
            ...typeView.facts(view.credential as never, messages, view.isExpired),
            chain.length > 0 && [
              say('fact.sentThrough'),
              <ol class={chain.length === 1 ? 'plain' : undefined}>
                <Names names={chain} />
              </ol>,
            ],
          ]}
        />
        {typeView.details?.(view.credential as never)}
        <Files view={view} />
      </div>
    </details>
  );
}
