import { RichText } from "./rich-text.tsx";
import type { HomeQueryResult } from "./sanity.types.ts";

/** Turns question documents into what the list of questions shows. */
export function faqEntries(items: NonNullable<HomeQueryResult>["faq"]["items"]) {
  return items.map(({ _id, question, answer }) => ({
    id: _id,
    question,
    answer: <RichText value={answer} />,
  }));
}
