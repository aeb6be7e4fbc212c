import { useState } from "react";
import { useNow } from "../layout/hooks.ts";

interface UndoButtonProps {
  seconds: number;
  onUndo: () => void;
}

/** Takes back what was just done, and shows for how long that is possible. */
export function UndoButton({ seconds, onUndo }: UndoButtonProps) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const left = Math.max(0, Math.ceil((until - useNow(500)) / 1000));
  return (
    <button type="button" className="btn mt-2" disabled={left === 0} onClick={onUndo}>
      Desfazer
      {/* Not told by a screen reader, which would read every second of it. */}
      <span aria-hidden="true" className="tabular-nums">
        ({left} s)
      </span>
    </button>
  );
}
