import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import type { ContractEnding } from "#contracts/leases/endings.ts";
import type { LandlordArea, LandlordLease, LeaseLine } from "#contracts/landlords/landlord.ts";
import { day } from "../../supabase/tests/support/sample-rows.ts";
import { guarantee, inspections } from "./claim-answers.ts";
import { answerFunction } from "./screen.ts";
import { answerWith } from "./staff-answers.ts";

const line: LeaseLine = {
  id: guarantee.id,
  standing: "acts",
  property: guarantee.property,
  city: "Maringá, PR",
  tenant: guarantee.tenant,
  state: "in_force",
  startDate: day(-200),
  endDate: day(165),
  lastClaimDay: day(195),
};
const idOf = (number: number) => `7a2e2d3c-4b5a-4c6d-8e7f-0011223344${70 + number}`;

/** List of an agency: two leases wait for it, and the others are in different states. */
export const agency: LandlordArea = {
  leases: [
    line,
    {
      ...line,
      id: idOf(1),
      property: "Rua das Palmeiras, 87, Gleba Palhano",
      city: "Londrina, PR",
      tenant: "B. T.",
      waitsFor: "handover",
      until: day(3),
    },
    {
      ...line,
      id: idOf(2),
      property: "Av. Colombo, 5790, bloco 3, apto 1204",
      tenant: "C. A. S.",
      waitsFor: "claim",
      until: day(1),
      claim: "PA-2026-0000001B",
    },
    {
      ...line,
      id: idOf(3),
      property: "Rua Santos Dumont, 12",
      tenant: "R. P.",
      state: "upcoming",
      startDate: day(9),
    },
    {
      ...line,
      id: idOf(4),
      property: "Rua Néo Alves Martins, 2447, Zona 3",
      tenant: "J. M. O.",
      state: "ended",
      endDate: day(-12),
      lastClaimDay: day(18),
    },
    {
      ...line,
      id: idOf(5),
      property: "Av. Tiradentes, 900",
      tenant: "P. H.",
      state: "awaiting_payment",
      standing: "reads",
    },
  ],
  waiting: [{ id: idOf(9), isOwn: false, landlord: "C. N.", city: "Londrina, PR" }],
};

/** Ending that the tenant asked for and that the landlord contests. */
export const ending: ContractEnding = {
  id: idOf(20),
  protocol: "EN-2026-0A1B2C3D",
  kind: "moved-out",
  asked_by: "tenant",
  asked_at: new Date().toISOString(),
  reason: null,
  keys_on: day(-10),
  status: "asked",
  question: null,
  answer_until: day(5),
  waits_for: ["landlord"],
  statements: [{ side: "tenant", keysOn: day(-10), statedAt: new Date().toISOString() }],
  landlord_told_on: day(0),
  proof_at: null,
  refund: null,
};
export const contested: ContractEnding = {
  ...ending,
  waits_for: [],
  statements: [
    ...ending.statements,
    {
      side: "landlord",
      keysOn: day(-4),
      note: "As chaves chegaram pelo correio, com o recibo que enviei.",
      statedAt: new Date().toISOString(),
      proofAt: new Date().toISOString(),
      proofId: idOf(21),
    },
  ],
};

/** Lease in force of which the tenant reported the end. */
export const running = {
  ...guarantee,
  state: "in_force",
  closedOn: undefined,
  startDate: day(-200),
  endDate: day(165),
  periods: guarantee.periods.slice(0, 1).map((period) => ({
    ...period,
    state: "in_force" as const,
    startDate: day(-200),
    endDate: day(165),
    lastDay: day(165),
  })),
  claims: [],
  limits: [
    {
      contractId: guarantee.contractId,
      startDate: day(-200),
      lastDay: day(165),
      limit: 15_124.2,
      left: 15_124.2,
    },
  ],
  claimUntil: { day: day(195), countedFrom: "end", since: day(165) },
} satisfies LandlordLease;
const {
  inspections: _,
  takesInspections: __,
  limits: ___,
  addresses: ____,
  mayClaim: _____,
  ...base
} = running;
export const reading: LandlordLease = {
  ...base,
  standing: "reads",
  claims: [{ protocol: "PA-2026-0000001B", openedAt: "2026-11-20T16:30:00Z" }],
};

export const answerLandlord = (lease: LandlordLease, change: Partial<LeaseLine> = {}) =>
  answerFunction("landlord-area", {
    leases: [{ ...line, state: lease.state, standing: lease.standing, ...change }],
    lease,
    waiting: [],
  });

const earlierId = idOf(30);
const nothingOwed = {
  owed: 0,
  paid: 1776,
  toGiveBack: 0,
  givenBack: 0,
  left: 0,
  charges: [],
  movements: [],
};
const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/** Answers the requests of the tenant's page with an ending, and with claims of the contract that the page shows. */
export const answerTenant =
  ({
    asked = null,
    claims = [],
    former = false,
  }: {
    asked?: ContractEnding | null;
    claims?: object[];
    former?: boolean;
  }) =>
  async (page: Page) => {
    await answerWith({
      my_inspections: inspections,
      my_ending: { regretUntil: null, ending: asked },
    })(page);
    // The earlier period is paid. Its contract is invented, so the server has no payments of it.
    await page.route("**/rest/v1/rpc/my_payments", (route) =>
      route.request().postData()?.includes(earlierId)
        ? route.fulfill({ headers: { "access-control-allow-origin": "*" }, json: nothingOwed })
        : route.continue(),
    );
    await page.route("**/rest/v1/contracts*", async (route) => {
      const response = await route.fetch();
      const [row, ...rest] = rowsSchema.parse(await response.json());
      const earlier = {
        ...row,
        id: earlierId,
        contract_number: "PF-2025-1B2C3D4E5F",
        start_date: "2025-11-01",
        end_date: "2026-10-31",
      };
      await answerWith({
        my_claims: claims.map((claim) => ({ ...claim, contractId: row?.["id"] })),
      })(page);
      await route.fulfill({ response, json: [row, ...rest, ...(former ? [earlier] : [])] });
    });
  };

/** Answers the staff's contract page with an ending. */
export const answerContract = (asked: ContractEnding) => (page: Page) =>
  page.route("**/rest/v1/rpc/contract_detail", async (route) => {
    if (route.request().method() === "OPTIONS") return route.continue();
    const response = await route.fetch();
    const detail = z.record(z.string(), z.unknown()).parse(await response.json());
    return route.fulfill({ response, json: { ...detail, ending: asked } });
  });
