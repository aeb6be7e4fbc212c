import type { TrackedOffer } from "#contracts/requests/tracking.ts";

/** Offer as the tracking page receives it. */
export const offerForTests: TrackedOffer = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  status: "open",
  propertyType: "Apartamento",
  landlordName: "José Pereira",
  rentalValue: 1800.5,
  referenceValue: 21606,
  coverLimit: 15124.2,
  fee: 1620.45,
  feeDueOn: "2026-12-10",
  paymentMethod: "Pix à vista",
  instalments: [{ instalment: 1, amount: 1620.45, dueOn: "2026-12-10" }],
  letterNeedsFee: false,
  startDate: "2026-12-01",
  endDate: "2027-11-30",
  months: 12,
  validUntil: "2026-11-30T02:59:59+00:00",
  termsVersion: "1.0",
  clauses: [],
  conditionsSha256: "d".repeat(64),
  createdAt: "2026-11-22T17:00:00+00:00",
  tenantName: "Ana Beatriz Ribeiro",
  tenantCpf: "***.982.247-**",
  propertyAddress: "Av. Brasil, 1000, Maringá, PR",
  changes: [],
};
