import type { Sensor } from '#kit/model/sensor.ts'

/** Address of the chart of a sensor. */
export function chartAddress({ lesiId, key }: Pick<Sensor, 'lesiId' | 'key'>): string {
  const search = new URLSearchParams({ thing: lesiId, sensor: key, period: 'today' })
  return `/warroomCharts?${search.toString()}`
}
