import { type ReactNode, useState } from "react";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { Button } from "../../../../ui/feedback/button.tsx";
import { SelectField, TextField } from "../../../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../../../ui/form/form.tsx";
import type {
  ColumnKind,
  DirectionGroup,
  StatementAnswers,
  StatementTable,
} from "../statement/statement-reading.ts";
import { reasonOf, useKeepLayout } from "./statement-queries.ts";

interface QuestionFormProps {
  title: string;
  text: string;
  problem: string;
  /** Count of submissions. A new number mounts the alert again, so that the alert gets the focus. */
  attempt: number;
  submitLabel: string;
  isBusy?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

function QuestionForm(props: QuestionFormProps) {
  const { title, text, problem, attempt, submitLabel, isBusy = false, onSubmit, children } = props;
  return (
    <Form
      className="card card-border grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h2 className="text-card">{title}</h2>
      <p className="text-sm">{text}</p>
      {problem && (
        <FormAlert key={attempt}>
          <p>{problem}</p>
        </FormAlert>
      )}
      {children}
      <Button className="btn-primary justify-self-start" isBusy={isBusy}>
        {submitLabel}
      </Button>
    </Form>
  );
}

const noAccount = "Diga o nome da conta.";
/** Maximum length of an account name in the database. */
const longestAccount = 60;

interface AccountFieldProps {
  account: string;
  onChange: (account: string) => void;
}

function AccountField({ account, onChange }: AccountFieldProps) {
  return (
    <TextField
      name="account"
      className="max-w-lg"
      maxLength={longestAccount}
      value={account}
      onChange={(event) => onChange(event.target.value)}
      texts={{
        label: "Nome da conta",
        help: "Por exemplo: Itaú, conta principal. Duas contas precisam de nomes diferentes.",
      }}
    />
  );
}

interface AccountFormProps {
  /** Table of a CSV file; null for an OFX file. The answer is stored under the table's header for the next file. */
  table: StatementTable | null;
  /** Stored account, which prefills the field. */
  account: string;
  onAnswer: (account: string) => void;
}

/** Asks for the bank account of a file that does not name its account. */
export function AccountForm({ table, account: kept, onAnswer }: AccountFormProps) {
  const [account, setAccount] = useState(kept);
  const [problem, setProblem] = useState("");
  const [attempt, setAttempt] = useState(0);
  const keeping = useKeepLayout(table?.header ?? "");
  function submit(): void {
    const named = account.trim();
    setAttempt(attempt + 1);
    setProblem(named ? "" : noAccount);
    if (!named) return;
    if (!table || named === kept) return onAnswer(named);
    keeping.mutate(
      { account: named, columns: table.columns },
      { onSuccess: () => onAnswer(named), onError: (error) => setProblem(reasonOf(error)) },
    );
  }
  return (
    <QuestionForm
      title="De qual conta é este extrato?"
      text="O arquivo não diz. Com o nome, lançamentos iguais de contas diferentes não se confundem."
      problem={problem}
      attempt={attempt}
      submitLabel="Conferir o extrato"
      isBusy={keeping.isPending}
      onSubmit={submit}
    >
      <AccountField account={account} onChange={setAccount} />
    </QuestionForm>
  );
}

const columnKinds: readonly { value: NonNullable<ColumnKind>; label: string }[] = [
  { value: "date", label: "Data" },
  { value: "amount", label: "Valor" },
  { value: "in", label: "Valor das entradas" },
  { value: "out", label: "Valor das saídas" },
  { value: "direction", label: "Entrada ou saída" },
  { value: "text", label: "Descrição ou identificador" },
  { value: "id", label: "Número do lançamento no banco" },
  { value: "account", label: "Conta" },
];

interface ColumnsFormProps {
  table: StatementTable;
  /** Account that the file names; "" when the file names no account. */
  fileAccount: string;
  /** Stored account, used when the file names no account. */
  account: string;
  /** Problem with the columns; "" when there is none. */
  problem: string;
  onAnswer: (answers: StatementAnswers) => void;
}

/** Asks for the meaning of the columns. The answer is stored for all files with this header. */
export function ColumnsForm(props: ColumnsFormProps) {
  const { table, fileAccount, problem: found, onAnswer } = props;
  const [account, setAccount] = useState(props.account);
  const [columns, setColumns] = useState<readonly ColumnKind[]>(table.columns);
  const [problem, setProblem] = useState(found);
  const [attempt, setAttempt] = useState(0);
  const keeping = useKeepLayout(table.header);

  function submit(): void {
    const named = (fileAccount || account).trim();
    setAttempt(attempt + 1);
    setProblem(named ? "" : noAccount);
    if (!named) return;
    keeping.mutate(
      { account: named.slice(0, longestAccount), columns },
      {
        onSuccess: () => onAnswer({ columns, ...(!fileAccount && { account: named }) }),
        onError: (error) => setProblem(reasonOf(error)),
      },
    );
  }
  return (
    <QuestionForm
      title="O que é cada coluna?"
      text="Da próxima vez, os arquivos deste banco são lidos do mesmo jeito. Colunas que não interessam ficam em branco."
      problem={problem}
      attempt={attempt}
      submitLabel="Conferir o extrato"
      isBusy={keeping.isPending}
      onSubmit={submit}
    >
      {!fileAccount && <AccountField account={account} onChange={setAccount} />}
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {table.titles.map((title, index) => (
          <SelectField
            // The index is a safe key, because the columns of a file keep their order.
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
              help: table.sample[index] ? `Por exemplo: ${table.sample[index].slice(0, 60)}` : null,
            }}
          />
        ))}
      </div>
    </QuestionForm>
  );
}

type Answer = "in" | "out" | "leave";

const answers: readonly { value: Answer; label: string }[] = [
  { value: "in", label: "Entraram na conta" },
  { value: "out", label: "Saíram da conta" },
  { value: "leave", label: "Deixar fora" },
];

interface DirectionsFormProps {
  groups: readonly DirectionGroup[];
  onAnswer: (directions: Record<string, Answer>) => void;
}

/** Asks whether amounts without a sign were received or paid. */
export function DirectionsForm({ groups, onAnswer }: DirectionsFormProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Answer>>>(() =>
    Object.fromEntries(groups.flatMap(({ key, hint }) => (hint ? [[key, hint] as const] : []))),
  );
  const [problem, setProblem] = useState("");
  const [attempt, setAttempt] = useState(0);
  function submit(): void {
    setAttempt(attempt + 1);
    const isWhole = groups.every(({ key }) => chosen[key]);
    setProblem(isWhole ? "" : "Diga o que são todos os lançamentos.");
    if (isWhole) onAnswer({ ...chosen });
  }
  return (
    <QuestionForm
      title="Entraram ou saíram?"
      text="O arquivo não diz a direção destes lançamentos."
      problem={problem}
      attempt={attempt}
      submitLabel="Conferir o extrato"
      onSubmit={submit}
    >
      {groups.map(({ key, written, lines }) => (
        <div key={key} className="grid gap-2 rounded-md bg-sand-100 p-4">
          <SelectField
            name={`direction-${key}`}
            className="max-w-lg"
            options={answers}
            choosePlaceholder="Selecione"
            value={chosen[key] ?? ""}
            onChange={(event) => {
              const answer = answers.find(({ value }) => value === event.target.value)?.value;
              setChosen(
                Object.fromEntries([
                  ...Object.entries(chosen).filter(([other]) => other !== key),
                  ...(answer ? [[key, answer] as const] : []),
                ]),
              );
            }}
            texts={{
              label: `${written ? `“${written}”: ` : ""}${lines.length === 1 ? "1 lançamento" : `${lines.length} lançamentos`}`,
            }}
          />
          <ul className="text-sm">
            {lines.slice(0, 5).map(({ line, amount, day, text }) => (
              <li key={line} className="wrap-anywhere">
                Linha {line}: {formatCurrency(Number(amount))} em {formatShortDate(day)}, {text}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </QuestionForm>
  );
}
