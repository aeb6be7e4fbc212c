import { useEffect, useRef } from "react";
import {
  type SimulationDecision,
  simulationDecisionSchema,
} from "#contracts/requests/simulation-decision.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { type ToastTexts, showToast } from "../../../ui/feedback/show-toast.tsx";
import { UndoButton } from "../../../ui/feedback/undo-button.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { simulationsKey } from "./queue.tsx";

interface Decision {
  name: "send-approval-email" | "reject-simulation";
  body: { simulationId: string; version: number; reason?: string };
}

/** Decision that can be undone until a time. */
interface Undoable {
  id: string;
  name: string;
  until: number;
}

/** Time limit and functions for undoing a decision on this screen. */
export interface Undoing {
  /** Number of seconds during which a decision can be undone; 0 when undoing is not possible. */
  seconds: number;
  /** Returns the earlier decisions of this screen whose mail still waits, the latest first. */
  open: () => readonly Undoable[];
  /** Called after the decision and before the list is reloaded, so that the screen can show the next request. */
  onDecided: (decided: { id: string; name: string }) => void;
  /** Undoes the decision on a request, by default the latest one. */
  undo: (id?: string) => void;
}

const texts = {
  "send-approval-email": {
    done: "Email de aprovação enviado com sucesso!",
    failed: "Erro ao enviar email de aprovação",
  },
  "reject-simulation": {
    done: "E-mail de rejeição enviado com sucesso!",
    failed: "Erro ao rejeitar simulação",
  },
} as const;

/** Returns the decision on a request. `person` is the applicant, whom the toast names. */
export function useDecision(name: Decision["name"], person: string, undoing: Undoing) {
  const { seconds, open, onDecided, undo } = undoing;
  return useStaffAction({
    call: (body: Decision["body"]) => ({ name, body, data: simulationDecisionSchema }),
    success(decision, { simulationId }) {
      if (decision.why === "second") return waits(decision, person);
      if (!decision.changed) return decided(decision, person);
      const until = Date.now() + seconds * 1000;
      const made = { id: simulationId, name: person, until };
      return {
        title: texts[name].done,
        tone: "success",
        description: describeDecision(person, seconds),
        ...(seconds > 0 && {
          action: {
            control: <UndoButtons decisions={[made, ...open()]} onUndo={undo} />,
            milliseconds: seconds * 1000,
          },
        }),
      };
    },
    failure: texts[name].failed,
    changes: simulationsKey,
    onSuccess(decision, { simulationId }) {
      // An approval that waits for a second person is withdrawn on the card.
      if (decision.changed && decision.why === undefined)
        onDecided({ id: simulationId, name: person });
    },
  });
}

const describeDecision = (person: string, seconds: number) =>
  seconds > 0 ? `${person}. O e-mail sai em ${seconds} segundos.` : person;

function waits({ changed }: SimulationDecision, person: string) {
  return {
    title: changed ? "Aprovação registrada: falta outra pessoa" : "A sua aprovação já espera",
    description: `${person}. Nenhum e-mail sai antes de outra pessoa aprovar.`,
    tone: changed ? "success" : "info",
  } as const;
}

function decided({ status }: SimulationDecision, person: string) {
  return {
    title: `Esta simulação já tinha sido ${status === "approved" ? "aprovada" : "rejeitada"}`,
    description: `${person}. Outra pessoa decidiu antes; nenhum novo e-mail foi enviado.`,
    tone: "success",
  } as const;
}

interface UndoButtonsProps {
  decisions: readonly Undoable[];
  /** True when the notice is about another decision, so that a single button has a name, too. */
  areNamed?: boolean;
  onUndo: (id: string) => void;
}

/** Shows a button for each decision whose mail still waits, the latest first. */
function UndoButtons({ decisions, areNamed = decisions.length > 1, onUndo }: UndoButtonsProps) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {decisions.map(({ id, name, until }) => (
        <UndoButton key={id} until={until} {...(areNamed && { name })} onUndo={() => onUndo(id)} />
      ))}
    </span>
  );
}

/** Remembers the decisions of this screen, so that staff can undo each of them while its mail waits. */
export function useUndo(onUndone: (id: string) => void) {
  const latest = useRef<readonly Undoable[]>([]);
  function open(): readonly Undoable[] {
    latest.current = latest.current.filter(({ until }) => until > Date.now());
    return latest.current;
  }
  const undoing = useRef<(id?: string) => void>(undefined);
  /** Returns the buttons that undo the decisions whose mail still waits; nothing when there is none. */
  function offerUndo(): Pick<ToastTexts, "action"> {
    const decisions = open();
    if (decisions.length === 0) return {};
    const onUndo = (id: string) => undoing.current?.(id);
    return {
      action: {
        control: <UndoButtons decisions={decisions} areNamed onUndo={onUndo} />,
        milliseconds: Math.max(...decisions.map(({ until }) => until - Date.now())),
      },
    };
  }
  const { mutateAsync } = useStaffAction({
    ask: (client, { id }: Undoable) => client.rpc("undo_decision", { simulation_id: id }),
    schema: simulationDecisionSchema,
    success: ({ changed }, { name }) =>
      changed
        ? {
            title: "Decisão desfeita",
            description: `${name}. Nenhum e-mail foi enviado.`,
            tone: "success",
            ...offerUndo(),
          }
        : {
            title: "Não dá mais para desfazer",
            description: `${name}. O e-mail já saiu ou está saindo.`,
            tone: "destructive",
            ...offerUndo(),
          },
    changes: simulationsKey,
    onSuccess({ changed }, { id }) {
      if (changed) onUndone(id);
    },
  });

  function remember(made: Omit<Undoable, "until">, seconds: number): void {
    const others = open().filter(({ id }) => id !== made.id);
    latest.current = [{ ...made, until: Date.now() + seconds * 1000 }, ...others];
  }

  function undo(id?: string): void {
    const wanted = open().find((decision) => id === undefined || decision.id === id);
    if (!wanted) return;
    latest.current = open().filter((decision) => decision !== wanted);
    mutateAsync(wanted).catch((error: unknown) => {
      // Nothing was undone, so the decision can be undone again while its mail waits.
      latest.current = [wanted, ...latest.current].toSorted(
        (one, other) => other.until - one.until,
      );
      showToast({
        title: `Erro ao desfazer: ${wanted.name}`,
        description: sentenceOf(error) || "Por favor, tente novamente.",
        tone: "destructive",
        ...offerUndo(),
      });
    });
  }
  useEffect(() => {
    undoing.current = undo;
  });
  return { remember, undo, open };
}
