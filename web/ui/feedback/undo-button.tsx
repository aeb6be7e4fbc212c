import { useState } from "react";
import { useNow } from "../layout/hooks.ts";

export function UndoButton({ seconds, onUndo }: { seconds: number; onUndo: () => void }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const left = Math.max(0, Math.ceil((until - useNow(500)) / 1000));
  return (
    <button type="button" className="btn mt-2" disabled={left === 0} onClick={onUndo}>
      Desfazer
      {/* The seconds are hidden from screen readers, which would announce every change. */}
      <span aria-hidden="true" className="tabular-nums">
        ({left} s)
      </span>
    </button>
  );
}
