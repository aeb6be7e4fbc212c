/**
 * Portuguese name of each text that people type and that PDF documents show. The keys are fields of a document's data.
 */
const places: Readonly<Record<string, string>> = {
  tenantName: "O nome do locatário",
  fullName: "O nome digitado no aceite",
  landlordName: "O nome do locador",
  propertyAddress: "O endereço do imóvel",
  paymentMethod: "A forma de pagamento",
  pastStartReason: "O motivo do início no passado",
  payee: "O nome de quem recebe",
  description: "A descrição de um item",
  answer: "A resposta do locatário",
  reason: "O motivo da decisão",
  clause: "A cláusula citada",
  note: "A legenda de um arquivo",
};

/**
 * Returns an error message about a character that a PDF document cannot show. `place` is the field with this character;
 * it is empty when the field is unknown.
 */
export function undrawnSentence(letter: string, place: string): string {
  const name = places[place] ?? "Um texto do documento";
  return `${name} contém “${letter}”, que o documento não consegue mostrar.`;
}
