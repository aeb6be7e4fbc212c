/** Page shown when the application fails to render. Its texts are in the code, because the content may be the cause. */
export function ErrorPage() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-prose content-center gap-4 p-6">
      <title>Algo deu errado | Payser</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">Algo deu errado</h1>
      <p>Não conseguimos mostrar esta página agora. Tente de novo em instantes.</p>
      <p>
        <a className="underline" href="/">
          Voltar para a página inicial
        </a>
      </p>
    </main>
  );
}
