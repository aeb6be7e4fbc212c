import { useRef, useState } from "react";
import * as z from "zod/mini";
import { formatDateTime, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import {
  type BureauAnswer,
  type BureauAnswerForm,
  bureauAnswerFormSchema,
  bureauAsideFormSchema,
} from "#contracts/requests/bureau-answer.ts";
import { uploadHeaders, uploadedDocumentSchema } from "#contracts/requests/documents.ts";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import { TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { fileField, requiredFileField } from "../../../ui/form/file-field.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DocumentViewer } from "./document-viewer.tsx";
import { simulationsKey } from "./queue.tsx";
import type { SimulationDetail } from "./simulation-detail.ts";

type Question = "record" | { about: BureauAnswer; asks: "file" | "aside" };

/** Shows the answers of credit bureaus that staff recorded for a request. The site calls no bureau. */
export function BureauAnswers({ simulation }: { simulation: SimulationDetail }) {
  const { id, status, bureau_answers: answers } = simulation;
  const [question, setQuestion] = useState<Question>();
  const [shown, setShown] = useState<BureauAnswer>();
  const isPending = status === "pending";
  const titleId = `bureau-${id}`;
  const close = () => setQuestion(undefined);
  if (!isPending && answers.length === 0) return null;
  return (
    <section className="mb-6 border-t border-sand-200 pt-6" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="text-base">
          Birôs de crédito
        </h3>
        {isPending && (
          <StaffButton
            needs="requests"
            className="btn-outline btn-sm"
            onClick={() => setQuestion("record")}
          >
            Registrar resposta
          </StaffButton>
        )}
      </div>
      {answers.length === 0 && (
        <p className="text-soft mt-2 text-sm">Nenhuma resposta registrada.</p>
      )}
      <ul className="mt-4 grid gap-4">
        {answers.map((answer) => (
          <AnswerRow
            key={answer.id}
            answer={answer}
            onShow={() => setShown(answer)}
            onAsk={(asks) => setQuestion({ about: answer, asks })}
          />
        ))}
      </ul>
      {question === "record" && <RecordDialog simulationId={id} onClose={close} />}
      {typeof question === "object" && question.asks === "file" && (
        <FileDialog simulationId={id} answer={question.about} onClose={close} />
      )}
      {typeof question === "object" && question.asks === "aside" && (
        <AsideDialog answer={question.about} onClose={close} />
      )}
      {shown && (
        <DocumentViewer
          title={titleOf(shown)}
          files={[
            {
              id: shown.id,
              endpoint: { name: "open-document", body: { documentId: shown.id } },
              title: titleOf(shown),
            },
          ]}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

const titleOf = ({ source, answeredOn }: BureauAnswer) =>
  `Resposta de ${source}, ${formatShortDate(answeredOn)}`;

interface AnswerRowProps {
  answer: BureauAnswer;
  onShow: () => void;
  onAsk: (asks: "file" | "aside") => void;
}

function AnswerRow({ answer, onShow, onAsk }: AnswerRowProps) {
  const { source, answeredOn, score, note, hasFile, recordedAt, who, aside } = answer;
  const forWhich = <span className="sr-only"> ({titleOf(answer)})</span>;
  return (
    <li className="border-l-4 border-sand-300 pl-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">{source}</strong>
        <time dateTime={answeredOn}>{formatShortDate(answeredOn)}</time>
        <span className="tabular-nums">
          {score === null ? "sem pontuação" : `${score} de 1.000 pontos`}
        </span>
        {aside && <StatusBadge tone="neutral">Posta de lado</StatusBadge>}
      </div>
      {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">{note}</p>}
      <p className="mt-1 text-muted">
        Registrada por {who ?? "conta removida"} em {formatDateTime(recordedAt)}
      </p>
      {aside && (
        <p className="mt-1 wrap-anywhere">
          Não vale, segundo {aside.who ?? "conta removida"}: {aside.reason}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {hasFile && (
          <Button className="btn-outline btn-sm" onClick={onShow}>
            Abrir o arquivo
            {forWhich}
          </Button>
        )}
        {!hasFile && !aside && (
          <StaffButton
            needs="requests"
            className="btn-outline btn-sm"
            onClick={() => onAsk("file")}
          >
            Anexar arquivo
            {forWhich}
          </StaffButton>
        )}
        {!aside && (
          <StaffButton
            needs="requests"
            className="btn-outline btn-sm"
            onClick={() => onAsk("aside")}
          >
            Pôr de lado
            {forWhich}
          </StaffButton>
        )}
      </div>
    </li>
  );
}

const fileTexts = { label: "Arquivo da resposta (opcional)", help: "PDF ou foto, até 10 MB." };
const accept = askedFilesFileType.join(",");

interface SentFile {
  answerId: string;
  file: File;
}

function useSendFile(simulationId: string) {
  return useStaffAction({
    call({ answerId, file }: SentFile) {
      const body = new FormData();
      body.set("file", file);
      return {
        name: "upload-document",
        headers: {
          [uploadHeaders.documentId]: answerId,
          [uploadHeaders.kind]: "bureau",
          [uploadHeaders.of]: simulationId,
        },
        body,
        data: uploadedDocumentSchema,
      };
    },
    success: "Arquivo da resposta guardado",
    changes: simulationsKey,
    failure: "O arquivo da resposta não foi enviado",
  });
}

/** Tells whether the answer is recorded, by this try or by an earlier one whose reply was lost. */
const isRecorded = ({ changed, status }: { changed: boolean; status: string }) =>
  changed || status === "pending";

const recordSchema = z.extend(bureauAnswerFormSchema, { files: fileField });

function RecordDialog({ simulationId, onClose }: { simulationId: string; onClose: () => void }) {
  // Retries use the same id, so that the answer is recorded only once.
  const [answerId] = useState(() => crypto.randomUUID());
  const chosen = useRef<File>(undefined);
  const file = useSendFile(simulationId);
  const recording = useStaffAction({
    ask: (client, answer: BureauAnswerForm) =>
      client.rpc("record_bureau_answer", {
        simulation_id: simulationId,
        answer_id: answerId,
        answer: { ...answer, note: answer.note ?? "" },
      }),
    schema: z.object({ changed: z.boolean(), status: z.string() }),
    success: (reply, { source }) =>
      isRecorded(reply)
        ? { title: "Resposta registrada", description: source, tone: "success" }
        : { title: "Nada mudou", description: "A simulação já foi decidida.", tone: "info" },
    changes: simulationsKey,
    onSuccess(reply) {
      if (isRecorded(reply) && chosen.current) file.mutate({ answerId, file: chosen.current });
    },
  });
  const form = useValidatedForm({
    schema: recordSchema,
    names: ["source", "answeredOn", "score", "note", "files"],
  });
  const { field } = form;
  const today = todayInBrasilia();
  return (
    <FormDialog
      title="Registrar a resposta de um birô de crédito"
      form={form}
      sending={recording}
      onSubmit={({ files, ...answer }, callbacks) => {
        chosen.current = files?.[0];
        recording.mutate(answer, callbacks);
      }}
      failed="A resposta não foi registrada. O que foi preenchido continua aqui: tente novamente."
      submitLabel="Registrar resposta"
      onClose={onClose}
    >
      <p>O site não consulta nenhum birô: registre aqui o que a consulta respondeu.</p>
      <TextField
        {...field("source")}
        id={`bureau-source-${simulationId}`}
        required
        maxLength={60}
        texts={{ label: "De onde veio", help: "Por exemplo: Serasa, Boa Vista, SPC Brasil." }}
      />
      <TextField
        {...field("answeredOn")}
        id={`bureau-day-${simulationId}`}
        type="date"
        required
        defaultValue={today}
        max={today}
        texts={{ label: "Dia da resposta" }}
      />
      <TextField
        {...field("score")}
        id={`bureau-score-${simulationId}`}
        inputMode="numeric"
        maxLength={4}
        texts={{ label: "Pontuação (opcional)", help: "De 0 a 1.000." }}
      />
      <TextAreaField
        {...field("note")}
        id={`bureau-note-${simulationId}`}
        rows={3}
        maxLength={1000}
        texts={{ label: "Observação (opcional)", help: "Só a equipe lê." }}
      />
      <TextField
        {...field("files")}
        id={`bureau-file-${simulationId}`}
        type="file"
        accept={accept}
        texts={fileTexts}
      />
    </FormDialog>
  );
}

interface AnswerDialogProps {
  answer: BureauAnswer;
  onClose: () => void;
}

const fileSchema = z.object({
  files: requiredFileField,
});

function FileDialog({
  simulationId,
  answer,
  onClose,
}: AnswerDialogProps & { simulationId: string }) {
  const sending = useSendFile(simulationId);
  const form = useValidatedForm({ schema: fileSchema, names: ["files"] });
  return (
    <FormDialog
      title={`Anexar o arquivo: ${titleOf(answer)}`}
      form={form}
      sending={sending}
      onSubmit={({ files: [file] }, callbacks) => {
        if (file) sending.mutate({ answerId: answer.id, file }, callbacks);
      }}
      failed="O arquivo não foi enviado. Tente novamente."
      submitLabel="Anexar arquivo"
      onClose={onClose}
    >
      <TextField
        {...form.field("files")}
        id={`bureau-file-${answer.id}`}
        type="file"
        accept={accept}
        texts={{ ...fileTexts, label: "Arquivo da resposta" }}
      />
    </FormDialog>
  );
}

function AsideDialog({ answer, onClose }: AnswerDialogProps) {
  const setting = useStaffAction({
    ask: (client, { reason }: z.output<typeof bureauAsideFormSchema>) =>
      client.rpc("set_bureau_answer_aside", { answer_id: answer.id, reason }),
    success: "Resposta posta de lado",
    changes: simulationsKey,
  });
  const form = useValidatedForm({ schema: bureauAsideFormSchema, names: ["reason"] });
  return (
    <FormDialog
      title={`Pôr de lado: ${titleOf(answer)}`}
      form={form}
      sending={setting}
      onSubmit={setting.mutate}
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Pôr de lado"
      isDestructive
      onClose={onClose}
    >
      <p>A resposta continua guardada, com o motivo, e deixa de contar para a decisão.</p>
      <TextAreaField
        {...form.field("reason")}
        id={`bureau-aside-${answer.id}`}
        rows={3}
        maxLength={500}
        texts={{ label: "Por que não vale", help: "Só a equipe lê." }}
      />
    </FormDialog>
  );
}
