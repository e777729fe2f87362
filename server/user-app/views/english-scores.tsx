import type { CefrShown, EnglishShown } from '../shown/types.ts';
import { Isolate } from './text.tsx';

const HIGHEST = 6;

/** Levels by skill, as text and as a bar of steps. */
export function CefrLevels({ levels }: { levels: readonly CefrShown[] }) {
  if (levels.length === 0) return null;
  return (
    <>
      <h4>
        English level (<abbr title="Common European Framework of Reference">CEFR</abbr>)
      </h4>
      <table class="cefr">
        <caption class="visually-hidden">Level by skill, from A1 (beginner) to C2 (proficient)</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Skill</th>
            <th scope="col">Level</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ skill, level, meaning, step }) => (
            <tr>
              <th scope="row">{skill}</th>
              <td>
                <strong>{level}</strong> <span class="meaning">{meaning}</span>
                <Steps step={step} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The level as a picture; the text beside it says the same. */
function Steps({ step }: { step: number }) {
  return (
    <span class="steps" aria-hidden="true">
      {Array.from({ length: HIGHEST }, (_, index) => (
        <span class={index < step ? 'step step-reached' : 'step'}></span>
      ))}
    </span>
  );
}

export function Subskills({ scores }: { scores: EnglishShown['subskills'] }) {
  if (scores.length === 0) return null;
  return (
    <>
      <h4>Scores by skill</h4>
      <table class="scores">
        <caption class="visually-hidden">Scores by skill, on the scale of the test</caption>
        <thead>
          <tr>
            <th scope="col">Skill</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {scores.map(({ skill, score }) => (
            <tr>
              <th scope="row">
                <Isolate>{skill}</Isolate>
              </th>
              <td>
                <Isolate>{score}</Isolate>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
