import { qualityCode } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { liveVersion } from '#kit/model/live/protocol.ts'

/** A reading as its place in a frame; made once and shared by all connections that send it. */
export function readingText({ sensorId, time, value, quality }: Reading): string {
  return `[${sensorId},${time},${JSON.stringify(value)},${qualityCode[quality]}]`
}

/** A frame of readings that are text already, separated by commas. */
export function frameText(readings: string, serverTime: number): string {
  const head = `"version":${liveVersion},"serverTime":${serverTime}`
  return `{${head},"type":"frame","readings":[${readings}]}`
}
