import type { ClientAreaQueryResult } from "../content/sanity.types.ts";
export function NewPasswordPage({ content }: { content: NonNullable<ClientAreaQueryResult> }) {
  return <h1>{content.title}</h1>;
}
