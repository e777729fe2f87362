import type { Child } from 'hono/jsx';

interface FormProps {
  action: string;
  csrf: string;
  id?: string;
  class?: string;
  children?: Child;
}

/** The form of all pages: it posts, with the CSRF token in a hidden field. */
export function Form({ action, csrf, children, ...attributes }: FormProps) {
  return (
    <form method="post" action={action} autocomplete="off" {...attributes}>
      <input type="hidden" name="csrf" value={csrf} />
      {children}
    </form>
  );
}
