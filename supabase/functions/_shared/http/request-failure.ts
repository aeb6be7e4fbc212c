import type { FailureCode, FailureReply } from "../contracts/reply.ts";

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number };

/** A refusal that the caller may read: thrown anywhere in a handler, answered by the endpoint. */
export class RequestFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly details: Details;
  readonly reason: string | undefined;

  /** `reason` is for the log: an SQLSTATE or an error's name, nothing from the request. */
  constructor(
    status: number,
    code: FailureCode,
    message: string,
    details: Details = {},
    reason?: string,
  ) {
    super(message);
    this.reason = reason;
    this.name = "RequestFailure";
    this.status = status;
    this.code = code;
    this.details = details;
  }

  reply(): FailureReply {
    return { ok: false, error: { code: this.code, message: this.message, ...this.details } };
  }
}

export const unauthorized = () =>
  new RequestFailure(401, "unauthorized", "Você precisa estar logado para continuar.");

export const forbidden = () => new RequestFailure(403, "forbidden", "Acesso não permitido.");

/** For a link to a request that opens nothing: old, replaced, or never there. */
export const linkNotFound = () =>
  new RequestFailure(404, "not_found", "Este link não vale mais. Peça um novo.");

/** For whatever is not the caller's fault: the same request may succeed later. */
export const unavailable = (reason: string) =>
  new RequestFailure(
    503,
    "unavailable",
    "Serviço temporariamente indisponível. Tente novamente em instantes.",
    {},
    reason,
  );

/** Too many calls; the message tells a person how long to wait. */
export const rateLimited = (seconds: number) =>
  new RequestFailure(
    429,
    "rate_limited",
    `Muitas tentativas. Tente novamente em ${waitingTime(seconds)}.`,
    { retryAfterSeconds: seconds },
  );

function waitingTime(seconds: number): string {
  if (seconds <= 1) return "1 segundo";
  if (seconds < 60) return `${seconds} segundos`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return "1 minuto";
  if (minutes < 60) return `${minutes} minutos`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "1 hora" : `${hours} horas`;
}
