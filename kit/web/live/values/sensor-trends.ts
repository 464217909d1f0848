import { createTrend, type Span, type GrowingTrend } from './trend.ts'

/** How far back trends reach, and into how many columns the server thins the past that it sends. */
export const trendWindowMs = 15 * 60_000
export const trendColumns = 120
/** The time of one of these columns. */
export const trendSlotMs = trendWindowMs / trendColumns

/**
 * A sensor that never repeats itself (batch codes) must not collect texts without end: after so
 * many the first place is used again.
 */
const maximumTexts = 64

/** The trends of all sensors. A text is a number in them: its place in the sensor's own list. */
export class SensorTrends {
  readonly #trends = new Map<number, GrowingTrend>()
  readonly #texts = new Map<number, string[]>()

  get(sensorId: number): GrowingTrend | undefined {
    return this.#trends.get(sensorId)
  }

  /** The text that is behind a point of a text sensor's trend. */
  text(sensorId: number, code: number): string | undefined {
    return this.#texts.get(sensorId)?.[code]
  }

  push(sensorId: number, time: number, value: number | string, isUncertain: boolean): void {
    const point = typeof value === 'number' ? value : this.#codeOf(sensorId, value)
    this.#trendOf(sensorId).push(time, point, isUncertain)
  }

  /** A reading that is bad or has no value. */
  pushBad(sensorId: number, time: number): void {
    this.#trendOf(sensorId).pushBad(time)
  }

  /** Adds points of the past, oldest first. */
  merge(sensorId: number, times: readonly number[], values: readonly number[]): void {
    this.#trendOf(sensorId).merge(times, values)
  }

  /** Adds where the past was bad; after its points. */
  mergeBad(sensorId: number, spans: readonly Span[]): void {
    this.#trendOf(sensorId).mergeBad(spans)
  }

  /** The same where it was uncertain. */
  mergeUncertain(sensorId: number, spans: readonly Span[]): void {
    this.#trendOf(sensorId).mergeUncertain(spans)
  }

  /** Removes the trend of a sensor; whether it had one. */
  remove(sensorId: number): boolean {
    this.#texts.delete(sensorId)
    return this.#trends.delete(sensorId)
  }

  clear(): void {
    this.#trends.clear()
    this.#texts.clear()
  }

  #trendOf(sensorId: number): GrowingTrend {
    const trend = this.#trends.get(sensorId) ?? createTrend(trendSlotMs, trendColumns)
    this.#trends.set(sensorId, trend)
    return trend
  }

  #codeOf(sensorId: number, text: string): number {
    const texts = this.#texts.get(sensorId) ?? []
    this.#texts.set(sensorId, texts)
    const place = texts.indexOf(text)
    if (place >= 0) return place
    if (texts.length < maximumTexts) return texts.push(text) - 1
    texts[0] = text
    return 0
  }
}
