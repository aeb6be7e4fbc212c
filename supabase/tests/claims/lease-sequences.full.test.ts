// @module-tag full
import { leaseSequences } from "../support/lease-sequences.ts";

leaseSequences(Array.from({ length: 100 }, (_seed, place) => 1000 + place));
