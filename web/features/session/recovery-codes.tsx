import { showToast } from "../../ui/feedback/show-toast.tsx";

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      showToast({ title: "Códigos copiados", tone: "success" });
    } catch {
      showToast({
        title: "Não foi possível copiar",
        description: "Selecione os códigos na página e copie.",
        tone: "destructive",
      });
    }
  }
  return (
    <section className="card card-border grid max-w-[44rem] gap-5" aria-labelledby="codes-title">
      <h2 id="codes-title" className="text-card" tabIndex={-1} ref={(title) => title?.focus()}>
        Guarde os seus códigos de recuperação
      </h2>
      <p>
        Eles aparecem só agora. Se você perder o aparelho, cada um deles vale uma vez no lugar do
        código do aplicativo. Guarde-os fora deste computador, num gerenciador de senhas ou
        impressos.
      </p>
      <ul className="grid gap-x-6 gap-y-2 rounded-md bg-sand-100 p-5 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={onKept}>
          Guardei os códigos
        </button>
        <button type="button" className="btn btn-outline" onClick={() => void copy()}>
          Copiar
        </button>
      </div>
    </section>
  );
}
