import { FormProgress } from "../../ui/form-progress.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { AdditionalFields } from "./additional-fields.tsx";
import { OwnerFields } from "./owner-fields.tsx";
import { PersonalFields } from "./personal-fields.tsx";
import { PropertyFields } from "./property-fields.tsx";
import type { SimulationTexts } from "./simulation-texts.ts";

/** The request for a simulation in four short sections (specification 2 and 5). */
export function SimulationForm({ texts }: { texts: SimulationTexts }) {
  const sections = [
    { id: "dados-pessoais", title: texts.personalTitle, Fields: PersonalFields },
    { id: "dados-do-imovel", title: texts.propertyTitle, Fields: PropertyFields },
    { id: "dados-do-proprietario", title: texts.ownerTitle, Fields: OwnerFields },
    { id: "informacoes-adicionais", title: texts.additionalTitle, Fields: AdditionalFields },
  ];
  return (
    <form method="post" className="simulation-form">
      <FormProgress sections={sections} />
      <div className="grid gap-6">
        {sections.map(({ id, title, Fields }) => (
          <FormSection key={id} id={id} title={title}>
            <Fields texts={texts} />
          </FormSection>
        ))}
        <p className="rounded-lg bg-sand-100 p-5 text-sm">{texts.costNote}</p>
        <button type="submit" className="btn btn-primary btn-lg">
          {texts.submitLabel}
        </button>
        <p className="text-soft text-xs">{texts.privacyNote}</p>
      </div>
    </form>
  );
}
