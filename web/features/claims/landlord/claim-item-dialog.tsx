import { type ReactNode, useRef } from "react";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { claimItemFormSchema } from "#contracts/claims/claim-forms.ts";
import { claimItemKinds, claimItemTitles } from "#contracts/claims/claims.ts";
import { paths } from "../../../config/paths.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { MaskedField, SelectField, TextAreaField } from "../../../ui/form/controls.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import type { DraftItem } from "../claim-draft.ts";

type Texts = NonNullable<LandlordAreaQueryResult>;

/** Shows the exclusions of the guarantee with their clauses before anything is asked for. */
export function NotCovered({ texts: { coverage, excluded } }: { texts: Texts }) {
  if (!coverage) return null;
  const { exclusions, clauseLabel } = coverage;
  return (
    <section className="limiting-clause mt-0 grid gap-2 p-4" aria-labelledby="not-covered">
      <h3 id="not-covered" className="text-base">
        {exclusions.title}
      </h3>
      <ul className="list-disc pl-5 font-bold">
        {exclusions.items.map(({ _key, text }) => (
          <li key={_key}>{text}</li>
        ))}
      </ul>
      <Clause excluded={excluded} label={clauseLabel} />
    </section>
  );
}

function Clause({ excluded, label }: { excluded: Texts["excluded"]; label: string }): ReactNode {
  if (!excluded) return null;
  return (
    // The clause opens in a new tab, because the text being typed here would be lost.
    <SiteLink
      href={`${paths.terms}#${excluded.anchor}`}
      target="_blank"
      className="justify-self-start font-semibold text-petrol-700 underline"
    >
      {label} {excluded.number}
    </SiteLink>
  );
}

const itemNames = ["kind", "description", "asked"] as const;

interface ItemDialogProps {
  /** Item that is changed; undefined for a new one. */
  item: DraftItem | undefined;
  texts: Texts;
  onSave: (item: DraftItem) => void;
  onClose: () => void;
}

/** Dialog for one item, with the exclusions of its kind beside its description. */
export function ItemDialog({ item, texts, onSave, onClose }: ItemDialogProps) {
  const words = texts.claim.form;
  const dialog = useRef<HTMLDialogElement>(null);
  const { form, field } = useValidatedForm({ schema: claimItemFormSchema, names: itemNames });
  const kind = form.watch("kind") ?? item?.kind;
  const isKnown = claimItemKinds.some((one) => one === kind);
  return (
    <Dialog ref={dialog} titleId="claim-item" onClose={onClose} size="form">
      <Form
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          form.setValue("id", item?.id ?? crypto.randomUUID());
          void form.handleSubmit(onSave)(event);
        }}
      >
        <h2 id="claim-item" className="text-card">
          {words.itemTitle}
        </h2>
        <SelectField
          {...field("kind")}
          id="item-kind"
          defaultValue={item?.kind ?? ""}
          texts={{ label: words.kindLabel }}
          options={claimItemKinds.map((value) => ({ value, label: claimItemTitles[value] }))}
          choosePlaceholder={words.kindPlaceholder}
          required
        />
        {kind && isKnown && (
          <p
            className="rounded-md border-2 border-amber-400 bg-amber-100 p-3 text-sm"
            aria-live="polite"
          >
            {words.notes[kind]}{" "}
            {texts.coverage && (
              <Clause excluded={texts.excluded} label={texts.coverage.clauseLabel} />
            )}
          </p>
        )}
        <TextAreaField
          {...field("description")}
          id="item-description"
          defaultValue={item?.description}
          rows={4}
          maxLength={1000}
          texts={{ label: words.descriptionLabel }}
        />
        <MaskedField
          {...field("asked")}
          id="item-asked"
          mask="money"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={item && formatCurrency(item.asked)}
          texts={{ label: words.askedLabel, help: words.askedHelp }}
        />
        <div className="modal-action flex-wrap gap-3">
          <Button onClick={() => dialog.current?.close()}>{words.backLabel}</Button>
          <Button className="btn-primary">{words.saveLabel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
