/** Nobody's: its password is asked for where there is no account, so that the work is the same. */
export const nobody = "ninguem@contratos.payser.invalid";
