import { useEffect, useState } from "react";
import {
  type ClaimTimes as Times,
  claimTimesSchema,
} from "../../../supabase/functions/_shared/contracts/guarantee/claim-times.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { FactList } from "../../ui/section/fact-list.tsx";
import { Section } from "../../ui/section/sections.tsx";

/** The words around the figures; {{percent}}, {{count}} and {{days}} are theirs. */
export interface ClaimTimesTexts {
  title: string;
  text: string;
  decidedTitle: string;
  decidedText: string;
  paidTitle: string;
  paidText: string;
}

/** How the promised days to decide and to pay were kept; nothing as long as too few claims tell of it. */
export function ClaimTimes({ texts }: { texts: ClaimTimesTexts }) {
  const backend = useBackend();
  const [times, setTimes] = useState<Times>();
  useEffect(() => {
    callFunction(backend, { name: "claim-times", body: {}, data: claimTimesSchema })
      // A page about something else is whole without it.
      .then(setTimes, () => {});
  }, [backend]);
  const items = times ? factsOf(times, texts) : [];
  if (items.length === 0) return null;
  return (
    <Section title={texts.title} intro={texts.text}>
      <FactList items={items} />
    </Section>
  );
}

/** A fact for each figure that there is, in the editors' words. */
export function factsOf({ decided, paid }: Times, texts: ClaimTimesTexts) {
  return [
    { _key: "decided", figure: decided, title: texts.decidedTitle, text: texts.decidedText },
    { _key: "paid", figure: paid, title: texts.paidTitle, text: texts.paidText },
  ].flatMap(({ _key, figure, title, text }) => {
    if (!figure) return [];
    const { count, inTime, medianDays } = figure;
    const days = Math.ceil(medianDays);
    const values = {
      // Never rounded up to all of them.
      percent: Math.floor((100 * inTime) / count),
      count,
      days: days === 1 ? "1 dia" : `${days} dias`,
    };
    return [{ _key, title: fillVariables(title, values), text: fillVariables(text, values) }];
  });
}
