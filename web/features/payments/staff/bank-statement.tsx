import { type ChangeEvent, useState } from "react";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { Spinner } from "../../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import {
  type ColumnKind,
  type Credit,
  type CsvTable,
  type OfxStatement,
  StatementFailure,
  type StatementLayout,
  guessColumns,
  readCredits,
  readStatement,
} from "./read-statement.ts";
import { StatementLines } from "./statement-lines.tsx";
import { reasonOf, useKeepLayout, useLayout, useMonthDownload } from "./statement-queries.ts";

interface Brought {
  /** Id of this import, new for each file and each repetition. */
  id: string;
  name: string;
  read: OfxStatement | CsvTable;
}

/** Books the payments in a bank statement, and exports the payments of a month. */
export function BankStatement() {
  const [brought, setBrought] = useState<Brought | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function bring(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    const { target } = event;
    if (!file) return;
    const id = crypto.randomUUID();
    try {
      const read = readStatement(new Uint8Array(await file.arrayBuffer()));
      setProblem(null);
      setBrought({ id, name: file.name, read });
    } catch (error) {
      setBrought(null);
      setProblem(explain(error));
    }
    // Emptying the input lets a person choose the same file twice.
    target.value = "";
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <section aria-labelledby="bring-statement" className="card card-border grid gap-4">
        <h2 id="bring-statement" className="text-card">
          Trazer um extrato
        </h2>
        <p className="text-sm">
          O arquivo é lido neste navegador e não é guardado. Só os créditos são conferidos com as
          taxas em aberto, e nada é registrado antes de você confirmar.
        </p>
        {problem && (
          <FormAlert key={problem}>
            <p>{problem}</p>
          </FormAlert>
        )}
        <TextField
          name="statement"
          type="file"
          accept=".ofx,.csv,.txt,text/csv,application/x-ofx"
          className="max-w-lg"
          onChange={(event) => void bring(event)}
          texts={{
            label: "Arquivo do banco",
            help: "OFX ou CSV, até 10 MB e 20.000 créditos. O mesmo extrato pode vir de novo: cada lançamento só é registrado uma vez.",
          }}
        />
      </section>
      {brought && (
        <section aria-label={`Extrato ${brought.name}`} className="grid grid-cols-1 gap-6">
          {brought.read.kind === "ofx" ? (
            <Credits id={brought.id} name={brought.name} credits={brought.read.credits} />
          ) : (
            <CsvStatement
              key={brought.id}
              id={brought.id}
              name={brought.name}
              table={brought.read}
            />
          )}
        </section>
      )}
      <MonthlyPayments />
    </div>
  );
}

function explain(error: unknown): string {
  return error instanceof StatementFailure ? error.message : "Não foi possível ler o arquivo.";
}

function Credits({ id, name, credits }: { id: string; name: string; credits: readonly Credit[] }) {
  if (credits.length > 0)
    return <StatementLines key={id} fileId={id} name={name} credits={credits} />;
  return <p className="card card-border">Nenhum crédito em {name}.</p>;
}

/** Imports a CSV. Staff explain its columns when no explanation is stored. */
function CsvStatement({ id, name, table }: { id: string; name: string; table: CsvTable }) {
  const { data: kept, isError, isPending, refetch } = useLayout(table.header);
  const [isAsked, setIsAsked] = useState(false);
  // Number of explanations given, because each one changes the lines that the file has.
  const [turn, setTurn] = useState(0);
  if (isPending) return <Spinner label="Procurando como ler este arquivo..." />;
  if (isError) {
    return <LoadFailed text="Não foi possível ver como este arquivo se lê." onRetry={refetch} />;
  }
  if (!kept || isAsked) {
    return (
      <ColumnsForm
        table={table}
        kept={kept}
        onKept={() => {
          setIsAsked(false);
          setTurn(turn + 1);
        }}
      />
    );
  }
  const { credits, problem } = tryToRead(table, kept);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        Lido como “{kept.account}”.
        <Button onClick={() => setIsAsked(true)}>Mudar as colunas</Button>
      </p>
      {problem === null ? (
        <Credits id={`${id} ${turn}`} name={name} credits={credits} />
      ) : (
        <FormAlert key={problem}>
          <p>{problem}</p>
        </FormAlert>
      )}
    </>
  );
}

function tryToRead(table: CsvTable, layout: StatementLayout) {
  try {
    return { credits: readCredits(table, layout), problem: null };
  } catch (error) {
    return { credits: [], problem: explain(error) };
  }
}

const columnKinds = [
  { value: "date", label: "Data" },
  { value: "amount", label: "Valor" },
  { value: "text", label: "Descrição ou identificador" },
] as const;

interface ColumnsFormProps {
  table: CsvTable;
  kept: StatementLayout | null;
  onKept: () => void;
}

/** Asks once what the columns of a bank's files mean, for all files with this header. */
function ColumnsForm({ table, kept, onKept }: ColumnsFormProps) {
  const [account, setAccount] = useState(kept?.account ?? "");
  const [columns, setColumns] = useState<readonly ColumnKind[]>(
    kept?.columns ?? guessColumns(table),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [submits, setSubmits] = useState(0);
  const { mutate, isPending } = useKeepLayout(table.header);
  const sample = table.rows.find(({ cells }) => cells.filter(Boolean).length >= 3)?.cells ?? [];

  function keep() {
    setSubmits(submits + 1);
    const layout = { account, columns };
    const { problem: found } = tryToRead(table, layout);
    setProblem(found);
    if (found !== null) return;
    mutate(layout, { onSuccess: onKept, onError: (error) => setProblem(reasonOf(error)) });
  }

  return (
    <Form
      className="card card-border grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <h2 className="text-card">O que é cada coluna?</h2>
      <p className="text-sm">
        Da próxima vez, os arquivos deste banco são lidos do mesmo jeito. Colunas que não interessam
        ficam em branco.
      </p>
      {problem && (
        <FormAlert key={submits}>
          <p>{problem}</p>
        </FormAlert>
      )}
      <TextField
        name="account"
        maxLength={60}
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        texts={{ label: "Nome da conta", help: "Por exemplo: Itaú, conta principal." }}
      />
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {table.titles.map((title, index) => (
          <SelectField
            // The columns of a file do not change their places.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${index} ${title}`}
            name={`column-${index}`}
            options={columnKinds}
            choosePlaceholder="Não interessa"
            value={columns[index] ?? ""}
            onChange={(event) => {
              const kind = columnKinds.find(({ value }) => value === event.target.value);
              setColumns(
                table.titles.map((_title, place) =>
                  place === index ? (kind?.value ?? null) : (columns[place] ?? null),
                ),
              );
            }}
            texts={{
              label: title || `Coluna ${index + 1}`,
              help: sample[index] ? `Por exemplo: ${sample[index].slice(0, 60)}` : null,
            }}
          />
        ))}
      </div>
      <Button className="btn-primary justify-self-start" isBusy={isPending}>
        Conferir o extrato
      </Button>
    </Form>
  );
}

/** Offers a month's payments as a file for the accountant. */
function MonthlyPayments() {
  const [month, setMonth] = useState(() => todayInBrasilia().slice(0, 7));
  const { mutate, isPending } = useMonthDownload();
  return (
    <section aria-labelledby="monthly-payments" className="card card-border">
      <h2 id="monthly-payments" className="text-card">
        Pagamentos do mês
      </h2>
      <Form
        className="mt-2 flex flex-wrap items-end gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          mutate(month);
        }}
      >
        <TextField
          name="month"
          type="month"
          required
          className="w-56 max-w-full"
          max={todayInBrasilia().slice(0, 7)}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          texts={{ label: "Mês" }}
        />
        <Button isBusy={isPending} disabled={isPending || !/^\d{4}-\d{2}$/.test(month)}>
          Baixar CSV para a contabilidade
        </Button>
      </Form>
      <p className="mt-2 text-xs text-muted">
        O arquivo tem nome e CPF de quem pagou. Quem o baixou fica registrado.
      </p>
    </section>
  );
}
