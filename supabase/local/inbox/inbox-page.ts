import { html, raw } from "hono/html";
import { Secret, TOTP } from "otpauth";
import type { Message } from "./message-store.ts";

const shownMessages = 200;
const dateTime = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "America/Sao_Paulo",
});

type View = {
  messages: Message[];
  selected: Message | undefined;
  to: string | undefined;
  secondFactor: string | undefined;
};

/** Renders the list on the left and the selected e-mail on the right. The page has no scripts. */
export function inboxPage({ messages, selected, to, secondFactor }: View) {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Caixa de entrada local</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        <header>
          <h1>Caixa de entrada local</h1>
          <p>Os e-mails enviados nesta máquina ficam aqui; nenhum sai dela.</p>
          ${secondFactor === undefined ? "" : currentCode(secondFactor)}
          <form action="/">
            <label for="para">Destinatário</label>
            <input id="para" name="para" type="email" value="${to ?? ""}" />
            <button>Filtrar</button>
            <a href="/">Limpar</a>
          </form>
        </header>
        <main>
          <nav aria-label="Mensagens">
            ${
              messages.length === 0
                ? html`<p class="empty">Nenhuma mensagem.</p>`
                : html`<ol>
                    ${messages.slice(0, shownMessages).map((message) => item(message, selected, to))}
                  </ol>`
            }
          </nav>
          <article aria-live="polite">
            ${selected ? details(selected) : html`<p class="empty">Escolha uma mensagem.</p>`}
          </article>
        </main>
      </body>
    </html>`;
}

/** Shows the code that an authenticator app with this secret shows now. A reload shows the next one. */
function currentCode(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const seconds = Math.ceil(totp.remaining() / 1000);
  return html`<p>
    Segundo fator das contas de demonstração: <strong>${totp.generate()}</strong> (vale por mais
    ${seconds} s e só uma vez; recarregue para ver o próximo)
  </p>`;
}

function item(message: Message, selected: Message | undefined, to: string | undefined) {
  const query = new URLSearchParams({ mensagem: message.id, ...(to ? { para: to } : {}) });
  return html`<li>
    <a
      href="/?${query.toString()}"
      aria-current="${message.id === selected?.id ? "true" : "false"}"
    >
      <strong>${message.subject}</strong>
      <span>${message.to.join(", ")}</span>
      <time datetime="${message.receivedAt}">${dateTime.format(new Date(message.receivedAt))}</time>
    </a>
  </li>`;
}

function details(message: Message) {
  return html`<h2>${message.subject}</h2>
    <p>De ${message.from} para ${message.to.join(", ")}</p>
    ${
      message.html
        ? html`<iframe
            sandbox="allow-popups"
            title="Conteúdo do e-mail"
            src="/mensagens/${message.id}"
          ></iframe>`
        : ""
    }
    <details ${message.html ? "" : "open"}>
      <summary>Somente texto</summary>
      <pre>${message.text}</pre>
    </details>`;
}

const styles = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #12312f; background: #f7f3ec; }
body { margin: 0; }
header, main { max-width: 75rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: .25rem 0 1rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #5b7a77; border-radius: .5rem; }
button { background: #0f4c47; color: #fff; border-color: #0f4c47; cursor: pointer; }
main { display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; gap: 1rem; align-items: start; }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
nav a { display: grid; padding: .75rem; border-radius: .5rem; background: #fff; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a[aria-current="true"] { outline: 2px solid #0f4c47; }
nav span, time { font-size: .875rem; color: #45605d; }
article { background: #fff; border-radius: .5rem; padding: 1rem; min-width: 0; }
iframe { width: 100%; height: 70vh; border: 1px solid #d9d2c5; border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { color: #45605d; }
@media (max-width: 45rem) { main { grid-template-columns: 1fr; } }
`;
