import { expect, test } from "vitest";
import { explainDocumentError } from "./parked-documents.tsx";

test("explainDocumentError names the letter and its place, and tells what to do", () => {
  expect(explainDocumentError("LETTER landlordName 你")).toBe(
    "O nome do locador contém “你”, que o documento não consegue mostrar. Corrija o texto em letras latinas, sem figuras, e faça de novo. (LETTER landlordName 你)",
  );
});

test("explainDocumentError returns another code unchanged", () => {
  expect(explainDocumentError("RENDER")).toBe("Último erro: RENDER");
});
