import { readContentAnswer } from "../../../supabase/functions/_shared/content/function-content.ts";
import { contentQuery } from "../../../supabase/functions/_shared/content/read-content.ts";
import { seedContent } from "../../../supabase/functions/_shared/content/seed-content.ts";
import type { DocumentContent } from "../../../supabase/functions/_shared/pdf/guarantee.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import { type EncodedBody, encodeBody } from "../http/encoded-body.ts";

/** Returns the sample letter as a PDF, from published content. @throws ContentFailure when there is no content. */
export type DrawSpecimen = () => Promise<EncodedBody>;

/** Draws the sample letter with the code that draws real letters. Keeps the PDF until the letter's content changes. */
export function createDrawSpecimen(source: ContentSource, siteUrl: string): DrawSpecimen {
  let drawn: { of: string; body: Promise<EncodedBody> } | undefined;

  return async () => {
    const answer: unknown = (await source.read(contentQuery)).result;
    const { company, rules, coverage, letterTexts } = readContentAnswer(
      answer,
      seedContent,
    ).content;
    const content = { company, rules, coverage, letterTexts };
    const of = JSON.stringify(content);
    if (drawn?.of === of) return drawn.body;
    const body = draw(content, siteUrl);
    drawn = { of, body };
    // A failed drawing is not kept, so that the next HTTP request tries it once more.
    body.catch(() => (drawn = undefined));
    return body;
  };
}

async function draw(content: DocumentContent, siteUrl: string): Promise<EncodedBody> {
  // The drawing code is loaded on demand, because the code and its fonts are large and rarely needed.
  const { makeSpecimenLetter } =
    await import("../../../supabase/functions/_shared/pdf/leases-letter-pdf.ts");
  return encodeBody(Buffer.from(await makeSpecimenLetter(content, siteUrl)));
}
