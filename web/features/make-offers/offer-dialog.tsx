import { useEffect, useRef, useState } from "react";
import { CallFailure } from "../../backend/call-function.ts";
import { useMailPreview } from "../../backend/staff-queries.ts";
import { Dialog, MailPreview } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { OfferAmounts } from "./offer-amounts.tsx";
import { offerRules, offerTexts } from "./offer-rules.ts";
import type { OfferedRequest } from "./offered-request.ts";
import { prefillOffer } from "./prefill-offer.ts";
import { useMakeOffer } from "./use-offers.ts";

interface OfferDialogProps {
  simulation: OfferedRequest;
  coveragePercent: number;
  onMade: () => void;
  onClose: () => void;
}

/** The conditions to be offered. Open as long as it is rendered. */
export function OfferDialog({ simulation, coveragePercent, onMade, onClose }: OfferDialogProps) {
  const { id, status, full_name } = simulation;
  const dialog = useRef<HTMLDialogElement>(null);
  const [offerId] = useState(() => crypto.randomUUID());
  const [prefilled] = useState(() => prefillOffer(simulation));
  const making = useMakeOffer(id);
  const preview = useMailPreview();
  const { form, field } = useValidatedForm(offerRules);
  useEffect(() => dialog.current?.showModal(), []);

  const titleId = `offer-${id}`;
  const failure = making.error instanceof CallFailure ? making.error : null;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose}>
      <Form
        className="grid gap-5"
        // What was shown is no longer what would be sent.
        onInput={() => preview.reset()}
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (making.isPending) return;
            making.mutate(
              { ...values, offerId },
              {
                onSuccess({ changed }) {
                  dialog.current?.close();
                  if (changed) onMade();
                },
                onError(error) {
                  if (!(error instanceof CallFailure)) return;
                  for (const name of offerRules.names) {
                    const message = error.fields[name];
                    if (message) form.setError(name, { message });
                  }
                },
              },
            );
          })(event)
        }
      >
        <h2 id={titleId} className="text-card wrap-anywhere">
          {status === "pending" ? "Aprovar com condições" : "Fazer proposta"}: {full_name}
        </h2>
        <div className="grid gap-x-6 sm:grid-cols-2">
          <Fields
            table={offerRules}
            field={(name) => ({ defaultValue: prefilled[name] ?? "", ...field(name) })}
            texts={offerTexts}
            choosePlaceholder="Selecione"
          />
        </div>
        <OfferAmounts
          control={form.control}
          prefilled={prefilled}
          coveragePercent={coveragePercent}
        />
        {making.isError && (
          <FormAlert key={making.submittedAt}>
            <p>
              {failure?.message || "As condições não foram enviadas."} O que foi preenchido continua
              aqui.
            </p>
          </FormAlert>
        )}
        <MailPreview mail={preview} />
        <div className="modal-action flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-link"
            onClick={() =>
              void form.handleSubmit((values) =>
                preview.mutate({ ...values, template: "offer-made", simulationId: id }),
              )()
            }
          >
            Ver o e-mail
          </button>
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={making.isPending}>
            {making.isPending && <SpinnerRing />}
            {status === "pending" ? "Aprovar e enviar condições" : "Enviar condições"}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
