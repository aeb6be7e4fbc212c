import type { CSSProperties } from "react";
import { ButtonLink } from "../ui/form/button-link.tsx";
import { CheckboxField } from "../ui/form/checkbox-field.tsx";
import { ErrorSummary } from "../ui/form/error-summary.tsx";
import { Icon } from "../ui/brand/icon.tsx";
import { SelectField } from "../ui/form/select-field.tsx";
import { SpinnerRing } from "../ui/feedback/spinner.tsx";
import { TextAreaField } from "../ui/form/text-area-field.tsx";
import { TextField } from "../ui/form/text-field.tsx";

const wrap: CSSProperties = {
  display: "flex",
  flexWrap: "wrap",
  gap: "0.75rem",
  padding: "1.5rem",
  borderRadius: "1.5rem",
};

/** Every button, on light and on dark. */
export function ButtonSamples() {
  return (
    <div style={{ display: "grid", gap: "1rem" }}>
      {["", "on-dark"].map((surface) => (
        <div key={surface} className={surface} style={wrap}>
          <ButtonLink href="#botoes">Principal</ButtonLink>
          <ButtonLink href="#botoes" look="accent">
            Destaque
          </ButtonLink>
          <ButtonLink href="#botoes" look="outline">
            Contorno
          </ButtonLink>
          <ButtonLink href="#botoes" className="button-lg">
            Grande
          </ButtonLink>
          <button type="button" className="btn btn-outline btn-circle" aria-label="Próximo">
            <Icon name="arrow" className="size-5" />
          </button>
          <button type="button" className="btn btn-primary" disabled>
            Desativado
          </button>
          <button type="button" className="btn btn-primary" disabled>
            <SpinnerRing /> Enviando...
          </button>
        </div>
      ))}
    </div>
  );
}

/** Fields in each state; focus and hover are to be tried. */
export function FieldSamples() {
  const problem = "CPF inválido";
  return (
    <div className="card card-border form-grid">
      <TextField name="vazio" texts={{ label: "Vazio", placeholder: "Exemplo dentro do campo" }} />
      <TextField name="cheio" texts={{ label: "Preenchido" }} defaultValue="Ana Beatriz Ribeiro" />
      <TextField
        name="ajuda"
        texts={{ label: "Com ajuda", help: "Aparece sempre.", why: "Aparece quando se pergunta." }}
        whyLabel="Por que pedimos"
      />
      <TextField name="cpf" texts={{ label: "Com erro" }} error={problem} defaultValue="123" />
      <TextField name="parado" texts={{ label: "Desativado" }} defaultValue="Maringá" disabled />
      <SelectField
        name="estado"
        texts={{ label: "Escolha" }}
        choosePlaceholder="Selecione"
        options={[{ value: "PR", label: "Paraná" }]}
      />
      <TextAreaField name="texto" texts={{ label: "Texto longo", help: "Opcional." }} rows={3} />
      <CheckboxField name="aceite" error="Você deve aceitar os termos e condições">
        Li e aceito os termos
      </CheckboxField>
      <ErrorSummary
        ref={null}
        title="Confira os campos abaixo"
        problems={[{ id: "cpf", message: problem }]}
      />
    </div>
  );
}
