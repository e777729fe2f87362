import type { SubjectShown, TranscriptShown } from '../shown/types.ts';
import { Fact, Facts, Theirs, Time } from './text.tsx';

/** Above this many subjects the table is folded. */
const FOLDED_ABOVE = 12;

export function Transcript({ transcript }: { transcript: TranscriptShown }) {
  const { issued, score, subjects } = transcript;
  const table = <Subjects subjects={subjects} />;
  return (
    <>
      <h4>Transcript</h4>
      <Facts>
        <Fact name="Issued">
          <Time date={issued} />
        </Fact>
        {score !== null && (
          <Fact name="Overall score">
            <Theirs>{score}</Theirs>
          </Fact>
        )}
      </Facts>
      {subjects.length > FOLDED_ABOVE ? (
        <details>
          <summary>{subjects.length} subjects</summary>
          {table}
        </details>
      ) : (
        subjects.length > 0 && table
      )}
    </>
  );
}

/** Two columns only: what a transcript says of a subject is more than a phone is wide. */
function Subjects({ subjects }: { subjects: readonly SubjectShown[] }) {
  return (
    <table class="subjects">
      <caption class="visually-hidden">Subjects</caption>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {subjects.map((subject) => (
          <tr>
            <th scope="row">
              <Theirs>{subject.name}</Theirs>
              <span class="detail">
                <Theirs>{subject.code}</Theirs>
                {subject.credit !== null && (
                  <>
                    {' '}
                    · Credit <Theirs>{subject.credit}</Theirs>
                  </>
                )}{' '}
                · <Time date={subject.completed} />
              </span>
            </th>
            <td>
              <Theirs>{subject.grade}</Theirs>
              {subject.score !== null && (
                <span class="detail">
                  Score <Theirs>{subject.score}</Theirs>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
