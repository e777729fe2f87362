import type { Child } from 'hono/jsx';
import type { components } from '../../../generated/types.ts';
import { type CredentialView, credentialTitle } from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { Files } from './files.tsx';
import { Fact, Facts, SentThrough, Time } from './parts.tsx';

type Schemas = components['schemas'];
type CefrScores = Schemas['TestScores']['cefr_scores'];

/** All credentials of a submission under one heading. */
export function Credentials({ credentials }: { credentials: readonly CredentialView[] }) {
  const several = credentials.length > 1;
  return (
    <section class="credentials" aria-labelledby="credentials">
      <h2 id="credentials" class={several ? undefined : 'visually-hidden'}>
        {useMessages().say('credentials.heading', { count: credentials.length })}
      </h2>
      {credentials.map((view) => (
        <Credential view={view} oneOfSeveral={several} />
      ))}
    </section>
  );
}

/** One credential with everything in it. One of several names its own partner chain, which may differ. */
function Credential({ view, oneOfSeveral }: { view: CredentialView; oneOfSeveral: boolean }) {
  const { kind, partnerChain } = view;
  const messages = useMessages();
  const { say } = messages;
  return (
    <article class="card credential">
      {kind !== 'digital_identity' && <p class="kind">{say(`kind.${kind}`)}</p>}
      <h3>{say(...credentialTitle(messages, view))}</h3>
      <Facts>
        <Fact name={say(kind === 'digital_identity' ? 'fact.yourFullName' : 'fact.name')}>
          <Isolate>{view.credential.full_name}</Isolate>
        </Fact>
        <OwnFacts view={view} />
        {oneOfSeveral && <SentThrough names={partnerChain} />}
      </Facts>
      {kind === 'education' && view.credential.transcript && <Transcript transcript={view.credential.transcript} />}
      {kind === 'english_proficiency' && (
        <>
          <CefrLevels scores={view.credential.test_scores.cefr_scores} />
          <Subskills scores={view.credential.test_scores.subskills ?? []} />
        </>
      )}
      <Files view={view} />
    </article>
  );
}

/** The facts that only one kind of credential has. */
function OwnFacts({ view }: { view: CredentialView }) {
  const { say, country } = useMessages();
  switch (view.kind) {
    case 'education':
      return <EducationFacts credential={view.credential} />;
    case 'english_proficiency': {
      const { test_provider, test_scores, completion_date, expiry_date } = view.credential;
      const { score, scale } = test_scores.overall;
      return (
        <>
          <Fact name={say('fact.testProvider')}>
            <Isolate>{test_provider}</Isolate>
          </Fact>
          <Fact name={say('fact.overallScore')}>{say('english.score', { score, scale })}</Fact>
          <Fact name={say('fact.taken')}>
            <Time date={completion_date} />
          </Fact>
          <Validity expires={expiry_date} isExpired={view.isExpired} />
        </>
      );
    }
    case 'microcredential': {
      const { issuer_name, issue_date, expiry_date, assessment_result } = view.credential;
      return (
        <>
          <Fact name={say('fact.issuedBy')}>
            <Isolate>{issuer_name}</Isolate>
          </Fact>
          <Fact name={say('fact.issued')}>
            <Time date={issue_date} />
          </Fact>
          <Validity expires={expiry_date} isExpired={view.isExpired} />
          {assessment_result && (
            <Fact name={say('fact.result')}>
              <span class="lines">
                <Isolate>{assessment_result}</Isolate>
              </span>
            </Fact>
          )}
        </>
      );
    }
    case 'right_to_work':
      return (
        <>
          <Fact name={say('fact.country')}>{country(view.credential.country)}</Fact>
          {view.credential.singapore_work_rights && (
            <Fact name={say('fact.workRight')}>
              <Isolate>{view.credential.singapore_work_rights}</Isolate>
            </Fact>
          )}
        </>
      );
    case 'digital_identity':
      return null;
  }
}

function EducationFacts({ credential }: { credential: Schemas['EducationCredential'] }) {
  const { education_provider, conferral_year, awaiting_graduation, has_majors, majors = [] } = credential;
  const { say } = useMessages();
  // The title names the majors where the partner names them.
  const showsMajors = has_majors !== undefined && !(has_majors && majors.length > 0);
  return (
    <>
      <Fact name={say('fact.educationProvider')}>
        <Isolate>{education_provider}</Isolate>
      </Fact>
      <Fact name={say('fact.awarded')}>
        {awaiting_graduation ? say('education.notAwarded') : <Time date={conferral_year ?? ''} />}
      </Fact>
      {showsMajors && (
        <Fact name={say('fact.majors')}>{say(has_majors ? 'education.majorsUnnamed' : 'education.noMajors')}</Fact>
      )}
    </>
  );
}

function Validity({ expires, isExpired }: { expires: string | null | undefined; isExpired: boolean }) {
  const { say } = useMessages();
  if (!expires) return null;
  return (
    <Fact name={say(isExpired ? 'fact.expired' : 'fact.validUntil')}>
      <Time date={expires} />{' '}
      <span class={isExpired ? 'badge badge-expired' : 'badge badge-valid'}>
        {say(isExpired ? 'validity.expired' : 'validity.valid')}
      </span>
    </Fact>
  );
}

interface TableProps {
  class: string;
  caption: Child;
  columns: readonly [Child, Child];
  /** Whether the column headings are for screen readers alone. */
  isHeadHidden?: boolean;
  rows: readonly (readonly [name: Child, value: Child])[];
}

/** A table of two columns, because more do not fit a phone. */
function Table({ class: className, caption, columns, isHeadHidden = false, rows }: TableProps) {
  return (
    <table class={className}>
      <caption class="visually-hidden">{caption}</caption>
      <thead class={isHeadHidden ? 'visually-hidden' : undefined}>
        <tr>
          {columns.map((column) => (
            <th scope="col">{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Above this number of subjects the table is collapsed. */
const COLLAPSED_ABOVE = 12;

function Transcript({ transcript: { overall, subjects } }: { transcript: Schemas['Transcript'] }) {
  const { say } = useMessages();
  const rows = subjects.map(({ name, code, credit, completion_date, grade, score }) => {
    const subject = (
      <>
        <Isolate>{name}</Isolate>
        <span class="detail">
          <Isolate>{code}</Isolate>
          {credit && <> · {say('transcript.credit', { credit })}</>} · <Time date={String(completion_date)} />
        </span>
      </>
    );
    const result = (
      <>
        <Isolate>{grade}</Isolate>
        {score && <span class="detail">{say('transcript.score', { score })}</span>}
      </>
    );
    return [subject, result] as const;
  });
  const columns = [say('transcript.subject'), say('transcript.result')] as const;
  const table = <Table class="subjects" caption={say('transcript.subjects')} columns={columns} rows={rows} />;
  return (
    <>
      <h4>{say('transcript.heading')}</h4>
      <Facts>
        <Fact name={say('fact.issued')}>
          <Time date={String(overall.issuance_date)} />
        </Fact>
        {overall.score && (
          <Fact name={say('fact.overallScore')}>
            <Isolate>{overall.score}</Isolate>
          </Fact>
        )}
      </Facts>
      {subjects.length > COLLAPSED_ABOVE ? (
        <details>
          <summary>{say('transcript.many', { count: subjects.length })}</summary>
          {table}
        </details>
      ) : (
        subjects.length > 0 && table
      )}
    </>
  );
}

/** Skills in the order that the page shows. */
const skills = ['combined', 'reading', 'listening', 'speaking', 'writing'] as const satisfies (keyof CefrScores)[];

/** From the lowest level to the highest. `BELOW_A1` reaches none of them. */
const LEVELS: readonly string[] = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'];

/** Levels by skill, as text and as a bar of steps that shows the same. */
function CefrLevels({ scores }: { scores: CefrScores }) {
  const { say, text } = useMessages();
  const cefr = (parts: Child[]) => <abbr title={text('cefr.name')}>{parts}</abbr>;
  const meaning = (parts: Child[]) => <span class="meaning">{parts}</span>;
  const rows = skills.flatMap((skill) => {
    const level = scores[skill];
    if (level === undefined) return [];
    const shown = (
      <>
        {say(`cefr.level.${level}`, { meaning })}
        <span class="steps" aria-hidden="true">
          {LEVELS.map((_, index) => (
            <span class={index <= LEVELS.indexOf(level) ? 'step step-reached' : 'step'}></span>
          ))}
        </span>
      </>
    );
    return [[say(`cefr.skill.${skill}`), shown] as const];
  });
  if (rows.length === 0) return null;
  const columns = [say('cefr.skill'), say('cefr.level')] as const;
  return (
    <>
      <h4>{say('cefr.heading', { cefr })}</h4>
      <Table class="scores" caption={say('cefr.caption')} columns={columns} rows={rows} isHeadHidden />
    </>
  );
}

function Subskills({ scores }: { scores: NonNullable<Schemas['TestScores']['subskills']> }) {
  const { say } = useMessages();
  if (scores.length === 0) return null;
  // Partners write `reading`, where the rows of the CEFR say `Reading`.
  const rows = scores.map(
    ({ skill, score }) =>
      [<Isolate>{skill.charAt(0).toUpperCase() + skill.slice(1)}</Isolate>, <Isolate>{score}</Isolate>] as const,
  );
  const columns = [say('scores.skill'), say('scores.score')] as const;
  return (
    <>
      <h4>{say('scores.heading')}</h4>
      <Table class="scores" caption={say('scores.caption')} columns={columns} rows={rows} />
    </>
  );
}
