import { render } from "@react-email/render";
import { seedContent } from "../content/seed-content.ts";
import { type OutgoingMailTemplate, outgoingMailTemplate } from "#contracts/stored-values.ts";
import { type RenderedMail, mailExample, renderMail } from "./render-mail.tsx";

/** Widths of the preview in pixels: a phone, and the widest e-mail. */
const widths = [360, 700];

/** Renders the dev server's preview (`npm run dev`): each mail as HTML at two widths and as plain text. */
export async function renderMailPreview(siteUrl: string): Promise<string> {
  const createLinkSecret = () => Promise.resolve("exemplo");
  const context = {
    ...seedContent,
    siteUrl,
    createLinkSecret,
    readTrackingSecret: createLinkSecret,
    readLandlordSecret: createLinkSecret,
    readAccountSecret: createLinkSecret,
  };
  const mails = await Promise.all(
    outgoingMailTemplate.map(async (template) => ({
      template,
      mail: await renderMail(template, mailExample(template), context),
    })),
  );
  return render(
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Modelos de e-mail</title>
        <style>{pageStyles}</style>
      </head>
      <body>
        <h1>Modelos de e-mail</h1>
        <p>Feitos com dados de exemplo, como o site os envia.</p>
        <nav aria-label="Modelos">
          <ul>
            {mails.map(({ template, mail }) => (
              <li key={template}>
                <a href={`#${template}`}>{mail.subject}</a>
              </li>
            ))}
          </ul>
        </nav>
        {mails.map(({ template, mail }) => (
          <Example key={template} template={template} mail={mail} />
        ))}
      </body>
    </html>,
  );
}

function Example({ template, mail }: { template: OutgoingMailTemplate; mail: RenderedMail }) {
  return (
    <section id={template} aria-labelledby={`${template}-title`}>
      <h2 id={`${template}-title`}>{mail.subject}</h2>
      <p>
        Modelo <code>{template}</code>
        {mail.replyTo !== undefined && `; respostas para ${mail.replyTo}`}
      </p>
      <div className="views">
        {widths.map((width) => (
          <iframe
            key={width}
            title={`${mail.subject}, com ${width} pixels de largura`}
            sandbox=""
            srcDoc={mail.html}
            style={{ width: `${width}px` }}
          />
        ))}
        <div className="text">
          <h3>Somente texto</h3>
          <pre>{mail.text}</pre>
        </div>
      </div>
    </section>
  );
}

const pageStyles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; color: #062a2d; }
section { border-top: 1px solid #7d918f; margin-top: 2rem; }
.views { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; }
iframe { flex: none; height: 46rem; border: 1px solid #7d918f; background: #fff; }
.text { flex: 0 1 32rem; min-width: 20rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
