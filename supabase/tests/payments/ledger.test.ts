import { ledgerProperties } from "../support/ledger-properties.ts";

ledgerProperties(40, 90);
