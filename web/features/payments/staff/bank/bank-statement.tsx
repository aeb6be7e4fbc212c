import { type ChangeEvent, useMemo, useState } from "react";
import { Button } from "../../../../ui/feedback/button.tsx";
import { LoadFailed } from "../../../../ui/feedback/query-state.tsx";
import { Spinner } from "../../../../ui/feedback/states.tsx";
import { TextField } from "../../../../ui/form/controls.tsx";
import { FormAlert } from "../../../../ui/form/form.tsx";
import { readBankFile } from "../statement/read-bank-file.ts";
import type { StatementAnswers, StatementReading } from "../statement/statement-reading.ts";
import { StatementLines } from "./statement-lines.tsx";
import { LeftOutRows } from "./statement-parts.tsx";
import { AccountForm, ColumnsForm, DirectionsForm } from "./statement-questions.tsx";
import { useLayout } from "./statement-queries.ts";

interface Brought {
  /** Id of this import. Each chosen file gets a new id, even when the same file is chosen again. */
  id: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads a bank statement in the browser and books its lines. */
export function BankStatement() {
  const [brought, setBrought] = useState<Brought | null>(null);

  async function bring(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event;
    const [file] = target.files ?? [];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    setBrought({ id: crypto.randomUUID(), name: file.name, bytes });
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
          O arquivo é lido neste navegador e não é guardado. Entradas e saídas são conferidas com o
          que está em aberto, e nada é registrado antes de você confirmar.
        </p>
        <TextField
          name="statement"
          type="file"
          accept=".ofx,.csv,.txt,text/csv,application/x-ofx"
          className="max-w-lg"
          onChange={(event) => void bring(event)}
          texts={{
            label: "Arquivo do banco",
            help: "OFX ou CSV, até 10 MB e 20.000 lançamentos. O mesmo extrato pode vir de novo: cada lançamento só é registrado uma vez.",
          }}
        />
      </section>
      {brought && (
        <section
          key={brought.id}
          aria-label={`Extrato ${brought.name}`}
          className="grid grid-cols-1 gap-6"
        >
          <BroughtFile file={brought} />
        </section>
      )}
    </div>
  );
}

/** Reads a file with the columns that the server stored for files with the same header row. */
function BroughtFile({ file }: { file: Brought }) {
  const first = useMemo(() => readBankFile(file.bytes), [file]);
  const header = headerOf(first);
  const { data: kept, isError, isLoading, refetch } = useLayout(header);
  if (first.kind === "refused") {
    return (
      <FormAlert>
        <p>{first.message}</p>
      </FormAlert>
    );
  }
  if (isLoading) return <Spinner label="Procurando como ler este arquivo..." />;
  if (isError) {
    return <LoadFailed text="Não foi possível ver como este arquivo se lê." onRetry={refetch} />;
  }
  return <AnsweredFile file={file} first={first} kept={kept ?? null} />;
}

const headerOf = (reading: StatementReading) =>
  reading.kind === "refused" ? null : (reading.table?.header ?? null);

const noAnswers: StatementAnswers = {};

interface AnsweredFileProps {
  file: Brought;
  /** Result of reading the file alone, without stored columns and without a person's answers. */
  first: StatementReading;
  kept: { account: string; columns: StatementAnswers["columns"] } | null;
}

/** Asks for facts that the file does not state, one after another, and then shows the file's lines. */
function AnsweredFile({ file, first, kept }: AnsweredFileProps) {
  const [answers, setAnswers] = useState<StatementAnswers>(
    kept ? { columns: kept.columns } : noAnswers,
  );
  const [isChanging, setIsChanging] = useState<"account" | "columns" | null>(null);
  // Number of answers so far. The preview's id contains this number, because each answer may change the file's lines.
  const [turn, setTurn] = useState(0);
  const reading = useMemo(
    () => (answers === noAnswers ? first : readBankFile(file.bytes, answers)),
    [file, first, answers],
  );

  function answer(given: StatementAnswers): void {
    setAnswers({ ...answers, ...given });
    setIsChanging(null);
    setTurn(turn + 1);
  }

  if (reading.kind === "refused") {
    return (
      <FormAlert>
        <p>{reading.message}</p>
      </FormAlert>
    );
  }
  const { table, account } = reading;
  if (table && (reading.kind === "columns" || isChanging === "columns")) {
    const problem = reading.kind === "columns" ? reading.problem : "";
    return (
      <ColumnsForm
        key={turn}
        table={table}
        fileAccount={answers.account === undefined ? account : ""}
        account={answers.account ?? kept?.account ?? ""}
        problem={problem}
        onAnswer={answer}
      />
    );
  }
  if (reading.kind === "columns") return null;
  if (account === "" || isChanging === "account") {
    return (
      <AccountForm
        table={table}
        account={account || (kept?.account ?? "")}
        onAnswer={(named) => answer({ account: named })}
      />
    );
  }
  if (reading.kind === "directions") {
    return (
      <DirectionsForm
        groups={reading.groups}
        onAnswer={(directions) => answer({ directions: { ...answers.directions, ...directions } })}
      />
    );
  }
  return (
    <>
      {reading.isCutOff && (
        <FormAlert>
          <p>O arquivo termina no meio. Exporte o extrato de novo para não perder lançamentos.</p>
        </FormAlert>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span>
          Conta: <strong className="wrap-anywhere">{account}</strong>
        </span>
        {answers.account !== undefined && (
          <Button className="btn-outline btn-sm" onClick={() => setIsChanging("account")}>
            Mudar a conta
          </Button>
        )}
        {table && (
          <Button className="btn-outline btn-sm" onClick={() => setIsChanging("columns")}>
            Mudar as colunas
          </Button>
        )}
      </p>
      {reading.lines.length === 0 ? (
        <>
          <p className="card card-border">Nenhum lançamento em {file.name}.</p>
          <LeftOutRows rows={reading.leftOut} />
        </>
      ) : (
        <StatementLines
          key={turn}
          fileId={`${file.id} ${turn}`}
          name={file.name}
          lines={reading.lines}
          leftOut={reading.leftOut}
        />
      )}
    </>
  );
}
