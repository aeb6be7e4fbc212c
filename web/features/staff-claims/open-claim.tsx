import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { formatCurrency } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  type ClaimForm,
  claimFormSchema,
  claimItemKinds,
  claimItemTitles,
  claimStages,
  mostClaimItems,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { otherwiseInvalid } from "../../../supabase/functions/_shared/contracts/reply.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { paths } from "../../config/paths.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { MaskedField, SelectField, TextAreaField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { casePath } from "../../ui/layout/list-and-detail.tsx";
import { Whole } from "../../ui/section/facts.tsx";
import { claimsKey, useOpenClaim, whyNot } from "./claim-queries.ts";
import { ClaimStatus } from "./claim-state.tsx";

const ofContractSchema = z.object({
  claims: z.array(
    z.object({
      id: z.string(),
      protocol: z.string(),
      stage: z.enum(claimStages),
      isOverdue: z.boolean(),
      asked: z.number(),
    }),
  ),
  /** In reais. */
  limitLeft: z.number(),
  /** Whether one may be opened today. */
  mayClaim: z.boolean(),
});

/** The claims on a contract, each leading to its own sheet, and one more in the landlord's name. */
export function ContractClaims({ contractId }: { contractId: string }) {
  const backend = useBackend();
  const [isOpening, setIsOpening] = useState(false);
  const { data } = useQuery({
    queryKey: [...claimsKey, "of-contract", contractId],
    queryFn: async ({ signal }) =>
      ofContractSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("contract_claims", { contract_id: contractId }).abortSignal(signal),
        ),
      ),
  });
  if (!data || (data.claims.length === 0 && !data.mayClaim)) return null;
  const titleId = `claims-${contractId}`;
  return (
    <section aria-labelledby={titleId} className="card card-border mt-6 grid gap-4 sm:p-8">
      <h2 id={titleId} className="text-card">
        Acionamentos da garantia
      </h2>
      <p className="text-soft text-sm">Resta do limite: {formatCurrency(data.limitLeft)}</p>
      {data.claims.length > 0 && (
        <ul className="grid gap-3 text-sm">
          {data.claims.map(({ id, protocol, stage, isOverdue, asked }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                <SiteLink href={casePath(paths.staffClaims, id)}>
                  <Whole>{protocol}</Whole>
                </SiteLink>{" "}
                · {formatCurrency(asked)}
              </span>
              <ClaimStatus stage={stage} isOverdue={isOverdue} />
            </li>
          ))}
        </ul>
      )}
      {data.mayClaim && (
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          onClick={() => setIsOpening(true)}
        >
          Acionar em nome do locador
        </button>
      )}
      {isOpening && <OpenClaimDialog contractId={contractId} onClose={() => setIsOpening(false)} />}
    </section>
  );
}

interface OpenClaimDialogProps {
  contractId: string;
  onClose: () => void;
}

/** What the landlord said on the phone or by mail, item by item. Open as long as it is rendered. */
function OpenClaimDialog({ contractId, onClose }: OpenClaimDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opening = useOpenClaim(contractId);
  const [requestId] = useState(() => crypto.randomUUID());
  // Ids of the items that stand in the form, in their order; none comes back.
  const [ids, setIds] = useState(() => [crypto.randomUUID()]);
  const { form, field } = useValidatedForm({ schema: openingSchema, names: openingNames });
  useEffect(() => dialog.current?.showModal(), []);
  const account = form.watch("account");
  const titleId = `open-claim-${contractId}`;

  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((request) => {
            if (opening.isPending) return;
            opening.mutate({ ...request, requestId }, { onSuccess: () => dialog.current?.close() });
          })(event)
        }
      >
        <h2 id={titleId} className="text-card">
          Acionar em nome do locador
        </h2>
        <p>
          O pedido vale como o do próprio locador: o locatário é avisado e ouvido. Os arquivos vêm
          depois, pelo link do locador.
        </p>
        {opening.isError && (
          <FormAlert key={opening.submittedAt}>
            <p>{whyNot(opening.error)}</p>
          </FormAlert>
        )}
        {ids.map((id, index) => (
          <fieldset
            key={id}
            className="grid gap-x-6 gap-y-3 rounded-md bg-sand-100 p-4 sm:grid-cols-2"
          >
            <legend className="sr-only">Item {index + 1}</legend>
            <input type="hidden" {...form.register(`items.${index}.id`)} value={id} />
            <SelectField
              {...field(`items.${index}.kind`)}
              id={`kind-${id}`}
              texts={{ label: `Item ${index + 1}` }}
              choosePlaceholder="Selecione"
              required
              options={claimItemKinds.map((value) => ({ value, label: claimItemTitles[value] }))}
            />
            <MaskedField
              {...field(`items.${index}.asked`)}
              id={`asked-${id}`}
              mask="money"
              inputMode="decimal"
              autoComplete="off"
              texts={{ label: `Valor do item ${index + 1}` }}
            />
            <TextAreaField
              {...field(`items.${index}.description`)}
              id={`description-${id}`}
              className="sm:col-span-2"
              rows={2}
              maxLength={1000}
              texts={{ label: `Descrição do item ${index + 1}` }}
            />
          </fieldset>
        ))}
        <p className="flex flex-wrap gap-3">
          {ids.length < mostClaimItems && (
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => setIds([...ids, crypto.randomUUID()])}
            >
              Mais um item
            </button>
          )}
          {ids.length > 1 && (
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => {
                form.unregister(`items.${ids.length - 1}`);
                setIds(ids.slice(0, -1));
              }}
            >
              Retirar o último
            </button>
          )}
        </p>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <SelectField
            {...field("account")}
            id={`account-${contractId}`}
            texts={{ label: "Conta para o pagamento" }}
            choosePlaceholder="O locador informa depois"
            options={[
              { value: "pix", label: "Chave Pix" },
              { value: "bank", label: "Conta bancária" },
            ]}
          />
          {account === "pix" && (
            <TextField
              {...field("key")}
              id={`key-${contractId}`}
              autoComplete="off"
              texts={{ label: "Chave Pix" }}
            />
          )}
          {account === "bank" && (
            <>
              <TextField
                {...field("bank")}
                id={`bank-${contractId}`}
                autoComplete="off"
                texts={{ label: "Banco" }}
              />
              <TextField
                {...field("branch")}
                id={`branch-${contractId}`}
                autoComplete="off"
                texts={{ label: "Agência" }}
              />
              <TextField
                {...field("number")}
                id={`number-${contractId}`}
                autoComplete="off"
                texts={{ label: "Conta com o dígito" }}
              />
              <SelectField
                {...field("type")}
                id={`type-${contractId}`}
                texts={{ label: "Tipo da conta" }}
                choosePlaceholder="Selecione"
                options={[
                  { value: "checking", label: "Corrente" },
                  { value: "savings", label: "Poupança" },
                ]}
              />
            </>
          )}
          {account && (
            <>
              <TextField
                {...field("holder")}
                id={`holder-${contractId}`}
                autoComplete="off"
                texts={{ label: "Titular" }}
              />
              <TextField
                {...field("document")}
                id={`document-${contractId}`}
                autoComplete="off"
                texts={{ label: "CPF ou CNPJ do titular" }}
              />
            </>
          )}
        </div>
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={opening.isPending}>
            {opening.isPending && <SpinnerRing />}
            Abrir o acionamento
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const typedText = z._default(z.string(), "");
const accountFields = ["key", "bank", "branch", "number", "type", "holder", "document"] as const;

/** What stands in the form, field by field, becomes the claim's own form. */
const openingSchema = z.pipe(
  z.object({
    items: z.array(
      z.object({ id: typedText, kind: typedText, description: typedText, asked: typedText }),
    ),
    account: typedText,
    key: typedText,
    bank: typedText,
    branch: typedText,
    number: typedText,
    type: typedText,
    holder: typedText,
    document: typedText,
  }),
  z.transform(({ items, account: kind, ...account }, context): ClaimForm => {
    const parsed = claimFormSchema.safeParse(
      { items, ...(kind && { account: { kind, ...account } }) },
      otherwiseInvalid,
    );
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      context.issues.push({
        code: "custom",
        input: items,
        message,
        path: path[0] === "account" ? path.slice(1) : [...path],
      });
    }
    return z.NEVER;
  }),
);

const openingNames = [
  ...Array.from(
    { length: mostClaimItems },
    (_one, index) =>
      [`items.${index}.kind`, `items.${index}.asked`, `items.${index}.description`] as const,
  ).flat(),
  "account" as const,
  ...accountFields,
];
