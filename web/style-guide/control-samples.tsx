import type { CSSProperties } from "react";
import { ButtonLink } from "../ui/layout/links.tsx";
import { CheckboxField, SelectField, TextAreaField, TextField } from "../ui/form/controls.tsx";
import { ErrorSummary, FormProgress } from "../ui/form/form.tsx";
import { Icon } from "../ui/brand/icons.tsx";
import { SpinnerRing } from "../ui/feedback/states.tsx";
import { Tabs } from "../ui/layout/tabs.tsx";

const wrap: CSSProperties = {
  display: "flex",
  flexWrap: "wrap",
  gap: "0.75rem",
  padding: "1.5rem",
  borderRadius: "1.5rem",
};

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
          <button type="button" className="button button-outline w-12 p-0" aria-label="Próximo">
            <Icon name="arrow" className="size-5" />
          </button>
        </div>
      ))}
      <div style={wrap}>
        <button type="button" className="btn btn-primary">
          Enviar
        </button>
        <button type="button" className="btn btn-outline">
          Cancelar
        </button>
        <button type="button" className="btn btn-link">
          Esqueci
        </button>
        <button type="button" className="btn btn-primary" disabled>
          Desativado
        </button>
        <button type="button" className="btn btn-primary" disabled>
          <SpinnerRing /> Enviando...
        </button>
      </div>
    </div>
  );
}

export function GuidingSamples() {
  const panels = ["Equipe", "Cliente"].map((label) => ({ label, panel: `Painel: ${label}` }));
  const sections = ["voce", "imovel", "proprietario"].map((id) => ({
    id,
    step: id,
  }));
  return (
    <div style={{ display: "grid", gap: "3rem", maxWidth: "32rem" }}>
      <Tabs label="Acesso" tabs={panels} shown={0} onShow={() => {}} />
      <FormProgress sections={sections} />
    </div>
  );
}

/** Shows form fields in each state except focus and hover. */
export function FieldSamples() {
  const problem = "CPF inválido";
  return (
    <div className="card card-border grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
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
