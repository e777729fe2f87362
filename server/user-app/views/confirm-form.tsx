import type { Child } from 'hono/jsx';
import { Form } from './form.tsx';

interface ConfirmFormProps {
  csrf: string;
  action: string;
  /** The value of `decision` that confirms. */
  decision: string;
  /** The words of the button. */
  label: Child;
  /** The page before, and the words of the link to it. */
  backHref: string;
  back: Child;
}

/** Asks once more, with a way back, before what cannot be undone. */
export function ConfirmForm({ csrf, action, decision, label, backHref, back }: ConfirmFormProps) {
  return (
    <Form action={action} csrf={csrf}>
      <p class="actions">
        <button type="submit" name="decision" value={decision} class="danger">
          {label}
        </button>
        <a class="button secondary" href={backHref}>
          {back}
        </a>
      </p>
    </Form>
  );
}
