import type { Child } from 'hono/jsx';

interface FormProps {
  action: string;
  csrf: string;
  id?: string;
  class?: string;
  children?: Child;
}

/** Every form of the pages: it posts, and carries the token by which the server knows its own forms. */
export function Form({ action, csrf, children, ...attributes }: FormProps) {
  return (
    <form method="post" action={action} autocomplete="off" {...attributes}>
      <input type="hidden" name="csrf" value={csrf} />
      {children}
    </form>
  );
}
