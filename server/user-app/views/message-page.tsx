import type { Child } from 'hono/jsx';
import { Layout, type PageProps } from './layout.tsx';

interface MessageProps {
  title: string;
  /** The props of the page. */
  page: PageProps;
  children?: Child;
}

/** A page with a message and nothing else. */
export function MessagePage({ title, page, children }: MessageProps) {
  return (
    <Layout title={title} page={page}>
      <h1>{title}</h1>
      {children}
    </Layout>
  );
}
