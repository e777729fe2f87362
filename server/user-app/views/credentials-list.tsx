import type { CredentialShown } from '../shown/types.ts';
import { useWords } from '../words/words.tsx';
import { Credential } from './credential.tsx';

/** All credentials of a submission under one heading. */
export function Credentials({ credentials }: { credentials: readonly CredentialShown[] }) {
  const several = credentials.length > 1;
  return (
    <section class="credentials" aria-labelledby="credentials">
      <h2 id="credentials" class={several ? undefined : 'visually-hidden'}>
        {useWords().say('credentials.heading', { count: credentials.length })}
      </h2>
      {credentials.map((credential) => (
        <Credential credential={credential} oneOfSeveral={several} />
      ))}
    </section>
  );
}
