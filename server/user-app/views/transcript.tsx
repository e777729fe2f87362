import type { SubjectShown, TranscriptShown } from '../shown/types.ts';
import { Fact, Facts, Isolate, Time } from './text.tsx';

/** Above this many subjects the table is collapsed. */
const COLLAPSED_ABOVE = 12;

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
            <Isolate>{score}</Isolate>
          </Fact>
        )}
      </Facts>
      {subjects.length > COLLAPSED_ABOVE ? (
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

/** Two columns only, because a column for each member would not fit a phone. */
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
              <Isolate>{subject.name}</Isolate>
              <span class="detail">
                <Isolate>{subject.code}</Isolate>
                {subject.credit !== null && (
                  <>
                    {' '}
                    · Credit <Isolate>{subject.credit}</Isolate>
                  </>
                )}{' '}
                · <Time date={subject.completed} />
              </span>
            </th>
            <td>
              <Isolate>{subject.grade}</Isolate>
              {subject.score !== null && (
                <span class="detail">
                  Score <Isolate>{subject.score}</Isolate>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
