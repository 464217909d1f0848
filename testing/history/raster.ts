import type { LinePen } from '#kit/ui/chart/data/pixel-line.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The pixels that a line of one pixel lights, as a raster of `width + 1` columns: a point is in the
 * pixel at which it is drawn, and between two points the line takes, column by column and row by
 * row, the pixels nearest to it (Bresenham, 1965).
 */
export function pixelsOf({ width, height }: Size, draw: (pen: LinePen) => void): Uint8Array {
  const pixels = new Uint8Array((width + 1) * (height + 1))
  const at = { x: 0, y: 0 }
  const light = (x: number, y: number) => {
    if (x >= 0 && x <= width && y >= 0 && y <= height) pixels[y * (width + 1) + x] = 1
  }
  draw({
    moveTo(x, y) {
      Object.assign(at, { x, y })
    },
    lineTo(x, y) {
      const steps = Math.max(Math.abs(x - at.x), Math.abs(y - at.y), 1)
      for (let step = 0; step <= steps; step++)
        light(
          Math.round(at.x + ((x - at.x) * step) / steps),
          Math.round(at.y + ((y - at.y) * step) / steps),
        )
      Object.assign(at, { x, y })
    },
  })
  return pixels
}

export function differentPixels(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, pixel, index) => sum + (pixel === other[index] ? 0 : 1), 0)
}
