import { hash } from 'node:crypto'
import { gunzipSync, inflateSync } from 'node:zlib'
import { maximumMessageBytes, maximumSensorsPerDevice } from '#kit/model/limits.ts'
import { earliestTime } from '#kit/server/documents/document-value.ts'
import { plainNumber } from './numbers.ts'
import { readPayload, type Metric, type Payload } from './payload-schema.ts'

/** What a message of Sparkplug holds; the reason where it is none. */
export type ReadPayload =
  | {
      readonly timestamp: number | undefined
      readonly sequence: number | undefined
      readonly metrics: readonly Metric[]
      /** Of its bytes; null: without a clock an edge node may publish the same ones again. */
      readonly digest: number | null
    }
  | { readonly reason: string }

const compressed = 'SPBV1.0_COMPRESSED'

/** Reads a payload, also one that is compressed as Sparkplug does it. */
export function decodePayload(message: Uint8Array): ReadPayload {
  const outer = decode(message)
  if (typeof outer === 'string') return { reason: outer }
  const payload = outer.uuid === compressed ? decompressed(outer) : outer
  if (typeof payload === 'string') return { reason: payload }
  const { metrics = [] } = payload
  const timestamp = plainNumber(payload.timestamp)
  if (metrics.length > maximumSensorsPerDevice)
    return { reason: `holds more than ${maximumSensorsPerDevice} metrics` }
  return {
    timestamp,
    // The sequence number of what was compressed stands outside or inside.
    sequence: plainNumber(payload.seq ?? outer.seq),
    metrics,
    digest: (timestamp ?? 0) < earliestTime ? null : digestOf(message),
  }
}

/** As many bits as a number holds. */
const digestOf = (message: Uint8Array) => Number.parseInt(hash('sha1', message).slice(0, 12), 16)

function decode(message: Uint8Array): Payload | string {
  try {
    return readPayload(message)
  } catch {
    return 'is no payload of Sparkplug B'
  }
}

function decompressed({ body, metrics = [] }: Payload): Payload | string {
  const algorithm = metrics.find(({ name }) => name === 'algorithm')?.stringValue ?? 'DEFLATE'
  const unpack = algorithm.toUpperCase() === 'GZIP' ? gunzipSync : inflateSync
  try {
    return decode(unpack(body ?? new Uint8Array(), { maxOutputLength: maximumMessageBytes }))
  } catch {
    return `cannot be unpacked, or has more than ${maximumMessageBytes} bytes then`
  }
}
