import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CheckboxField, SelectField, TextAreaField, TextField } from "./controls.tsx";

const texts = { label: "CPF", help: "Só números", why: "Para a análise de crédito" };

test("TextField links label, help and error to the control", () => {
  const html = renderToStaticMarkup(<TextField name="cpf" texts={texts} error="CPF inválido" />);
  expect(html).toMatch(/<label for="cpf"[^>]*>CPF<\/label>/);
  expect(html).toMatch(/<input[^>]* id="cpf"/);
  expect(html).toMatch(/<input[^>]* aria-describedby="cpf-ajuda cpf-erro"/);
  expect(html).toMatch(/<input[^>]* aria-invalid="true"/);
  expect(html).toMatch(/id="cpf-erro"[^>]*>CPF inválido</);
  expect(html).toMatch(/id="cpf-ajuda"[^>]*>Só números</);
});

test("TextField has no description without error and help", () => {
  const html = renderToStaticMarkup(<TextField name="cpf" texts={{ label: "CPF" }} />);
  expect(html).not.toContain("aria-describedby");
  expect(html).not.toContain("aria-invalid");
});

test("TextField takes an id, so that one page can have two fields of a name", () => {
  const html = renderToStaticMarkup(
    <TextField name="email" id="recovery-email" texts={{ label: "E-mail" }} />,
  );
  expect(html).toContain('for="recovery-email"');
  expect(html).toMatch(/<input[^>]* id="recovery-email" name="email"/);
});

test("TextField explains the reason for a datum in a disclosure named after the field", () => {
  const html = renderToStaticMarkup(
    <TextField name="cpf" texts={texts} whyLabel="Por que pedimos" />,
  );
  expect(html).toMatch(/<summary[^>]*>Por que pedimos<span class="sr-only">: CPF<\/span>/);
  expect(html).toContain("Para a análise de crédito");
});

test("TextField shows an asterisk only when starred and hides it from screen readers", () => {
  const starred = renderToStaticMarkup(<TextField name="cpf" texts={texts} starred />);
  expect(starred).toContain('CPF<span aria-hidden="true"> *</span></label>');
  expect(renderToStaticMarkup(<TextField name="cpf" texts={texts} />)).not.toContain("*");
});

test("SelectField starts without a choice", () => {
  const html = renderToStaticMarkup(
    <SelectField
      name="propertyState"
      texts={{ label: "UF" }}
      choosePlaceholder="Escolha"
      options={[{ value: "PR", label: "Paraná" }]}
      required
    />,
  );
  expect(html).toContain('<option value="" disabled="" selected="">Escolha</option>');
  expect(html).toContain('<option value="PR">Paraná</option>');
  expect(html).toMatch(/<select[^>]* required=""/);
});

test("TextAreaField passes attributes to the control and uses the placeholder text", () => {
  const html = renderToStaticMarkup(
    <TextAreaField
      name="message"
      texts={{ label: "Mensagem", placeholder: "Conte mais" }}
      rows={4}
    />,
  );
  expect(html).toMatch(/<textarea[^>]* placeholder="Conte mais" rows="4"/);
});

test("CheckboxField shows its error and is described by it", () => {
  const html = renderToStaticMarkup(
    <CheckboxField name="acceptedTerms" error="Você deve aceitar os termos e condições">
      Aceito
    </CheckboxField>,
  );
  expect(html).toMatch(/aria-invalid="true" aria-describedby="acceptedTerms-erro"/);
  expect(html).toMatch(/<label for="acceptedTerms"[^>]*>Aceito<\/label>/);
});

test("optional fields get validation colours only with an error", () => {
  const render = (props: { required?: boolean; error?: string }) =>
    renderToStaticMarkup(
      <>
        <TextField name="a" texts={texts} {...props} />
        <TextAreaField name="b" texts={texts} {...props} />
        <SelectField name="c" texts={texts} options={[]} choosePlaceholder="" {...props} />
      </>,
    );
  const judged = (html: string) =>
    html.match(/class="(?:input|textarea|select)[^"]* validator"/g) ?? [];
  expect(judged(render({}))).toEqual([]);
  expect(judged(render({ required: true }))).toHaveLength(3);
  expect(judged(render({ error: "Telefone inválido" }))).toHaveLength(3);
});
