import { expect, it } from "vitest";
import { mailTextKinds, type MailTextName } from "#contracts/mail/mail-texts.ts";
import { seedContent } from "../content/seed-content.ts";
import { renderSample } from "./render-mail.tsx";

const context = { ...seedContent, siteUrl: "https://payser.example" };
const isName = (name: string): name is MailTextName => name in mailTextKinds;
const ofEveryMail = ["brandName", "companyEmail", "dataProtectionEmail"];

/**
 * Renders a mail whose subject contains each of the mail's own placeholders as "name: {{name}}". Returns the subject.
 */
async function variablesOf(name: MailTextName): Promise<string> {
  const own = Object.keys(mailTextKinds[name].variables).filter(
    (variable) => !ofEveryMail.includes(variable),
  );
  const subject = own.map((variable) => `${variable}: {{${variable}}}`).join(" · ");
  const words = {
    subject,
    preview: "",
    heading: "Título",
    button: "Abrir",
    paragraphs: [],
    note: null,
  };
  return (await renderSample(name, words, context)).subject;
}

it("every mail fills each of its variables with what it is named after", async () => {
  const names = Object.keys(mailTextKinds).filter(isName);
  const said = await Promise.all(names.map(async (name) => [name, await variablesOf(name)]));
  expect(Object.fromEntries(said)).toMatchInlineSnapshot(`
    {
      "acceptanceNotice": "protocol: PS-2026-00000011 · contractNumber: PF-2026-0A1B2C3D4E · tenantName: Ana Maria da Silva",
      "addressNotice": "contractNumber: PF-2026-0A1B2C3D4E · landlordName: José Pereira",
      "claimAccount": "protocol: PA-2026-00000011 · account: Pix •••1234, em nome de J. P.",
      "claimDecided": "protocol: PA-2026-00000011 · outcome: foi aprovado em parte, R$ 600,00 de R$ 850,00 · next: Pagamos até 30/11/2026, na conta informada (Pix •••m.br, em nome de J. P.). · remedy: Se não concordar, peça a revisão até 05/12/2026, dos itens de que discorda e com o motivo: a outra parte responde, e outra pessoa da equipe decide.",
      "claimNew": "protocol: PA-2026-00000011 · contractNumber: PF-2026-0A1B2C3D4E · tenantName: Ana Maria da Silva · deed: o locador acionou a garantia",
      "claimOpened": "protocol: PA-2026-00000011 · completeUntil: 17/11/2026 · decideBy: 02/12/2026 · missing: Ainda falta enviar: as fotos, os orçamentos ou as notas. Nada disso muda a data do pedido.",
      "claimPaid": "protocol: PA-2026-00000011 · amount: R$ 600,00 · paidOn: 28/11/2026",
      "claimTold": "protocol: PA-2026-00000011 · news: as provas do locador estão completas; você pode responder a cada item até 22/11/2026 · next: Na página você vê cada item, o valor e as provas. Silêncio não é concordância: sem resposta, a nossa equipe decide com o que as duas partes enviaram.",
      "claimWanted": "protocol: PA-2026-00000011 · wantedUntil: 20/11/2026",
      "claimsEndSoon": "contractNumber: PF-2026-0A1B2C3D4E · claimUntil: 14/10/2026 · counted: 30 dias contados da devolução das chaves, em 14/09/2026",
      "contactChanged": "contractNumber: PF-2026-0A1B2C3D4E",
      "contactNotice": "messageSubject: Dúvida sobre a maquininha · senderName: Beatriz Lima",
      "contactReceived": "protocol: PM-2026-00000011",
      "contractEnded": "contractNumber: PF-2026-0A1B2C3D4E · endedOn: 14/09/2026 · why:  · follows: A fiança não cobre o que acontecer depois dessa data. Pelo que aconteceu enquanto ela valia, o proprietário pode acionar a garantia até 14/10/2026: são 30 dias contados da devolução das chaves, em 14/09/2026 · fee: A taxa está paga e não é devolvida, e nada mais é cobrado. · outlook: Vai alugar outro imóvel? Faça uma nova simulação ou responda a este e-mail.",
      "contractReady": "contractNumber: PF-2026-0A1B2C3D4E · term: está assinado e começa em 01/12/2099",
      "contractRegretted": "contractNumber: PF-2026-0A1B2C3D4E · protocol: EN-2026-0A1B2C3D · refund: devolvemos R$ 1.620,45 até 19/09/2026, na conta que você nos informar",
      "correctionAsked": "contractNumber: PF-2026-0A1B2C3D4E",
      "documentsAsked": "protocol: PS-2026-00000011",
      "endingNews": "contractNumber: PF-2026-0A1B2C3D4E · protocol: EN-2026-0A1B2C3D · news: recebemos o seu pedido; o locador pode informar outro dia das chaves até 17/09/2026, e depois a nossa equipe confirma · fee: A taxa já paga não é devolvida, e nada mais é cobrado. · next: A fiança vale até a devolução das chaves (Lei 8.245, art. 39). Até a confirmação da nossa equipe, quem pediu pode retirar o pedido, e você pode enviar o recibo das chaves na área do cliente.",
      "endingNotice": "contractNumber: PF-2026-0A1B2C3D4E · protocol: EN-2026-0A1B2C3D · tenantName: Ana Maria da Silva · deed: pedido de encerramento, contrato",
      "feeNotice": "contractNumber: PF-2026-0A1B2C3D4E · charge: A parcela 2 de 3 da taxa · dueOn: 20/03/2026 · noticeOn: 05/04/2026",
      "feeOverdue": "contractNumber: PF-2026-0A1B2C3D4E · charge: A parcela 2 de 3 da taxa · due: venceu em 20/03/2026",
      "landlordAct": "act: confirmou a conta para o pagamento · next: Nada é pago nela nos dois dias úteis seguintes: se não for a conta certa, avise antes.",
      "landlordAsked": "",
      "landlordChecked": "",
      "landlordClaimsEnd": "letterCode: 7K3M-Q9ZT-4B0X · claimUntil: 14/10/2026 · counted: 30 dias contados da devolução das chaves, em 14/09/2026",
      "landlordEnded": "ended: terminou em 14/09/2026 · follows: Ela não cobre o que acontecer depois disso. Pelo que aconteceu enquanto ela valia, você pode acionar a garantia até 14/10/2026: são 30 dias contados da devolução das chaves, em 14/09/2026",
      "landlordEnding": "news: o locatário informou a entrega das chaves em 14/09/2026 · next: Se foi outro dia, informe-o até 17/09/2026, na página do link ou em resposta a este e-mail. Nenhum dia vale antes disso. Se está certo, você não precisa fazer nada.",
      "landlordFee": "state: está em vigor até 30/11/2100",
      "landlordLetter": "",
      "landlordLink": "",
      "landlordReplaced": "",
      "landlordTermEnds": "letterCode: 7K3M-Q9ZT-4B0X · endsOn: 31/01/2027",
      "letterFee": "contractNumber: PF-2026-0A1B2C3D4E · state: está em vigor até 30/11/2100",
      "letterReissued": "contractNumber: PF-2026-0A1B2C3D4E",
      "offerAccepted": "protocol: PS-2026-00000011 · contractNumber: PF-2026-0A1B2C3D4E",
      "offerChanged": "protocol: PS-2026-00000011 · validUntil: seg., 09/03, 23h59 · fee: R$ 1.620,45 · coverLimit: R$ 15.124,20",
      "offerMade": "protocol: PS-2026-00000011 · validUntil: seg., 09/03, 23h59 · fee: R$ 1.620,45 · coverLimit: R$ 15.124,20",
      "offerNotice": "protocol: PS-2026-00000011 · applicantName: Ana Maria da Silva · answer: pede um ajuste nas condições",
      "offerReminder": "protocol: PS-2026-00000011 · validUntil: seg., 09/03, 23h59 · fee: R$ 1.620,45 · coverLimit: R$ 15.124,20",
      "partnershipNotice": "companyName: Imobiliária Souza & Filhos · partnerName: Carlos Souza · propertyCity: Maringá/PR",
      "partnershipReceived": "protocol: PP-2026-00000011 · contactBy: ter., 03/03, 22h30",
      "passwordChanged": "",
      "passwordCreated": "",
      "passwordRecovery": "",
      "paymentReceived": "contractNumber: PF-2026-0A1B2C3D4E · amount: R$ 888,00 · paidOn: 18/03/2026 · pays: Ele paga uma parte da taxa. · remains: Faltam R$ 888,00 da taxa, com vencimento em 20/03/2026: veja logo abaixo como pagar.",
      "paymentReversed": "contractNumber: PF-2026-0A1B2C3D4E · amount: R$ 888,00 · paidOn: 18/03/2026 · event: o pagamento de R$ 888,00, de 18/03/2026 · remains: Em aberto fica a taxa, de R$ 1.776,00, com vencimento em 20/03/2026: veja logo abaixo como pagar. · receiptNumber: RC-2026-00000011",
      "questionAnswered": "protocol: PS-2026-00000011",
      "refundAccount": "contractNumber: PF-2026-0A1B2C3D4E · account: Pix •••4725, em nome de A. M. S.",
      "refundDue": "contractNumber: PF-2026-0A1B2C3D4E · amount: R$ 888,00 · dueOn: 19/03/2026 · account: Para isso, falta saber em que conta: informe a conta em “Meu contrato”, na área do cliente.",
      "refundPaid": "contractNumber: PF-2026-0A1B2C3D4E · amount: R$ 888,00 · paidOn: 18/03/2026 · account: , na conta que você confirmou (Pix •••4725, em nome de A. M. S.)",
      "renewalNotice": "contractNumber: PF-2026-0A1B2C3D4E · tenantName: Ana Maria da Silva · side: O locatário",
      "renewalOffered": "protocol: PS-2026-00000011 · validUntil: seg., 09/03, 23h59 · fee: R$ 1.620,45 · coverLimit: R$ 15.124,20 · formerNumber: PF-2026-0A1B2C3D4E · formerEnd: 31/01/2027",
      "renewalReady": "contractNumber: PF-2026-0A1B2C3D4E · formerNumber: PF-2026-1B2C3D4E5F · formerEnd: 30/11/2099 · startsOn: 01/12/2099",
      "requestAddressLeft": "",
      "requestCorrected": "protocol: PS-2026-00000011",
      "simulationApproved": "protocol: PS-2026-00000011",
      "simulationNotice": "protocol: PS-2026-00000011 · applicantName: Ana Maria da Silva · propertyCity: Maringá/PR · rent: R$ 1.800,50",
      "simulationReceived": "protocol: PS-2026-00000011 · answerBy: seg., 02/03, 22h30",
      "simulationRejected": "protocol: PS-2026-00000011",
      "staffConfirmation": "",
      "staffDigest": "",
      "staffFactorChanged": "",
      "staffFactorRemoved": "",
      "staffKnown": "",
      "staffPasswordChanged": "",
      "staffPending": "accountEmail: nova@payser.example",
      "staffRecovery": "",
      "staffReleased": "",
      "termEnds": "contractNumber: PF-2026-0A1B2C3D4E · endsOn: 31/01/2027 · renewal: Até agora, ninguém pediu a renovação.",
      "trackingLink": "protocol: PS-2026-00000011",
    }
  `);
});
