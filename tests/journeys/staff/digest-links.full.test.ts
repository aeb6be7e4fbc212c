// @module-tag full
import { describe, it } from "vitest";
import { openAsStaff } from "../../support/pages/staff-money.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";

const journey = startJourney();

/** Addresses in the morning mail (waitingLines in staff-mails.tsx), each with the view that it opens. */
const views = [
  ["/admin/simulacoes?lista=arrived", "Documentos chegaram"],
  ["/admin/simulacoes?lista=second", "À espera de outra pessoa"],
  ["/admin/acionamentos?lista=staff", "Com a equipe"],
  ["/admin/acionamentos?lista=second", "À espera de outra pessoa"],
  ["/admin/a-pagar?lista=payouts", "Garantia"],
  ["/admin/contratos?lista=expiring", "A vencer"],
  ["/admin/contratos?lista=addresses", "E-mails a conferir"],
  ["/admin/pagamentos?lista=to-allocate", "A alocar"],
  ["/admin/parcerias?lista=new", "A contatar"],
  ["/admin/mensagens?lista=new", "A responder"],
] as const;

describe("a line of the morning mail", () => {
  it.each(views)("opens %s with the view “%s”", async (path, view) => {
    const page = await journey.newPage();
    await openAsStaff(journey.stack, page, path);
    await expect(page.getByRole("radio", { name: new RegExp(`^${view}`) })).toBeChecked();
  });
});
