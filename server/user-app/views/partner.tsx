import { Isolate, useWords } from '../words/words.tsx';

/** The intermediate partners; a long chain is collapsed. */
export function PartnerChain({ names }: { names: readonly string[] }) {
  const { say } = useWords();
  if (names.length === 0) return null;
  const list = (
    <ol class="chain">
      {names.map((name) => (
        <li>
          <Isolate>{name}</Isolate>
        </li>
      ))}
    </ol>
  );
  if (names.length <= 4) return list;
  return (
    <details>
      <summary>{say('chain.many', { count: names.length })}</summary>
      {list}
    </details>
  );
}
