import { formatCurrency } from "../../../supabase/functions/_shared/contracts/formats/currency.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/formats/short-date.ts";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/formats/today-in-brasilia.ts";
import type { VerifiedLetter } from "../../../supabase/functions/_shared/contracts/verified-letter.ts";
import { Icon, type IconName } from "../../ui/brand/icons.tsx";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import { FileCheck } from "./file-check.tsx";
import type { VerifyTexts } from "./verify-texts.ts";

interface Look {
  text: keyof VerifyTexts["states"];
  icon: IconName;
  tone: StatusTone;
}

const looks: Record<VerifiedLetter["state"], Look> = {
  in_force: { text: "inForce", icon: "check", tone: "good" },
  upcoming: { text: "upcoming", icon: "calendar", tone: "waiting" },
  ended: { text: "ended", icon: "clock", tone: "neutral" },
  revoked: { text: "revoked", icon: "close", tone: "bad" },
};

interface LetterResultProps {
  letter: VerifiedLetter;
  texts: VerifyTexts;
}

/** A letter that was issued: in words whether it holds, for whom and up to how much. */
export function LetterResult({ letter, texts }: LetterResultProps) {
  const { labels } = texts;
  const { text, icon, tone } = looks[letter.state];
  const { title, badge, explanation } = texts.states[text];
  const dayOf = (moment: string) => formatShortDate(todayInBrasilia(new Date(moment)));
  return (
    <section className="card card-border grid gap-6" aria-labelledby="letter-state">
      <div className="flex flex-wrap items-center gap-4">
        <span className="icon-tile">
          <Icon name={icon} />
        </span>
        <h2 id="letter-state" className="text-card">
          {title}
        </h2>
        <StatusBadge tone={tone}>{badge}</StatusBadge>
      </div>
      <p>{explanation}</p>
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-2">
        <Datum label={labels.tenant}>{letter.tenant}</Datum>
        <Datum label={labels.city}>{letter.city ?? null}</Datum>
        <Datum label={labels.limit}>
          {letter.limit === undefined ? null : formatCurrency(letter.limit)}
        </Datum>
        <Datum label={labels.issued}>{dayOf(letter.issuedAt)}</Datum>
        <Datum label={labels.start}>{formatShortDate(letter.startDate)}</Datum>
        <Datum label={labels.end}>{formatShortDate(letter.endDate)}</Datum>
        <Datum label={labels.closed}>
          {letter.closedAt === undefined ? null : dayOf(letter.closedAt)}
        </Datum>
      </DataList>
      <p className="text-sm text-muted">{texts.noteText}</p>
      <FileCheck sha256={letter.fileSha256} texts={texts.file} />
    </section>
  );
}
