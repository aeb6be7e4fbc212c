import { useEffect, useState } from "react";
import { type ClaimTimes as Times, claimTimesSchema } from "#contracts/claims/claim-times.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { FactList } from "../../ui/section/fact-list.tsx";
import { Section } from "../../ui/section/sections.tsx";

/** Texts around the figures {{percent}}, {{count}} and {{days}}. */
export interface ClaimTimesTexts {
  title: string;
  text: string;
  decidedTitle: string;
  decidedText: string;
  paidTitle: string;
  paidText: string;
}

/** Shows how often decisions and payments were in time; nothing while there are too few claims. */
export function ClaimTimes({ texts }: { texts: ClaimTimesTexts }) {
  const backend = useBackend();
  const [times, setTimes] = useState<Times>();
  useEffect(() => {
    callFunction(backend, { name: "claim-times", body: {}, data: claimTimesSchema })
      // The page is complete without these figures, so a failure shows nothing.
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

/** Returns a sentence for each available figure. */
export function factsOf({ decided, paid }: Times, texts: ClaimTimesTexts) {
  return [
    { _key: "decided", figure: decided, title: texts.decidedTitle, text: texts.decidedText },
    { _key: "paid", figure: paid, title: texts.paidTitle, text: texts.paidText },
  ].flatMap(({ _key, figure, title, text }) => {
    if (!figure) return [];
    const { count, inTime, medianDays } = figure;
    const days = Math.ceil(medianDays);
    const values = {
      // The share is rounded down, so that it never wrongly says 100 percent.
      percent: Math.floor((100 * inTime) / count),
      count,
      days: days === 1 ? "1 dia" : `${days} dias`,
    };
    return [{ _key, title: fillVariables(title, values), text: fillVariables(text, values) }];
  });
}
