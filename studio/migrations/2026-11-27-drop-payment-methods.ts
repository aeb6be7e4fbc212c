import { at, defineMigration, unset } from "sanity/migrate";

/** Removes the payment methods that editors typed, because an offer now has a payment plan from a fixed list. */
export default defineMigration({
  title: "Formas de pagamento digitadas deram lugar aos planos de pagamento",
  documentTypes: ["staffTexts"],
  migrate: {
    document: ({ paymentMethods }) =>
      paymentMethods === undefined ? [] : [at("paymentMethods", unset())],
  },
});
