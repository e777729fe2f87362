import type {
  CredentialShown,
  EducationShown,
  EnglishShown,
  MicrocredentialShown,
  RightToWorkShown,
  ValidityShown,
} from '../shown/types.ts';
import { Isolate, useWords } from '../words/words.tsx';
import { CefrLevels, Subskills } from './english-scores.tsx';
import { Files } from './files.tsx';
import { PartnerChain } from './partner.tsx';
import { Fact, Facts, Time } from './text.tsx';
import { credentialTitle } from './title.ts';
import { Transcript } from './transcript.tsx';

interface CredentialProps {
  credential: CredentialShown;
  /** One of several: each then names its own partner chain, which may differ. */
  oneOfSeveral: boolean;
}

/** One credential with everything in it. */
export function Credential({ credential, oneOfSeveral }: CredentialProps) {
  const { kind, fullName, partnerChain } = credential;
  const words = useWords();
  const { say } = words;
  return (
    <article class="card credential">
      {kind !== 'digital_identity' && <p class="kind">{say(`kind.${kind}`)}</p>}
      <h3>{say(...credentialTitle(words, credential))}</h3>
      <Facts>
        <Fact name={say(kind === 'digital_identity' ? 'fact.yourFullName' : 'fact.name')}>
          <Isolate>{fullName}</Isolate>
        </Fact>
        <OwnFacts credential={credential} />
        {oneOfSeveral && partnerChain.length > 0 && (
          <Fact name={say('fact.sentThrough')}>
            <PartnerChain names={partnerChain} />
          </Fact>
        )}
      </Facts>
      {kind === 'education' && credential.transcript && <Transcript transcript={credential.transcript} />}
      {kind === 'english_proficiency' && (
        <>
          <CefrLevels levels={credential.cefr} />
          <Subskills scores={credential.subskills} />
        </>
      )}
      <Files credential={credential} />
    </article>
  );
}

function OwnFacts({ credential }: { credential: CredentialShown }) {
  switch (credential.kind) {
    case 'education':
      return <EducationFacts credential={credential} />;
    case 'english_proficiency':
      return <EnglishFacts credential={credential} />;
    case 'microcredential':
      return <MicrocredentialFacts credential={credential} />;
    case 'right_to_work':
      return <RightToWorkFacts credential={credential} />;
    case 'digital_identity':
      return null;
  }
}

function EducationFacts({ credential }: { credential: EducationShown }) {
  const { say } = useWords();
  return (
    <>
      <Fact name={say('fact.educationProvider')}>
        <Isolate>{credential.provider}</Isolate>
      </Fact>
      <Fact name={say('fact.awarded')}>
        {credential.awaitingGraduation ? say('education.notAwarded') : <Time date={credential.conferralYear ?? ''} />}
      </Fact>
      {credential.hasMajors !== undefined && (
        <Fact name={say('fact.majors')}>
          {say(credential.hasMajors ? 'education.majorsUnnamed' : 'education.noMajors')}
        </Fact>
      )}
    </>
  );
}

function EnglishFacts({ credential }: { credential: EnglishShown }) {
  const { provider, overall, completed, validity } = credential;
  const { say } = useWords();
  return (
    <>
      <Fact name={say('fact.testProvider')}>
        <Isolate>{provider}</Isolate>
      </Fact>
      <Fact name={say('fact.overallScore')}>{say('english.score', overall)}</Fact>
      <Fact name={say('fact.taken')}>
        <Time date={completed} />
      </Fact>
      <Validity validity={validity} />
    </>
  );
}

function MicrocredentialFacts({ credential }: { credential: MicrocredentialShown }) {
  const { issuer, issued, validity, result } = credential;
  const { say } = useWords();
  return (
    <>
      <Fact name={say('fact.issuedBy')}>
        <Isolate>{issuer}</Isolate>
      </Fact>
      <Fact name={say('fact.issued')}>
        <Time date={issued} />
      </Fact>
      <Validity validity={validity} />
      {result !== null && (
        <Fact name={say('fact.result')}>
          <span class="lines">
            <Isolate>{result}</Isolate>
          </span>
        </Fact>
      )}
    </>
  );
}

function RightToWorkFacts({ credential }: { credential: RightToWorkShown }) {
  const { say, country } = useWords();
  return (
    <>
      <Fact name={say('fact.country')}>{country(credential.country)}</Fact>
      {credential.singaporeWorkRights !== null && (
        <Fact name={say('fact.workRight')}>
          <Isolate>{credential.singaporeWorkRights}</Isolate>
        </Fact>
      )}
    </>
  );
}

function Validity({ validity }: { validity: ValidityShown | null }) {
  const { say } = useWords();
  if (validity === null) return null;
  const { expires, expired } = validity;
  return (
    <Fact name={say(expired ? 'fact.expired' : 'fact.validUntil')}>
      <Time date={expires} />{' '}
      <span class={expired ? 'badge badge-expired' : 'badge badge-valid'}>
        {say(expired ? 'validity.expired' : 'validity.valid')}
      </span>
    </Fact>
  );
}
