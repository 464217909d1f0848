import { pairWithin, shortened } from '#kit/model/text/shortened.ts'
import { maximumFileName } from '#kit/web/browser/save-file.ts'

/** Whose readings a picture shows. */
export interface Shown {
  readonly device: string
  /** Null: there are several. */
  readonly sensor: string | null
}

export const imageTitle = ({ device, sensor }: Shown): string =>
  sensor === null ? device : `${device} · ${sensor}`

/** How its file is called: a device's name makes room for the sensor and the period. */
export function imageName({ device, sensor }: Shown, span: string): string {
  const room = maximumFileName - span.length - 1
  return `${sensor === null ? shortened(device, room) : pairWithin(device, sensor, room)} ${span}`
}
