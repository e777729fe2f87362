import type { Child } from 'hono/jsx';
import type { CefrShown, EnglishShown } from '../shown/types.ts';
import { Isolate, useWords } from '../words/words.tsx';

/** From the lowest to the highest; below them there is nothing reached. */
const LEVELS: readonly string[] = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'];

/** Levels by skill, as text and as a bar of steps. */
export function CefrLevels({ levels }: { levels: readonly CefrShown[] }) {
  const { say, text } = useWords();
  if (levels.length === 0) return null;
  const cefr = (parts: Child[]) => <abbr title={text('cefr.name')}>{parts}</abbr>;
  const meaning = (parts: Child[]) => <span class="meaning">{parts}</span>;
  return (
    <>
      <h4>{say('cefr.heading', { cefr })}</h4>
      <table class="cefr">
        <caption class="visually-hidden">{say('cefr.caption')}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{say('cefr.skill')}</th>
            <th scope="col">{say('cefr.level')}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ skill, level }) => (
            <tr>
              <th scope="row">{say(`cefr.skill.${skill}`)}</th>
              <td>
                {say(`cefr.level.${level}`, { meaning })}
                <Steps reached={LEVELS.indexOf(level) + 1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The level as a picture; the text beside it says the same. */
function Steps({ reached }: { reached: number }) {
  return (
    <span class="steps" aria-hidden="true">
      {LEVELS.map((_, index) => (
        <span class={index < reached ? 'step step-reached' : 'step'}></span>
      ))}
    </span>
  );
}

export function Subskills({ scores }: { scores: EnglishShown['subskills'] }) {
  const { say } = useWords();
  if (scores.length === 0) return null;
  return (
    <>
      <h4>{say('scores.heading')}</h4>
      <table class="scores">
        <caption class="visually-hidden">{say('scores.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('scores.skill')}</th>
            <th scope="col">{say('scores.score')}</th>
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
