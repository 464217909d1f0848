import type { LampColour } from '#kit/model/sensor.ts'
import type { TimeUnits } from '#kit/web/formats/format.ts'

/** Figures of a range that are a number with a unit. */
export type FigureName = 'average' | 'minimum' | 'maximum' | 'median' | 'deviation' | 'total'

interface Figure {
  /** Of the sensor and its device. */
  readonly name: string
  /** The number with its unit. */
  readonly value: string
  readonly span: string
}

/** The sentences of an answer in one language; all parts are texts already. */
export interface Phrases {
  readonly units: TimeUnits
  readonly colours: Readonly<Record<LampColour, string>>
  readonly on: string
  readonly off: string
  readonly changing: string
  readonly now: (part: {
    readonly name: string
    readonly value: string
    readonly age: string
  }) => string
  readonly badNow: (part: { readonly name: string; readonly age: string }) => string
  readonly stale: (age: string) => string
  readonly uncertain: string
  readonly aboveLimit: (limit: string) => string
  readonly belowLimit: (limit: string) => string
  readonly neverRead: (name: string) => string
  readonly at: (part: {
    readonly name: string
    readonly value: string
    readonly moment: string
    readonly readAt: string
  }) => string
  readonly badAt: (part: { readonly name: string; readonly moment: string }) => string
  readonly figure: Readonly<Record<FigureName, (part: Figure) => string>>
  /** When an extreme was reached first. */
  readonly reachedAt: (moment: string) => string
  readonly summary: (part: {
    readonly name: string
    readonly average: string
    readonly minimum: string
    readonly maximum: string
    readonly span: string
  }) => string
  readonly readings: (part: {
    readonly name: string
    readonly count: string
    readonly bad: string | null
    readonly span: string
  }) => string
  readonly noReadings: (part: { readonly name: string; readonly span: string }) => string
  readonly noFigure: (part: { readonly name: string }) => string
  readonly aboveFor: (time: string) => string
  readonly belowFor: (time: string) => string
  /** Beyond a value that the question says rather than a limit. */
  readonly beyond: (part: {
    readonly name: string
    readonly isAbove: boolean
    readonly value: string
    readonly time: string
    readonly span: string
  }) => string
  /** `parts`: one or both of `aboveFor` and `belowFor`. */
  readonly outside: (part: {
    readonly name: string
    readonly parts: readonly string[]
    readonly span: string
  }) => string
  readonly never: (part: { readonly name: string; readonly span: string }) => string
  /** The reason is not known. */
  readonly noReason: string
  /** How many sensors are beyond their limits at present. */
  readonly beyondNow: (count: number) => string
  readonly upperLimit: (part: { readonly name: string; readonly limit: string }) => string
  readonly lowerLimit: (part: { readonly name: string; readonly limit: string }) => string
  readonly noLimits: (name: string) => string
  readonly expired: (name: string) => string
  readonly availability: (part: {
    readonly name: string
    readonly share: string
    readonly span: string
  }) => string
  readonly lampAvailability: (part: {
    readonly name: string
    readonly share: string
    readonly time: string
    readonly span: string
  }) => string
  readonly states: (part: {
    readonly name: string
    readonly shares: string
    readonly span: string
  }) => string
  readonly unknownTime: (time: string) => string
  readonly rising: (part: {
    readonly name: string
    readonly rate: string
    readonly span: string
  }) => string
  readonly falling: (part: {
    readonly name: string
    readonly rate: string
    readonly span: string
  }) => string
  readonly steady: (part: { readonly name: string; readonly span: string }) => string
  readonly perHour: (value: string) => string
  /** Averages of two times. */
  readonly compared: (part: {
    readonly name: string
    readonly one: string
    readonly oneSpan: string
    readonly other: string
    readonly otherSpan: string
  }) => string
  /** What a counter gained in two times. */
  readonly comparedTotals: Phrases['compared']
  readonly difference: (part: { readonly value: string; readonly percent: string | null }) => string
  readonly same: string
  readonly alarmCount: (part: {
    readonly about: string | null
    readonly count: number
    readonly span: string
  }) => string
  readonly alarm: (part: {
    readonly name: string
    readonly rule: string
    readonly value: string | null
    readonly at: string
    readonly lasted: string | null
  }) => string
  readonly activeCount: (part: { readonly about: string | null; readonly count: number }) => string
  /** What a limit of the sensor itself is called, as a rule. */
  readonly sensorLimit: string
  readonly more: (count: number) => string
  readonly topAlarms: (span: string) => string
  readonly topAlarm: (part: { readonly name: string; readonly count: number }) => string
  readonly offline: (part: {
    readonly name: string
    readonly since: string | null
    readonly duration: string | null
  }) => string
  readonly online: (part: { readonly name: string; readonly since: string | null }) => string
  readonly neverSeen: (name: string) => string
  readonly offlineCount: (part: { readonly offline: number; readonly all: number }) => string
  readonly onlineCount: (part: { readonly online: number; readonly all: number }) => string
  readonly ranked: (part: { readonly lowest: boolean; readonly unit: string | null }) => string
  readonly rankedOf: (part: {
    readonly place: number
    readonly name: string
    readonly value: string
  }) => string
  readonly deviceSensors: (part: {
    readonly name: string
    readonly count: number
    readonly list: string
  }) => string
  readonly found: (part: { readonly count: number; readonly list: string }) => string
  readonly deviceCount: (part: { readonly count: number; readonly list: string }) => string
  readonly unknownSensor: string
  readonly unknownWords: (words: string) => string
  readonly tooMany: (count: number) => string
  readonly notUnderstood: string
  readonly nameOne: string
  readonly inFuture: string
  /** Words of a time are in the question, and they are none that is understood. */
  readonly unclearTime: string
  /** Asked of the past, where only the present is known. */
  readonly onlyPresent: string
  readonly procedure: (part: {
    readonly name: string
    readonly title: string
    readonly excerpt: string
  }) => string
  readonly article: (part: { readonly title: string; readonly excerpt: string }) => string
  readonly noArticle: string
  /** What lists are called, as evidence. */
  readonly lists: {
    readonly devices: string
    readonly alarms: string
    readonly activeAlarms: string
  }
  readonly suggestions: {
    readonly yesterday: (name: string) => string
    readonly maximum: (name: string) => string
    readonly alarms: (name: string) => string
    readonly trend: (name: string) => string
    readonly activeAlarms: string
    readonly offline: string
  }
}

/** A statement behind the name that it is about; without one it begins with a capital letter. */
export const statementOf = (name: string | null, text: string): string =>
  name === null ? text.charAt(0).toUpperCase() + text.slice(1) : `${name}: ${text}`

/** A list of which a part was left out ends with that, and with no full stop behind it. */
export const withoutFinalStop = (sentence: string): string => sentence.replace(/…[.。]$/u, '…')
