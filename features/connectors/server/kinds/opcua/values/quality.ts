import type { QualityCode } from '#kit/model/quality.ts'

/** The server's queue for a node was full, and it dropped the values before this one. */
const dataValueInfo = 0x0400
const overflow = 0x0080

/**
 * The quality that a status code means: its two highest bits are the severity. The fourth
 * severity, which OPC UA has reserved, counts as bad.
 */
export function qualityOf(statusCode: number): QualityCode {
  const severity = statusCode >>> 30
  return severity === 0 ? 0 : severity === 1 ? 1 : 2
}

/** Whether values were lost at the server before this one. */
export const isOverflow = (statusCode: number): boolean =>
  (statusCode & (dataValueInfo | overflow)) === (dataValueInfo | overflow)
