import * as z from "zod/mini";
import { formatDateTime, formatDocument } from "#contracts/fields/formats.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import {
  type AddressToCheck,
  addressCheckFormSchema,
  addressToCheckSchema,
} from "#contracts/landlords/addresses.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { Needs } from "../../../backend/staff/staff-rights.tsx";
import { staffPaths } from "../../../config/staff-paths.ts";
import { phoneHref } from "../../../formats/phone.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { StatePanel } from "../../../ui/feedback/states.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { addressMark, casePath } from "../../../ui/layout/list-and-detail.tsx";
import type { Pages } from "../../../ui/layout/row-list.tsx";
import { CasePart, DataList, Datum, Whole } from "../../../ui/section/facts.tsx";

const POLL_MS = 30_000;
const addressesKey = ["addresses-to-check"] as const;

/** Reads the confirmed addresses that tenants gave and staff have not checked, the oldest first. */
function useAddressesToCheck() {
  return useStaffQuery({
    queryKey: addressesKey,
    schema: z.array(addressToCheckSchema),
    ask: (client) => client.rpc("list_addresses_to_check"),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: "always",
  });
}

/** Returns the addresses as rows of a list. The ids of the rows have a mark, unlike those of contracts. */
export function useAddressRows(): Pages<AddressToCheck> {
  const query = useAddressesToCheck();
  return {
    ...query,
    rows: query.data?.map((row) => ({ ...row, id: addressMark + row.id })),
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => Promise.resolve({ isError: false }),
  };
}

export function AddressRow({ row }: { row: AddressToCheck }) {
  return (
    <>
      <span className="font-semibold wrap-anywhere">{row.address}</span>
      <span className="wrap-anywhere">
        {row.landlord}, dado por {row.tenant}
      </span>
      <span className="text-xs text-muted tabular-nums">
        <Whole>{row.contractNumber}</Whole> · confirmado em {formatDateTime(row.confirmedAt)}
      </span>
    </>
  );
}

/** Shows an address that waits for its check, with what staff can compare, and the form of the check. */
export function AddressSheet({ id }: { id: string }) {
  const query = useAddressesToCheck();
  const known = query.data?.find((row) => row.id === id);
  if (known) return <Sheet known={known} />;
  if (query.data) {
    return (
      <StatePanel
        icon="check"
        title="Este e-mail já não espera conferência"
        text="Alguém já o conferiu ou retirou, ou o prazo da garantia acabou."
      />
    );
  }
  return (
    <QueryState
      query={query}
      loading="Carregando e-mail..."
      failed="Não foi possível carregar este e-mail"
    />
  );
}

function Sheet({ known }: { known: AddressToCheck }) {
  const { address, confirmedAt, contractId, contractNumber, document, otherAddresses } = known;
  return (
    <article className="card card-border grid gap-8 sm:p-8">
      <header>
        <h2 className="text-card wrap-anywhere">{address}</h2>
        <p className="text-soft text-sm">
          Dado pelo locatário, confirmado por quem lê o e-mail em {formatDateTime(confirmedAt)}. Até
          a conferência, ele só lê: carta, datas e se há um acionamento.
        </p>
      </header>
      <CasePart title="O que comparar">
        <DataList className="sm:grid-cols-2">
          <Datum label="Locador na carta">{known.landlord}</Datum>
          <Datum label="CPF ou CNPJ do locador">
            {document === null ? "Não informado" : formatDocument(document)}
          </Datum>
          <Datum label="Telefone do locador (dado no pedido)">
            {known.landlordPhone === null ? (
              "Não informado"
            ) : (
              <Phone number={known.landlordPhone} />
            )}
          </Datum>
          <Datum label="Outros e-mails confirmados do locador">
            {otherAddresses.length === 0 ? "Nenhum" : otherAddresses.join(", ")}
          </Datum>
          <Datum label="Locatário">{known.tenant}</Datum>
          <Datum label="E-mail do locatário">{known.tenantEmail ?? "Não informado"}</Datum>
          <Datum label="Telefone do locatário">
            {known.tenantPhone === null ? "Não informado" : <Phone number={known.tenantPhone} />}
          </Datum>
          <Datum label="O mesmo e-mail em outras locações ou locadores">
            {known.sameAddressElsewhere === 0 ? "Nenhuma" : String(known.sameAddressElsewhere)}
          </Datum>
          <Datum label="Imóvel" className="col-span-full">
            {known.property}
          </Datum>
          <Datum label="Contrato">
            <SiteLink href={casePath(staffPaths.contracts, contractId)}>
              <Whole>{contractNumber}</Whole>
            </SiteLink>
          </Datum>
        </DataList>
      </CasePart>
      <Needs right="contracts">
        <CheckForm known={known} />
      </Needs>
    </article>
  );
}

function Phone({ number }: { number: string }) {
  return <a href={phoneHref(number)}>{formatPhone(number)}</a>;
}

/** Form that confirms an address, with a note about how it was checked. */
function CheckForm({ known: { id } }: { known: AddressToCheck }) {
  const form = useValidatedForm({ schema: addressCheckFormSchema, names: ["note"] });
  const checking = useStaffAction({
    ask: (client, { note }: z.output<typeof addressCheckFormSchema>) =>
      client.rpc("check_landlord_address", { contact_id: id, note }),
    schema: z.object({ changed: z.boolean() }),
    success: ({ changed }) =>
      changed
        ? {
            title: "E-mail conferido",
            description: "Ele fala pelo locador a partir de agora e é avisado disso.",
            tone: "success",
          }
        : { title: "Este e-mail já tinha sido conferido ou retirado", tone: "info" },
    // The check changes the contract, the list and the menu's counts.
    changes: "everything",
  });
  const { submit, alert } = useFormSending({
    form,
    sending: checking,
    onSubmit: checking.mutate,
    failed: "Nada mudou. O que você escreveu continua aqui: tente novamente.",
  });
  return (
    <Form className="grid gap-4 rounded-md bg-sand-100 p-4" onSubmit={submit}>
      <p className="text-sm">
        Confirme com o locador por um caminho que não veio do locatário: um contato que já tínhamos,
        o site da imobiliária, um documento do imóvel. Depois, este e-mail pode acionar a garantia e
        informar a conta que recebe.
      </p>
      <TextAreaField
        {...form.field("note")}
        id={`note-${id}`}
        rows={3}
        maxLength={500}
        texts={{ label: "Como você conferiu", help: "Só a equipe lê." }}
      />
      {alert}
      <Button className="btn-primary justify-self-start" isBusy={checking.isPending}>
        Conferi: fala pelo locador
      </Button>
    </Form>
  );
}
