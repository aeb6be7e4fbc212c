/** Anything schema.org describes; `@context` is added here. */
export type StructuredThing = { "@type": string } & Record<string, unknown>;

/** JSON-LD in the page; `<` is escaped so that no text can end the script. */
export function StructuredData({ thing }: { thing: StructuredThing }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing });
  return (
    // A new element for new data: the browser refuses another text in a script that is there.
    <script
      key={json}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: json.replaceAll("<", "\\u003c") }}
    />
  );
}
