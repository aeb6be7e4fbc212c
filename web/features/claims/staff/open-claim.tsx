import { useState } from "react";
import * as z from "zod/mini";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { type ClaimForm, claimFormSchema } from "#contracts/claims/claim-forms.ts";
import {
  claimItemKinds,
  claimItemTitles,
  claimLimitSchema,
  claimStages,
  mostClaimItems,
} from "#contracts/claims/claims.ts";
import { otherwiseInvalid } from "#contracts/reply.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { staffPaths } from "../../../config/staff-paths.ts";
import { MaskedField, SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { claimsKey, nothingChanged, useOpenClaim } from "./claim-queries.tsx";
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
  /** Limit of each contract of the lease. */
  limits: z.array(claimLimitSchema),
  /** True when a claim may be opened today. */
  mayClaim: z.boolean(),
});

/** Lists the claims on the lease of a contract. Staff can open one in the landlord's name. */
export function ContractClaims({ contractId }: { contractId: string }) {
  const [isOpening, setIsOpening] = useState(false);
  const { data } = useStaffQuery({
    queryKey: [...claimsKey, "of-contract", contractId],
    schema: ofContractSchema,
    ask: (client) => client.rpc("contract_claims", { contract_id: contractId }),
  });
  if (!data || (data.claims.length === 0 && !data.mayClaim)) return null;
  const titleId = `claims-${contractId}`;
  return (
    <section aria-labelledby={titleId} className="card card-border mt-6 grid gap-4 sm:p-8">
      <h2 id={titleId} className="text-card">
        Acionamentos da garantia
      </h2>
      <ul className="text-soft grid gap-1 text-sm">
        {data.limits.map(({ contractId: id, startDate, lastDay, limit, left }) => (
          <li key={id} className="tabular-nums">
            {formatShortDate(startDate)} a {formatShortDate(lastDay)}: restam {formatCurrency(left)}{" "}
            de {formatCurrency(limit)}
          </li>
        ))}
      </ul>
      {data.claims.length > 0 && (
        <ul className="grid gap-3 text-sm">
          {data.claims.map(({ id, protocol, stage, isOverdue, asked }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                <SiteLink href={casePath(staffPaths.claims, id)}>
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
        <StaffButton
          needs="claims"
          className="btn-outline justify-self-start"
          onClick={() => setIsOpening(true)}
        >
          Acionar em nome do locador
        </StaffButton>
      )}
      {isOpening && <OpenClaimDialog contractId={contractId} onClose={() => setIsOpening(false)} />}
    </section>
  );
}

/** Dialog for a claim that the landlord makes by phone or mail. */
function OpenClaimDialog({ contractId, onClose }: { contractId: string; onClose: () => void }) {
  const opening = useOpenClaim(contractId);
  const [requestId] = useState(() => crypto.randomUUID());
  const [today] = useState(() => todayInBrasilia());
  // Ids of the items in the form, in order. A removed id is never used again.
  const [ids, setIds] = useState(() => [crypto.randomUUID()]);
  const validated = useValidatedForm({ schema: openingSchema, names: openingNames });
  const { form, field } = validated;
  const account = form.watch("account");

  return (
    <FormDialog
      title="Acionar em nome do locador"
      form={validated}
      sending={opening}
      onSubmit={(request, callbacks) => opening.mutate({ ...request, requestId }, callbacks)}
      failed={nothingChanged}
      submitLabel="Abrir o acionamento"
      onClose={onClose}
    >
      <p>
        O pedido vale como o do próprio locador: ele completa as provas pelo link dele, e o
        locatário é avisado e ouvido.
      </p>
      <TextField
        {...field("happenedOn")}
        id={`happened-${contractId}`}
        type="date"
        max={today}
        texts={{
          label: "Dia do dano, ou em que foi encontrado",
          help: "O pedido usa o limite da vigência desse dia.",
        }}
      />
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
          <Button onClick={() => setIds([...ids, crypto.randomUUID()])}>Mais um item</Button>
        )}
        {ids.length > 1 && (
          <Button
            onClick={() => {
              form.unregister(`items.${ids.length - 1}`);
              setIds(ids.slice(0, -1));
            }}
          >
            Retirar o último
          </Button>
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
    </FormDialog>
  );
}

const typedText = z._default(z.string(), "");
const accountFields = ["key", "bank", "branch", "number", "type", "holder", "document"] as const;

/** Schema that converts the fields of staff's form into the `ClaimForm` that landlords send. */
const openingSchema = z.pipe(
  z.object({
    items: z.array(
      z.object({ id: typedText, kind: typedText, description: typedText, asked: typedText }),
    ),
    happenedOn: typedText,
    account: typedText,
    key: typedText,
    bank: typedText,
    branch: typedText,
    number: typedText,
    type: typedText,
    holder: typedText,
    document: typedText,
  }),
  z.transform(({ items, happenedOn, account: kind, ...account }, context): ClaimForm => {
    const parsed = claimFormSchema.safeParse(
      { items, happenedOn, ...(kind && { account: { kind, ...account } }) },
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
  "happenedOn" as const,
  ...Array.from(
    { length: mostClaimItems },
    (_one, index) =>
      [`items.${index}.kind`, `items.${index}.asked`, `items.${index}.description`] as const,
  ).flat(),
  "account" as const,
  ...accountFields,
];
