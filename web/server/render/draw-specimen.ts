import { readContentAnswer } from "../../../supabase/functions/_shared/content/function-content.ts";
import { contentQuery } from "../../../supabase/functions/_shared/content/read-content.ts";
import { seedContent } from "../../../supabase/functions/_shared/content/seed-content.ts";
import type { DocumentContent } from "../../../supabase/functions/_shared/pdf/guarantee.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import { type EncodedBody, encodeBody } from "../http/encoded-body.ts";

/**
 * Gives the PDF of the letter that is an example, with the company, rules and words that are
 * published now. @throws ContentFailure when there is no content to draw it of.
 */
export type DrawSpecimen = () => Promise<EncodedBody>;

/** Draws it by the code of the real letters, once for all who ask until something of it changes. */
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
    // Whoever asks next has it tried again.
    body.catch(() => (drawn = undefined));
    return body;
  };
}

async function draw(content: DocumentContent, siteUrl: string): Promise<EncodedBody> {
  // With its fonts it is not small, and few ask for it.
  const { makeSpecimenLetter } =
    await import("../../../supabase/functions/_shared/pdf/letter-pdf.ts");
  return encodeBody(Buffer.from(await makeSpecimenLetter(content, siteUrl)));
}
