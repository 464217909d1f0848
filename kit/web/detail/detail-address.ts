import type { NavigateOptions } from '@tanstack/react-router'
import { LesiId } from '#kit/model/device.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { instantOfText } from '#kit/model/time/zone.ts'
import { asText, readAddress, type AddressField, type Search } from '../address/address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before this one is the same page without the dialog. */
    isDetailStep?: true
  }
}

/** A sensor by its device and its key. */
export type SensorName = Pick<Sensor, 'lesiId' | 'key'>

const earliestDay = '1970-01-02'
const latestDay = '2099-12-31'

const isDay = (text: string): boolean =>
  text >= earliestDay && text <= latestDay && instantOfText(`${text}T00:00`, 'UTC') !== null

/** What an address says of the dialog with a sensor's details: `PUMP-P101/flow`, a day. */
export const detailFields = {
  detail: {
    absent: null,
    read: (raw) => {
      const text = asText(raw) ?? ''
      return sensorNameOf(text) === null ? null : text
    },
  } satisfies AddressField<string | null>,
  /** A day of the site's zone, such as `2026-11-30`; null: today. */
  detailDay: {
    absent: null,
    read: (raw) => {
      const text = asText(raw) ?? ''
      return isDay(text) ? text : null
    },
  } satisfies AddressField<string | null>,
}

/** The sensor whose details an address shows, and the day of it; null: no dialog. */
export function detailOf(search: Search): (SensorName & { readonly day: string | null }) | null {
  const { detail, detailDay } = readAddress(detailFields, search)
  const name = sensorNameOf(detail ?? '')
  return name && { ...name, day: detailDay }
}

function sensorNameOf(text: string): SensorName | null {
  const slash = text.indexOf('/')
  const [lesiId, key] = [text.slice(0, Math.max(0, slash)), text.slice(slash + 1)]
  const isName = LesiId.safeParse(lesiId).success && key !== '' && key.length <= maximumKeyLength
  return isName ? { lesiId, key } : null
}

/** Address of the details of a sensor on the page that is open. */
export function detailHref({ lesiId, key }: SensorName): string {
  return `?${new URLSearchParams({ detail: `${lesiId}/${key}` }).toString()}`
}

/** The sensor that `detailHref` wrote into an address; null for another address. */
export function detailOfHref(href: string): SensorName | null {
  return href.startsWith('?')
    ? detailOf(Object.fromEntries(new URLSearchParams(href.slice(1))))
    : null
}

/** An address without the dialog: what is around it. */
export function withoutDetail<Address extends Search>(search: Address): Address {
  return { ...search, detail: undefined, detailDay: undefined }
}

/** Opens the dialog over the page that is open; the browser's Back button closes it. */
export function detailStep({ lesiId, key }: SensorName): NavigateOptions {
  return {
    to: '.',
    search: (before: Search) => ({ ...withoutDetail(before), detail: `${lesiId}/${key}` }),
    state: (before) => ({ ...before, isDetailStep: true }),
  }
}
