import { useState, type PointerEvent } from 'react'
import type { TimeRange } from '../data/model.ts'
import { draggedWindow, handleAt, type WindowHandle } from '../plot/window-drag.ts'

interface WindowDrag {
  readonly handle: WindowHandle
  /** Where the press was, ms UTC. */
  readonly start: number
  /** The window before, and as it is dragged now. */
  readonly window: TimeRange
  readonly now: TimeRange
}

/** How near to an edge counts as on it, and how wide a window must be, in pixels. */
const reach = 6
const narrowest = 3

/**
 * Drags of the window over the whole period, which is `width` pixels wide. `dragged` is the window
 * as the pointer has it now; null while none drags. The handlers belong on the overview itself.
 */
export function useWindowDrag(
  { whole, window, width }: { whole: TimeRange; window: TimeRange; width: number },
  onWindow: (span: TimeRange) => void,
) {
  const [drag, setDrag] = useState<WindowDrag | null>(null)
  const msPerPixel = Math.max(1, whole.to - whole.from) / Math.max(1, width)
  const timeOf = (event: PointerEvent<Element>) =>
    whole.from + (event.clientX - event.currentTarget.getBoundingClientRect().left) * msPerPixel
  const handlers = {
    onPointerDown(event: PointerEvent<Element>) {
      const start = timeOf(event)
      event.currentTarget.setPointerCapture(event.pointerId)
      const handle = handleAt(start, window, whole, reach * msPerPixel)
      setDrag({ handle, start, window, now: window })
    },
    onPointerMove(event: PointerEvent<Element>) {
      if (!drag) return
      const now = draggedWindow(drag.handle, drag.window, whole, drag.start, timeOf(event))
      setDrag({ ...drag, now })
    },
    onPointerUp() {
      setDrag(null)
      if (drag && drag.now !== drag.window && lengthOf(drag.now) >= narrowest * msPerPixel)
        onWindow(drag.now)
    },
    onPointerCancel: () => setDrag(null),
  }
  return { dragged: drag?.now ?? null, handlers }
}

const lengthOf = ({ from, to }: TimeRange) => to - from
