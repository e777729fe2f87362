import { kindNames } from '../credential-shown.ts';
import type {
  CredentialShown,
  EducationShown,
  EnglishShown,
  MicrocredentialShown,
  RightToWorkShown,
  ValidityShown,
} from '../shown/types.ts';
import { CefrLevels, Subskills } from './english-scores.tsx';
import { Files } from './files.tsx';
import { PartnerChain } from './partner.tsx';
import { Fact, Facts, Isolate, Time } from './text.tsx';
import { Transcript } from './transcript.tsx';

interface CredentialProps {
  credential: CredentialShown;
  /** One of several: each then names its own partner chain, which may differ. */
  oneOfSeveral: boolean;
}

/** One credential with everything in it. */
export function Credential({ credential, oneOfSeveral }: CredentialProps) {
  const { kind, title, fullName, partnerChain, files, source } = credential;
  return (
    <article class="card credential">
      {kind !== 'digital_identity' && <p class="kind">{kindNames[kind]}</p>}
      <h3 dir="auto">{title}</h3>
      <Facts>
        <Fact name={kind === 'digital_identity' ? 'Your full name' : 'Name'}>
          <Isolate>{fullName}</Isolate>
        </Fact>
        <OwnFacts credential={credential} />
        {oneOfSeveral && partnerChain.length > 0 && (
          <Fact name="By way of">
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
      <Files files={files} source={source} />
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
  return (
    <>
      <Fact name="Education provider">
        <Isolate>{credential.provider}</Isolate>
      </Fact>
      <Fact name="Conferred">
        {credential.awaitingGraduation ? 'Not yet: awaiting graduation' : credential.conferralYear}
      </Fact>
      {credential.hasMajors !== undefined && (
        <Fact name="Majors">{credential.hasMajors ? 'Yes, but they are not named' : 'None'}</Fact>
      )}
    </>
  );
}

function EnglishFacts({ credential }: { credential: EnglishShown }) {
  const { provider, overall, completed, validity } = credential;
  return (
    <>
      <Fact name="Test provider">
        <Isolate>{provider}</Isolate>
      </Fact>
      <Fact name="Overall score">
        <strong>
          <Isolate>{overall.score}</Isolate>
        </strong>{' '}
        on a scale of <Isolate>{overall.scale}</Isolate>
      </Fact>
      <Fact name="Taken">
        <Time date={completed} />
      </Fact>
      <Validity validity={validity} />
    </>
  );
}

function MicrocredentialFacts({ credential }: { credential: MicrocredentialShown }) {
  const { issuer, issued, validity, result } = credential;
  return (
    <>
      <Fact name="Issued by">
        <Isolate>{issuer}</Isolate>
      </Fact>
      <Fact name="Issued">
        <Time date={issued} />
      </Fact>
      <Validity validity={validity} />
      {result !== null && (
        <Fact name="Result">
          <span class="lines" dir="auto">
            {result}
          </span>
        </Fact>
      )}
    </>
  );
}

function RightToWorkFacts({ credential }: { credential: RightToWorkShown }) {
  return (
    <>
      <Fact name="Country">{credential.country}</Fact>
      {credential.singaporeWorkRights !== null && (
        <Fact name="Kind of work right">
          <Isolate>{credential.singaporeWorkRights}</Isolate>
        </Fact>
      )}
    </>
  );
}

function Validity({ validity }: { validity: ValidityShown | null }) {
  if (validity === null) return null;
  const { expires, expired } = validity;
  return (
    <Fact name={expired ? 'Expired' : 'Valid until'}>
      <Time date={expires} />{' '}
      <span class={expired ? 'badge badge-expired' : 'badge badge-valid'}>{expired ? 'Expired' : 'Valid'}</span>
    </Fact>
  );
}
