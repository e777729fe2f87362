import type { Child } from 'hono/jsx';
import type { components } from '../../../generated/types.ts';
import type { CredentialType, SingleSubmission } from '../../domain/credential-types.ts';
import { qualificationTitle } from '../../domain/qualification-title.ts';
import { Isolate, type Message, type MessageKey, type Messages } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { Facts, type Row, Time } from './layout.tsx';

type Schemas = components['schemas'];
type CefrScores = Schemas['TestScores']['cefr_scores'];

export type Credentials = { [Type in CredentialType]: SingleSubmission<Type>['data']['credential'] } & {
  digital_identity: { full_name: string };
};

export interface CredentialTypeView<Credential> {
  title(credential: Credential, messages: Pick<Messages, 'country'>): Message;
  issuer?(credential: Credential): string;
  facts(credential: Credential, messages: Messages, isExpired: boolean): Row[];
  details?(credential: Credential): Child;
  documentTitleKey?: MessageKey;
}

export const credentialTypeViews: { [Type in keyof Credentials]: CredentialTypeView<Credentials[Type]> } = {
  education: {
    title: (credential) => ['title.given', { title: qualificationTitle(credential) }],
    issuer: ({ education_provider }) => education_provider,
    documentTitleKey: 'document.education',
    facts({ education_provider, conferral_year, awaiting_graduation, has_majors, majors = [] }, { say }) {
      const awarded = awaiting_graduation ? say('education.notAwarded') : <Time date={conferral_year ?? ''} />;
      // Omits majors that the title already contains.
      const showsMajors = has_majors !== undefined && !(has_majors && majors.length > 0);
      return [
        [say('fact.educationProvider'), <Isolate>{education_provider}</Isolate>],
        [say('fact.awarded'), awarded],
        showsMajors && [say('fact.majors'), say(has_majors ? 'education.majorsUnnamed' : 'education.noMajors')],
      ];
    },
    details: ({ transcript }) => transcript && <Transcript transcript={transcript} />,
  },
  english_proficiency: {
    title: ({ test_name }) => ['title.given', { title: test_name }],
    issuer: ({ test_provider }) => test_provider,
    documentTitleKey: 'document.english_proficiency',
    facts({ test_provider, test_scores, completion_date, expiry_date }, messages, isExpired) {
      const { say } = messages;
      const { score, scale } = test_scores.overall;
      return [
        [say('fact.testProvider'), <Isolate>{test_provider}</Isolate>],
        [say('fact.overallScore'), say('english.score', { score, scale })],
        [say('fact.taken'), <Time date={completion_date} />],
        validity(expiry_date, isExpired, messages),
      ];
    },
    details: ({ test_scores }) => (
      <>
        <CefrLevels scores={test_scores.cefr_scores} />
        <Subskills scores={test_scores.subskills ?? []} />
      </>
    ),
  },
  microcredential: {
    title: ({ microcredential_name }) => ['title.given', { title: microcredential_name }],
    issuer: ({ issuer_name }) => issuer_name,
    documentTitleKey: 'document.microcredential',
    facts({ issuer_name, issue_date, expiry_date, assessment_result: result }, messages, isExpired) {
      const { say } = messages;
      return [
        [say('fact.issuedBy'), <Isolate>{issuer_name}</Isolate>],
        [say('fact.issued'), <Time date={issue_date} />],
        validity(expiry_date, isExpired, messages),
        result && [say('fact.result'), <Isolate>{result}</Isolate>],
      ];
    },
  },
  right_to_work: {
    title: ({ country: code }, { country }) => ['title.rightToWork', { country: country(code) }],
    facts: ({ country: code, singapore_work_rights: right }, { say, country }) => [
      [say('fact.country'), country(code)],
      right && [say('fact.workRight'), <Isolate>{right}</Isolate>],
    ],
  },
  digital_identity: {
    title: ({ full_name }) => ['title.identity', { name: full_name }],
    facts: () => [],
  },
};

function validity(expires: string | null | undefined, isExpired: boolean, { say }: Messages): Row {
  if (!expires) return null;
  const style = isExpired ? 'badge warning' : 'badge good';
  const value = (
    <>
      <Time date={expires} /> <span class={style}>{say(isExpired ? 'validity.expired' : 'validity.valid')}</span>
    </>
  );
  return [say(isExpired ? 'fact.expired' : 'fact.validUntil'), value];
}

const MAX_EXPANDED_SUBJECTS = 12;

function Transcript({ transcript: { overall, subjects } }: { transcript: Schemas['Transcript'] }) {
  const { say } = useMessages();
  return (
    <>
      <h4>{say('transcript.heading')}</h4>
      <Facts
        rows={[
          [say('fact.issued'), <Time date={String(overall.issuance_date)} />],
          overall.score && [say('fact.overallScore'), <Isolate>{overall.score}</Isolate>],
        ]}
      />
      {subjects.length > 0 && (
        <details open={subjects.length <= MAX_EXPANDED_SUBJECTS}>
          <summary>{say('transcript.many', { count: subjects.length })}</summary>
          <table>
            <caption class="visually-hidden">{say('transcript.subjects')}</caption>
            <thead>
              <tr>
                <th scope="col">{say('transcript.subject')}</th>
                <th scope="col">{say('fact.result')}</th>
              </tr>
            </thead>
            <tbody>
              {subjects.map(({ name, code, credit, completion_date, grade, score }) => (
                <tr>
                  <th scope="row">
                    <Isolate>{name}</Isolate>
                    <span class="detail">
                      <Isolate>{code}</Isolate>
                      {credit && <> · {say('transcript.credit', { credit })}</>} ·{' '}
                      <Time date={String(completion_date)} />
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
        </details>
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
  return <Scores heading={say('cefr.heading', { cefr })} rows={rows} />;
}

function Subskills({ scores }: { scores: NonNullable<Schemas['TestScores']['subskills']> }) {
  // Partners send `reading`, but the CEFR rows show `Reading`.
  const capitalized = (skill: string) => skill.charAt(0).toUpperCase() + skill.slice(1);
  const rows = scores.map(
    ({ skill, score }): Row => [<Isolate>{capitalized(skill)}</Isolate>, <Isolate>{score}</Isolate>],
  );
  return <Scores heading={useMessages().say('scores.heading')} rows={rows} />;
}

const Scores = ({ heading, rows }: { heading: Child; rows: readonly Row[] }) =>
  rows.some(Boolean) && (
    <>
      <h4>{heading}</h4>
      <Facts rows={rows} />
    </>
  );
