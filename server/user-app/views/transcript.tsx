import type { SubjectShown, TranscriptShown } from '../shown/types.ts';
import { Isolate, useWords } from '../words/words.tsx';
import { Fact, Facts, Time } from './text.tsx';

/** Above this many subjects the table is collapsed. */
const COLLAPSED_ABOVE = 12;

export function Transcript({ transcript }: { transcript: TranscriptShown }) {
  const { issued, score, subjects } = transcript;
  const { say } = useWords();
  const table = <Subjects subjects={subjects} />;
  return (
    <>
      <h4>{say('transcript.heading')}</h4>
      <Facts>
        <Fact name={say('fact.issued')}>
          <Time date={issued} />
        </Fact>
        {score !== null && (
          <Fact name={say('fact.overallScore')}>
            <Isolate>{score}</Isolate>
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

/** Two columns only, because a column for each member would not fit a phone. */
function Subjects({ subjects }: { subjects: readonly SubjectShown[] }) {
  const { say } = useWords();
  return (
    <table class="subjects">
      <caption class="visually-hidden">{say('transcript.subjects')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('transcript.subject')}</th>
          <th scope="col">{say('transcript.result')}</th>
        </tr>
      </thead>
      <tbody>
        {subjects.map((subject) => (
          <tr>
            <th scope="row">
              <Isolate>{subject.name}</Isolate>
              <span class="detail">
                <Isolate>{subject.code}</Isolate>
                {subject.credit !== null && <> · {say('transcript.credit', { credit: subject.credit })}</>} ·{' '}
                <Time date={subject.completed} />
              </span>
            </th>
            <td>
              <Isolate>{subject.grade}</Isolate>
              {subject.score !== null && (
                <span class="detail">{say('transcript.score', { score: subject.score })}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
