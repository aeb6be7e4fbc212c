// @module-tag full
import { ledgerProperties } from "../support/ledger-properties.ts";

ledgerProperties(500, 600);
