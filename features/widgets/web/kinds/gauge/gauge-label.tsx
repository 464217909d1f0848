import type { CSSProperties } from 'react'

const radius = 102
const [centreX, centreY] = [100, 100]
/** The drawing's own size. */
const [width, height] = [200, 104]

/** The figure of a limit outside the arc; `place` on the scale, 0 to 1. */
export function GaugeLabel({ place, text }: { readonly place: number; readonly text: string }) {
  const angle = Math.PI * (1 - place)
  const [right, up] = [Math.cos(angle), Math.sin(angle)]
  const style: CSSProperties = {
    left: `${((centreX + radius * right) / width) * 100}%`,
    top: `${((centreY - radius * up) / height) * 100}%`,
    // Grows away from the arc: to the left of its left end, above its top.
    transform: `translate(${-50 + 50 * right}%, ${-50 - 50 * up}%)`,
  }
  return (
    <span className="gauge-label" style={style}>
      {text}
    </span>
  )
}
