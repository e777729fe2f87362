import type { CredentialShown } from '../shown/types.ts';
import { Credential } from './credential.tsx';

/** All credentials of a submission under one heading. */
export function Credentials({ credentials }: { credentials: readonly CredentialShown[] }) {
  const several = credentials.length > 1;
  return (
    <section class="credentials" aria-labelledby="credentials">
      <h2 id="credentials" class={several ? undefined : 'visually-hidden'}>
        {several ? `The ${credentials.length} credentials` : 'The credential'}
      </h2>
      {credentials.map((credential) => (
        <Credential credential={credential} oneOfSeveral={several} />
      ))}
    </section>
  );
}
