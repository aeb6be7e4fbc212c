/** What staff can do about a failure, by the first words of its code. */
const explanations: [start: string, text: string][] = [
  [
    "ENOANSWER",
    "O servidor recebeu o e-mail e não confirmou: talvez tenha chegado. Pergunte antes.",
  ],
  ["EENVELOPE 5", "O servidor recusou o destinatário ou o remetente. Confira o endereço."],
  ["EMESSAGE 5", "O servidor recusou a mensagem."],
  ["EAUTH", "O servidor de e-mail não aceitou o usuário ou a senha."],
  ["E", "O servidor de e-mail não respondeu como deveria."],
  ["PAYLOAD", "Faltam dados para escrever o e-mail."],
];

/** Why a mail did not go, for people, with the code for whoever mends it. */
export function explainMailError(code: string): string {
  const found = explanations.find(([start]) => code.startsWith(start));
  return found ? `${found[1]} (${code})` : code;
}
