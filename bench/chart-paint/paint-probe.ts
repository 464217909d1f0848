/** When replies of reports were in the page, and when curves were drawn: ms of its clock. */
export interface PaintProbe {
  readonly replies: number[]
  readonly strokes: number[]
  /** The frame after each of these was on its way to the screen. */
  readonly frames: number[]
}

declare global {
  interface Window {
    paintProbe: PaintProbe
  }
}

/** Runs inside the page before its own scripts. */
export function installPaintProbe(): void {
  const probe: PaintProbe = { replies: [], strokes: [], frames: [] }
  window.paintProbe = probe
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry instanceof PerformanceResourceTiming && entry.name.includes('/reportbything/'))
        probe.replies.push(entry.responseEnd)
  }).observe({ type: 'resource', buffered: true })
  const { prototype } = CanvasRenderingContext2D
  const stroke = Object.getOwnPropertyDescriptor(prototype, 'stroke')?.value as (
    this: CanvasRenderingContext2D,
    path?: Path2D,
  ) => void
  prototype.stroke = function (this: CanvasRenderingContext2D, path?: Path2D): void {
    probe.strokes.push(performance.now())
    if (path) stroke.call(this, path)
    else stroke.call(this)
    // The frame that has this stroke is done when the next one begins.
    requestAnimationFrame(() => requestAnimationFrame(() => probe.frames.push(performance.now())))
  }
}
