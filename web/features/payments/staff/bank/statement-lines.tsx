import { type ReactNode, useMemo, useState } from "react";
import { Needs } from "../../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../../ui/feedback/button.tsx";
import { showToast } from "../../../../ui/feedback/show-toast.tsx";
import { Spinner } from "../../../../ui/feedback/states.tsx";
import { FormAlert } from "../../../../ui/form/form.tsx";
import type { LeftOut, StatementLine } from "../statement/statement-reading.ts";
import {
  type Decision,
  type Line,
  aside,
  choiceOf,
  describeRefused,
  later,
  mostChoices,
  optionsOf,
  presetOf,
} from "./statement-choices.ts";
import {
  ChargeCheckbox,
  FoldedGroup,
  LeftOutRows,
  LineRow,
  OpenGroup,
  Question,
  Summary,
} from "./statement-parts.tsx";
import type { StatementPreview } from "./statement-preview.ts";
import { reasonOf, useBooking, usePreview } from "./statement-queries.ts";

interface StatementLinesProps {
  /** Id that changes with the file and with each answer about the file. */
  fileId: string;
  name: string;
  lines: readonly StatementLine[];
  leftOut: readonly LeftOut[];
}

/** Shows what a booking of the lines would do, and asks about doubtful lines. */
export function StatementLines(props: StatementLinesProps) {
  const { data, isPending, isFetching, error, refetch } = usePreview(props.fileId, props.lines);
  if (isPending) return <Spinner label="Conferindo os lançamentos..." />;
  if (!data) {
    return (
      <div role="alert" className="alert alert-error alert-soft rounded-md">
        <p>O extrato não foi conferido. {error && reasonOf(error)}</p>
        <Button disabled={isFetching} onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </div>
    );
  }
  return <Decisions {...props} preview={data} />;
}

/** Line states that need a person's decision, in the order of the groups on the screen. */
const doubtful = ["by-hand", "settled", "more", "part", "stranger"] as const;

interface DecisionsProps extends StatementLinesProps {
  preview: StatementPreview;
}

function Decisions({ name, lines, leftOut, preview }: DecisionsProps) {
  const all = useMemo(() => pairLines(lines, preview), [lines, preview]);
  const { mutate, isPending, isError, error, data: booked, submittedAt } = useBooking(lines);
  const [decided, setDecided] = useState<ReadonlyMap<number, Decision>>(new Map());
  /**
   * Movement ids by line position, for lines that a person books although they equal a booked line. The server books
   * each id only once.
   */
  const [opened, setOpened] = useState<ReadonlyMap<number, string>>(new Map());

  const decisionOf = (line: Line): Decision => {
    const { place } = line.judged;
    const chosen = decided.get(place);
    if (!chosen) return { value: presetOf(line, preview), typed: "" };
    // After a reload, the chosen charge may no longer be open. The person must then decide again.
    const isPossible = optionsOf(line, preview).some(({ value }) => value === chosen.value);
    return isPossible ? chosen : { ...chosen, value: later };
  };
  const decide = (changed: readonly Line[], decision: Partial<Decision>) =>
    setDecided(
      new Map([
        ...decided,
        ...changed.map(
          (line) => [line.judged.place, { ...decisionOf(line), ...decision }] as const,
        ),
      ]),
    );

  const inState = (...states: readonly string[]) =>
    states.flatMap((state) => all.filter(({ judged }) => judged.state === state));
  const pays = inState("pays");
  const doubts = inState(...doubtful);
  const payments = inState("payable", "out");
  const wereAside = inState("aside");
  const openedOnes = inState("before", "repeated").filter(({ judged }) => opened.has(judged.place));
  const decisions = [...pays, ...doubts, ...payments, ...wereAside, ...openedOnes].flatMap(
    (line) => {
      const choice = choiceOf(line, decisionOf(line), preview, opened.get(line.judged.place));
      return choice ? [choice] : [];
    },
  );
  const choices = decisions.slice(0, mostChoices);
  const toBook = choices.filter((choice) => !("aside" in choice)).length;

  function book() {
    mutate(choices, {
      onSuccess({ booked: done, refused }) {
        // Refused choices stay on the screen for correction. Choices beyond the first 200 stay for the next booking.
        const sent = new Set(choices.map(({ place }) => place));
        for (const { place } of refused) sent.delete(place);
        setDecided(new Map([...decided].filter(([place]) => !sent.has(place))));
        setOpened(new Map([...opened].filter(([place]) => !sent.has(place))));
        if (done.length > 0) showToast({ title: registered(done.length), tone: "success" });
      },
    });
  }

  const question = (line: Line) => (
    <LineRow key={line.judged.place} line={line}>
      <Question
        line={line}
        preview={preview}
        decision={decisionOf(line)}
        onDecide={(decision) => decide([line], decision)}
      />
    </LineRow>
  );
  const folded = (line: Line) =>
    opened.has(line.judged.place) ? (
      question(line)
    ) : (
      <LineRow key={line.judged.place} line={line}>
        <Button
          className="btn-outline btn-sm"
          onClick={() =>
            setOpened(new Map([...opened, [line.judged.place, crypto.randomUUID()] as const]))
          }
        >
          É outro lançamento
        </Button>
      </LineRow>
    );
  return (
    <>
      <Summary name={name} lines={all} leftOut={leftOut} />
      {booked && booked.refused.length > 0 && (
        <FormAlert key={submittedAt}>
          <p>Nem tudo foi registrado. A lista abaixo está atualizada.</p>
          <ul>
            {describeRefused(booked.refused, lines).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </FormAlert>
      )}
      <OpenGroup
        title="Pagam uma cobrança"
        lines={pays}
        empty="Nenhuma linha nova paga uma cobrança por inteiro."
      >
        {(line) => (
          <LineRow key={line.judged.place} line={line}>
            <ChargeCheckbox
              line={line}
              preview={preview}
              isChecked={decisionOf(line).value !== later}
              onCheck={(isChecked) =>
                decide([line], { value: isChecked ? presetOf(line, preview) : later })
              }
            />
          </LineRow>
        )}
      </OpenGroup>
      <OpenGroup title="Para decidir" lines={doubts} empty="Nenhuma entrada em dúvida.">
        {question}
      </OpenGroup>
      <AsideAll
        lines={inState("stranger").filter((line) => decisionOf(line).value === later)}
        label={(count) => `Deixar de lado as ${count} que não citam contrato`}
        onAside={(strangers) => decide(strangers, { value: aside })}
      />
      {payments.length > 0 && <Needs right="payouts">{null}</Needs>}
      <OpenGroup title="Saídas" lines={payments} empty="Nenhuma saída nova.">
        {question}
      </OpenGroup>
      <AsideAll
        lines={inState("out").filter((line) => decisionOf(line).value === later)}
        label={(count) => `Deixar de lado as ${count} saídas que não pagam nada daqui`}
        onAside={(others) => decide(others, { value: aside })}
      />
      <FoldedGroup title="Já registradas" lines={inState("before")}>
        {folded}
      </FoldedGroup>
      <FoldedGroup title="Repetidas neste arquivo" lines={inState("repeated")}>
        {folded}
      </FoldedGroup>
      <FoldedGroup title="Deixadas de lado" lines={wereAside}>
        {question}
      </FoldedGroup>
      <LeftOutRows rows={leftOut} />
      {isError && (
        <FormAlert key={submittedAt}>
          <p>Nada foi registrado. {reasonOf(error)}</p>
        </FormAlert>
      )}
      {decisions.length > mostChoices && (
        <p className="text-sm">
          São {mostChoices} por vez: as outras {decisions.length - mostChoices} linhas continuam
          escolhidas para o próximo clique.
        </p>
      )}
      <Button
        className="btn-primary justify-self-start max-sm:w-full"
        isBusy={isPending}
        disabled={isPending || choices.length === 0}
        onClick={book}
      >
        {toBook > 0 || choices.length === 0 ? toRegister(toBook) : "Guardar as decisões"}
      </Button>
    </>
  );
}

function pairLines(lines: readonly StatementLine[], { lines: judged }: StatementPreview): Line[] {
  const read = new Map(lines.map((line) => [line.place, line]));
  return judged.flatMap((line) => {
    const found = read.get(line.place);
    return found ? [{ read: found, judged: line }] : [];
  });
}

interface AsideAllProps {
  lines: readonly Line[];
  label: (count: number) => string;
  onAside: (lines: readonly Line[]) => void;
}

function AsideAll({ lines, label, onAside }: AsideAllProps): ReactNode {
  if (lines.length < 2) return null;
  return (
    <Button className="btn-outline justify-self-start" onClick={() => onAside(lines)}>
      {label(lines.length)}
    </Button>
  );
}

const registered = (many: number) =>
  many === 1 ? "1 lançamento registrado" : `${many} lançamentos registrados`;
const toRegister = (many: number) =>
  many === 1 ? "Registrar 1 lançamento" : `Registrar ${many} lançamentos`;
