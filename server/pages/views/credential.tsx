import type { Child } from 'hono/jsx';
import type { components } from '../../../generated/types.ts';
import { type CredentialView, credentialTitle } from '../credential-views.ts';
import { Isolate, type Messages } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { Files } from './files.tsx';
import { Facts, Names, type Row, Time } from './parts.tsx';

type Schemas = components['schemas'];
type CefrScores = Schemas['TestScores']['cefr_scores'];

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
            ...factsOf(view, messages),
            chain.length > 0 && [
              say('fact.sentThrough'),
              <ol class={chain.length === 1 ? 'plain' : undefined}>
                <Names names={chain} />
              </ol>,
            ],
          ]}
        />
        {kind === 'education' && view.credential.transcript && <Transcript transcript={view.credential.transcript} />}
        {kind === 'english_proficiency' && (
          <>
            <CefrLevels scores={view.credential.test_scores.cefr_scores} />
            <Subskills scores={view.credential.test_scores.subskills ?? []} />
          </>
        )}
        <Files view={view} />
      </div>
    </details>
  );
}

function factsOf(view: CredentialView, { say, country }: Messages): Row[] {
  switch (view.kind) {
    case 'education': {
      const { education_provider, conferral_year, awaiting_graduation, has_majors, majors = [] } = view.credential;
      const awarded = awaiting_graduation ? say('education.notAwarded') : <Time date={conferral_year ?? ''} />;
      // If the partner lists the majors, the title contains them.
      const showsMajors = has_majors !== undefined && !(has_majors && majors.length > 0);
      return [
        [say('fact.educationProvider'), <Isolate>{education_provider}</Isolate>],
        [say('fact.awarded'), awarded],
        showsMajors && [say('fact.majors'), say(has_majors ? 'education.majorsUnnamed' : 'education.noMajors')],
      ];
    }
    case 'english_proficiency': {
      const { test_provider, test_scores, completion_date, expiry_date } = view.credential;
      const { score, scale } = test_scores.overall;
      return [
        [say('fact.testProvider'), <Isolate>{test_provider}</Isolate>],
        [say('fact.overallScore'), say('english.score', { score, scale })],
        [say('fact.taken'), <Time date={completion_date} />],
        validity(expiry_date, view.isExpired),
      ];
    }
    case 'microcredential': {
      const { issuer_name, issue_date, expiry_date, assessment_result: result } = view.credential;
      const lines = (text: string) => (
        <span class="lines">
          <Isolate>{text}</Isolate>
        </span>
      );
      return [
        [say('fact.issuedBy'), <Isolate>{issuer_name}</Isolate>],
        [say('fact.issued'), <Time date={issue_date} />],
        validity(expiry_date, view.isExpired),
        result && [say('fact.result'), lines(result)],
      ];
    }
    case 'right_to_work': {
      const { country: code, singapore_work_rights: right } = view.credential;
      return [[say('fact.country'), country(code)], right && [say('fact.workRight'), <Isolate>{right}</Isolate>]];
    }
    case 'digital_identity':
      return [];
  }

  function validity(expires: string | null | undefined, isExpired: boolean): Row {
    const badge = (
      <span class={`badge ${isExpired ? 'warning' : 'good'}`}>
        {say(isExpired ? 'validity.expired' : 'validity.valid')}
      </span>
    );
    const name = say(isExpired ? 'fact.expired' : 'fact.validUntil');
    return (
      expires && [
        name,
        <>
          <Time date={expires} /> {badge}
        </>,
      ]
    );
  }
}

/** Number of subjects above which the table is collapsed. */
const COLLAPSED_ABOVE = 12;

function Transcript({ transcript: { overall, subjects } }: { transcript: Schemas['Transcript'] }) {
  const { say } = useMessages();
  const table = (
    <table>
      <caption class="visually-hidden">{say('transcript.subjects')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('transcript.subject')}</th>
          <th scope="col">{say('transcript.result')}</th>
        </tr>
      </thead>
      <tbody>
        {subjects.map(({ name, code, credit, completion_date, grade, score }) => (
          <tr>
            <th scope="row">
              <Isolate>{name}</Isolate>
              <span class="detail">
                <Isolate>{code}</Isolate>
                {credit && <> · {say('transcript.credit', { credit })}</>} · <Time date={String(completion_date)} />
              </span>
            </th>
            <td>
              <Isolate>{grade}</Isolate>
              {score && <span class="detail">{say('transcript.score', { score })}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <>
      <h4>{say('transcript.heading')}</h4>
      <Facts
        rows={[
          [say('fact.issued'), <Time date={String(overall.issuance_date)} />],
          overall.score && [say('fact.overallScore'), <Isolate>{overall.score}</Isolate>],
        ]}
      />
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

const skills = ['combined', 'reading', 'listening', 'speaking', 'writing'] as const satisfies (keyof CefrScores)[];

function CefrLevels({ scores }: { scores: CefrScores }) {
  const { say, text } = useMessages();
  const cefr = (parts: Child[]) => <abbr title={text('cefr.name')}>{parts}</abbr>;
  const meaning = (parts: Child[]) => <span class="quiet">{parts}</span>;
  const rows = skills.map((skill): Row => {
    const level = scores[skill];
    return level && [say(`cefr.skill.${skill}`), say(`cefr.level.${level}`, { meaning })];
  });
  return (
    rows.some(Boolean) && (
      <>
        <h4>{say('cefr.heading', { cefr })}</h4>
        <Facts rows={rows} />
      </>
    )
  );
}

function Subskills({ scores }: { scores: NonNullable<Schemas['TestScores']['subskills']> }) {
  // Partners write `reading`, but the CEFR rows show `Reading`.
  const capitalized = (skill: string) => skill.charAt(0).toUpperCase() + skill.slice(1);
  const rows = scores.map(
    ({ skill, score }): Row => [<Isolate>{capitalized(skill)}</Isolate>, <Isolate>{score}</Isolate>],
  );
  return (
    rows.length > 0 && (
      <>
        <h4>{useMessages().say('scores.heading')}</h4>
        <Facts rows={rows} />
      </>
    )
  );
}
