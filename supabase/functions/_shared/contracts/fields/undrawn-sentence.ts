/** Names of the places in documents that hold typed text, by their key in the data of a document. */
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

/** Tells which letter keeps a document from being made. `place` is a key of the document's data, or empty. */
export function undrawnSentence(letter: string, place: string): string {
  const name = places[place] ?? "Um texto do documento";
  return `${name} contém “${letter}”, que o documento não consegue mostrar.`;
}
