import type { DeviceDescription } from '#features/devices/contract/device-description.ts'

/** What the forms of a device hold: texts, the two durations in seconds as people type them. */
export interface DeviceEntries {
  readonly name: string
  readonly product: string
  readonly site: string
  readonly zone: string
  readonly intervalMs: string
  readonly silenceMs: string
}

/** How the language of the page writes and reads numbers. */
export interface NumberTexts {
  readonly write: (value: number) => string
  readonly read: (text: string) => number | null | undefined
}

const second = 1_000

export const entriesOf = (
  { intervalMs, silenceMs, name, product, site, zone }: DeviceDescription,
  { write }: Pick<NumberTexts, 'write'>,
): DeviceEntries => ({
  ...{ name, product, site, zone },
  intervalMs: write(intervalMs / second),
  silenceMs: write(silenceMs / second),
})

/** Seconds as they were typed, in whole milliseconds; null: that is no number. */
export function readSeconds(text: string, { read }: Pick<NumberTexts, 'read'>): number | null {
  const seconds = read(text)
  return typeof seconds === 'number' ? Math.round(seconds * second) : null
}

/** What is sent; the form has looked at its durations before. */
export const descriptionOf = (
  { name, product, site, zone, intervalMs, silenceMs }: DeviceEntries,
  numbers: Pick<NumberTexts, 'read'>,
): DeviceDescription => ({
  name: name.trim(),
  product: product.trim(),
  site: site.trim(),
  zone: zone.trim(),
  intervalMs: readSeconds(intervalMs, numbers) ?? 0,
  silenceMs: readSeconds(silenceMs, numbers) ?? 0,
})
