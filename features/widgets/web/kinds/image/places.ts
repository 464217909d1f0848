import { z } from 'zod'
import type { Sensor } from '#kit/model/sensor.ts'

/** How a sensor is shown: its name and value, its value alone, or a lamp. */
export const placeForms = ['named', 'value', 'lamp'] as const
export type PlaceForm = (typeof placeForms)[number]

/** Where the middle of a sensor's label stands, in percent of the picture. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly form: PlaceForm
}

type Named = Pick<Sensor, 'lesiId' | 'key'>

const Percent = z.number().min(0).max(100)
/** LESI IDs, each with the keys of its sensors and where they stand. */
const Stored = z.array(
  z.tuple([z.string(), z.array(z.tuple([z.string(), Percent, Percent, z.enum(placeForms)]))]),
)

/** By LESI ID and key. */
type Places = ReadonlyMap<string, ReadonlyMap<string, Place>>

/** Largest text that a widget's option may be. */
const maximumLength = 2_000

/** Stored as one text, since options are texts and numbers; what makes no sense is no place. */
export function readPlaces(text: string): Places {
  try {
    const stored = Stored.parse(JSON.parse(text))
    return new Map(
      stored.map(([lesiId, own]) => [
        lesiId,
        new Map(own.map(([key, x, y, form]) => [key, { x, y, form }])),
      ]),
    )
  } catch {
    return new Map()
  }
}

/** Null: there are too many to be stored. */
export function writePlaces(places: Places): string | null {
  const stored = [...places].map(([lesiId, own]) => [
    lesiId,
    [...own].map(([key, { x, y, form }]) => [key, x, y, form]),
  ])
  const text = JSON.stringify(stored)
  return text.length > maximumLength ? null : text
}

/** Of those that nobody placed: so many fit without lying on each other. */
const [perRow, rows] = [2, 6]

/** Where a sensor stands; those that nobody placed are at both edges, from the lower one up. */
export function placeOf(places: Places, { lesiId, key }: Named, index: number): Place {
  const place = places.get(lesiId)?.get(key)
  if (place) return place
  const margin = 3 + 4 * (Math.floor(index / (perRow * rows)) % 10)
  return {
    x: index % perRow === 0 ? margin : 100 - margin,
    y: 96 - 18 * (Math.floor(index / perRow) % rows),
    form: 'named',
  }
}

/** Places with one put somewhere: inside the picture, to a tenth of a percent. */
export function withPlace(places: Places, { lesiId, key }: Named, { x, y, form }: Place): Places {
  const own = new Map(places.get(lesiId)).set(key, { x: within(x), y: within(y), form })
  return new Map(places).set(lesiId, own)
}

/** Without a negative zero: stored as text it would be another. */
const within = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10 + 0
