import { defineField } from "sanity";
import { steps } from "./list-fields.ts";
import { type Field, eachOf, group, line, paragraph } from "./text-fields.ts";

/** Makes the fields for the texts of a form: one `formField` for each field of the form's zod contract. */
export function formFieldTexts(fields: Readonly<Record<string, { title: string }>>): Field {
  const titles = Object.entries(fields).map(([name, { title }]) => [name, title]);
  return group("Campos", eachOf(Object.fromEntries(titles), formFieldText), { collapsed: true });
}

function formFieldText(title: string): Field {
  return (name) =>
    defineField({
      name,
      title,
      type: "formField",
      options: { collapsible: true, collapsed: true },
      validation: (rule) => rule.required(),
    });
}

interface ResultOptions {
  /** Whether the page promises an answer within a deadline. */
  hasDeadline?: boolean;
  /** Whether the person gets a link to track the request. */
  isTracked?: boolean;
}

export function resultTexts({ hasDeadline = false, isTracked = false }: ResultOptions = {}): Field {
  const deadline = {
    deadlineLabel: "Rótulo do prazo da resposta",
    deadlineNote: "Observação sobre o horário",
  };
  return group(
    "Depois do envio",
    {
      title: "Título",
      text: paragraph("Texto"),
      protocolLabel: "Rótulo do protocolo",
      copyLabel: "Botão de copiar",
      copiedLabel: "Aviso de copiado",
      ...(hasDeadline && deadline),
      emailLabel: "Rótulo do e-mail usado",
      stepsTitle: "Título dos próximos passos",
      steps: steps(3, "Próximos passos"),
      ...(isTracked && { trackLabel: "Botão de acompanhar" }),
      whatsappLabel: "Botão do WhatsApp",
      whatsappMessage: line("Mensagem do WhatsApp", { protocol: "o protocolo" }),
      againLabel: "Botão de enviar outra vez",
    },
    {
      description: "O que aparece no lugar do formulário quando ele chega.",
      collapsed: true,
    },
  );
}
