import { useEffect, useRef } from "react";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { keySheet } from "./key-bindings.ts";

interface KeySheetProps {
  areOn: boolean;
  onSwitch: (areOn: boolean) => void;
  onClose: () => void;
}

/** The keys of the queue, and the switch that turns them off. Open as long as it is rendered. */
export function KeySheet({ areOn, onSwitch, onClose }: KeySheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} titleId="teclas-titulo" onClose={onClose}>
      <h2 id="teclas-titulo" className="text-card">
        Teclas de atalho
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {keySheet.map(({ keys, what }) => (
          <div key={keys} className="contents">
            <dt className="font-semibold whitespace-nowrap">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="checkbox"
          checked={areOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        Usar os atalhos de uma tecla neste navegador
      </label>
      <div className="modal-action">
        <button type="button" className="btn btn-primary" onClick={() => dialog.current?.close()}>
          Fechar
        </button>
      </div>
    </Dialog>
  );
}
