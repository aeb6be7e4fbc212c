import * as z from "zod/mini";
import { textField } from "./text.ts";
import { trackRequestSchema } from "./tracking.ts";

const offerId = () => z.uuid("Condições inválidas");

/** The name that whoever accepts types; whether it is the request's is the database's to say. */
export const acceptanceNameField = () =>
  textField({ min: 3, max: 100, message: "Escreva o seu nome completo" });

/** What open-conditions takes. */
export const openConditionsSchema = z.extend(trackRequestSchema, { offerId: offerId() });

/** What accept-offer takes. */
export const acceptOfferSchema = z.extend(trackRequestSchema, {
  offerId: offerId(),
  fullName: acceptanceNameField(),
  /** The titles of the clauses that were ticked. */
  clauses: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(50)),
  /** Of the PDF that was shown. */
  conditionsSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Condições inválidas")),
});

/** What it answers, to a second click too. */
export const acceptOfferReplySchema = z.object({ contractNumber: z.string() });
