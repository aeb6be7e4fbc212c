import { useMutation } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import {
  type IssuedLetter,
  type IssuedReceipt,
  type VerifiedLetter,
  wordsOfLetterEnding,
} from "#contracts/leases/letters.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { paths } from "../../../config/paths.ts";
import type { VerifyQueryResult } from "../../../content/sanity.types.ts";
import { Icon, type IconName } from "../../../ui/brand/icons.tsx";
import { StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";
import { ButtonLink } from "../../../ui/layout/links.tsx";
import { DataList, Datum } from "../../../ui/section/facts.tsx";

interface Look {
  text: keyof VerifyTexts["states"];
  icon: IconName;
  tone: StatusTone;
}

const looks: Record<IssuedLetter["state"], Look> = {
  in_force: { text: "inForce", icon: "check", tone: "good" },
  upcoming: { text: "upcoming", icon: "calendar", tone: "waiting" },
  awaiting_payment: { text: "awaitingPayment", icon: "clock", tone: "waiting" },
  ended: { text: "ended", icon: "clock", tone: "neutral" },
  revoked: { text: "revoked", icon: "close", tone: "bad" },
  replaced: { text: "replaced", icon: "close", tone: "bad" },
};

interface LetterResultProps {
  letter: Exclude<VerifiedLetter, IssuedReceipt>;
  texts: VerifyTexts;
}

/**
 * Shows the letter that belongs to a code. The code of the sample letter shows a notice that the letter is only a
 * sample.
 */
export function LetterResult({ letter, texts }: LetterResultProps) {
  if (letter.state !== "specimen") return <Issued letter={letter} texts={texts} />;
  const { title, text } = texts.specimen;
  return (
    <section
      className="card card-border grid gap-4 border-amber-400"
      aria-labelledby="letter-state"
    >
      <div className="flex items-center gap-4">
        <span className="icon-tile [--tile-ink:var(--color-amber-800)] [--tile:var(--color-amber-100)]">
          <Icon name="document" />
        </span>
        <h2 id="letter-state" className="text-card">
          {title}
        </h2>
      </div>
      <p>{text}</p>
      <ContactLink texts={texts} />
    </section>
  );
}

export function ContactLink({ texts }: { texts: VerifyTexts }) {
  return (
    <ButtonLink href={paths.contact} look="outline" className="justify-self-start">
      {texts.contactLabel}
    </ButtonLink>
  );
}

function Issued({ letter, texts }: { letter: IssuedLetter; texts: VerifyTexts }) {
  const { labels } = texts;
  const { text, icon, tone } = looks[letter.state];
  const { title, badge, explanation } =
    texts.states[letter.ending ? wordsOfLetterEnding[letter.ending] : text];
  const dayOf = (moment: string) => formatShortDate(todayInBrasilia(new Date(moment)));
  const days = {
    start: letter.startDate ? formatShortDate(letter.startDate) : "",
    end: letter.endDate ? formatShortDate(letter.endDate) : "",
    closed: letter.closedOn ? formatShortDate(letter.closedOn) : "",
    replaced: letter.replacedAt ? dayOf(letter.replacedAt) : "",
  };
  return (
    <section className="card card-border grid gap-6" aria-labelledby="letter-state">
      <div className="flex flex-wrap items-center gap-4">
        <span className="icon-tile">
          <Icon name={icon} />
        </span>
        <h2 id="letter-state" className="text-card">
          {fillVariables(title, days)}
        </h2>
        <StatusBadge tone={tone}>{fillVariables(badge, days)}</StatusBadge>
      </div>
      <p>{fillVariables(explanation, days)}</p>
      {tone === "bad" && <ContactLink texts={texts} />}
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-2">
        <Datum label={labels.tenant}>{letter.tenant}</Datum>
        <Datum label={labels.city}>{letter.city ?? null}</Datum>
        <Datum label={labels.limit}>
          {letter.limit === undefined ? null : formatCurrency(letter.limit)}
        </Datum>
        <Datum label={labels.issued}>{dayOf(letter.issuedAt)}</Datum>
        <Datum label={labels.start}>{days.start || null}</Datum>
        <Datum label={letter.closedOn === undefined ? labels.end : labels.planned}>
          {days.end || null}
        </Datum>
        <Datum label={labels.closed}>
          {letter.closedOn === undefined ? null : formatShortDate(letter.closedOn)}
        </Datum>
      </DataList>
      <p className="text-sm text-muted">{texts.noteText}</p>
      <FileCheck sha256={letter.fileSha256} texts={texts.file} />
    </section>
  );
}

interface FileCheckProps {
  /** SHA-256 of the PDF file that was issued as the letter. */
  sha256: string;
  texts: VerifyTexts["file"];
}

/** Checks whether a dropped or chosen file is identical to the issued letter. */
function FileCheck({ sha256, texts }: FileCheckProps) {
  const [isOver, setIsOver] = useState(false);
  const check = useMutation({
    // Lets React Query run this check offline, because the check needs no network.
    networkMode: "always",
    mutationFn: async (file: File) => ({
      name: file.name,
      isSame: (await hashFile(file)) === sha256,
    }),
  });

  function take(file: File | undefined) {
    if (file) check.mutate(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  }

  function dragOver(event: DragEvent) {
    event.preventDefault();
    setIsOver(true);
  }

  return (
    <div className="grid gap-3 border-t border-sand-200 pt-6 noscript:hidden">
      <h3 className="text-base">{texts.title}</h3>
      <p className="text-soft">{texts.text}</p>
      <label
        className={`relative grid cursor-pointer justify-items-center gap-2 rounded-md border-2 border-dashed p-6 text-center focus-within:outline-2 focus-within:outline-petrol-600 ${isOver ? "border-petrol-600 bg-petrol-50" : "border-border bg-sand-50"}`}
      >
        <Icon name="document" className="size-8 text-petrol-600" />
        <span className="font-medium">{texts.dropLabel}</span>
        <input
          type="file"
          accept="application/pdf,.pdf"
          // The invisible input covers the whole area, so that people can drop a file anywhere in the area.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDrop={drop}
          onDragOver={dragOver}
          onDragLeave={() => setIsOver(false)}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // The input is emptied, because browsers report no change when a person chooses the same file again.
            target.value = "";
          }}
        />
      </label>
      <output className="grid gap-1">
        {check.data && (
          <p className="flex items-start gap-3">
            <Icon
              name={check.data.isSame ? "check" : "close"}
              className={`size-6 flex-none ${check.data.isSame ? "text-petrol-600" : "text-danger"}`}
            />
            <span className="min-w-0 wrap-anywhere">
              <strong>{check.data.isSame ? texts.sameText : texts.otherText}</strong>
              <span className="block text-sm text-muted">{check.data.name}</span>
            </span>
          </p>
        )}
        {check.error && <p>{texts.failedText}</p>}
      </output>
    </div>
  );
}

/** Computes the SHA-256 of a file in hexadecimal. The file stays in the browser. */
async function hashFile(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type VerifyTexts = NonNullable<VerifyQueryResult>;
