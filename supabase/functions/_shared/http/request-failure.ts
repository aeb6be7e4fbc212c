import type { FailureCode, FailureReply } from "#contracts/reply.ts";

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number };

/** Refusal with a message for the caller. Any code may throw it, and the endpoint turns it into the HTTP answer. */
export class RequestFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly details: Details;
  readonly reason: string | undefined;

  /** `reason` goes into the log. It is an SQLSTATE or an error's name, and never contains data of the HTTP request. */
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

/** Refuses several fields of a form. Each message is shown beside its field. */
export const invalidFields = (fields: Record<string, string>) =>
  new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", { fields });

/** Refuses one field of a form. The message is also the message for the whole form. */
export const invalidField = (field: string, message: string) =>
  new RequestFailure(422, "invalid_fields", message, { fields: { [field]: message } });

export const unauthorized = () =>
  new RequestFailure(401, "unauthorized", "Você precisa estar logado para continuar.");

/** Refuses a wrong password. If `field` is given, the message is shown beside that field. */
export const wrongCredentials = (message: string, field?: string) =>
  new RequestFailure(
    401,
    "wrong_credentials",
    message,
    field === undefined ? {} : { fields: { [field]: message } },
  );

export const forbidden = () => new RequestFailure(403, "forbidden", "Acesso não permitido.");

export const notFound = (message: string) => new RequestFailure(404, "not_found", message);

/** Refuses a link that has expired, was replaced or never existed. The link belongs to an applicant or a landlord. */
export const linkNotFound = () => notFound("Este link não vale mais. Peça um novo.");

export const conflict = (message: string) => new RequestFailure(409, "conflict", message);

/** Refuses a mailed password link that was already used or has expired. */
export const linkExpired = (message = "Link inválido ou expirado. Solicite um novo.") =>
  new RequestFailure(410, "link_expired", message);

/** Reports a failure that is not the caller's fault. A repeated call may succeed. */
export const unavailable = (reason: string) =>
  new RequestFailure(
    503,
    "unavailable",
    "Serviço temporariamente indisponível. Tente novamente em instantes.",
    {},
    reason,
  );

/** Refuses a body that arrives too slowly. A repeated call may succeed. */
export const tooSlow = () =>
  new RequestFailure(
    408,
    "unavailable",
    "A conexão está lenta demais e o envio parou. Tente de novo com um sinal melhor.",
    {},
    "slow body",
  );

/** Refuses a slow body of a network that already sends many slow bodies. */
export const tooManySlow = () =>
  new RequestFailure(
    429,
    "rate_limited",
    "Muitos envios lentos chegam da sua rede agora. Tente de novo em instantes.",
    { retryAfterSeconds: 10 },
    "slow bodies of a network",
  );

/** Refuses a body whose sender broke the connection. Usually nobody is there to read the answer. */
export const brokenOff = () =>
  new RequestFailure(
    400,
    "unavailable",
    "O envio foi interrompido antes do fim. Tente de novo.",
    {},
    "broken body",
  );

/** Refuses a call that exceeds a limit. The message says how long to wait. */
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
