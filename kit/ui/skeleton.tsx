/** From this height on, CSS pixels, it would be the loudest thing on a dark screen. */
const areaHeight = 80

/** The place of something that is still coming, as large as it will be (CSS lengths). */
export function Skeleton({ width, height }: { readonly width: string; readonly height: string }) {
  const isArea = height.endsWith('%') || Number.parseFloat(height) >= areaHeight
  return (
    <div
      className={isArea ? 'skeleton area' : 'skeleton'}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}
