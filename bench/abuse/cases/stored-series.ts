import type { Credential } from '../../kit/server.ts'

export const seriesKey = 'series'
const readingsPerDocument = 1_000

/** Stores `count` readings of one sensor, one a second until now, as its device would. */
export async function storeSeries(
  url: string,
  { lesiId, token }: Credential,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const begin = Date.now() - count * 1000
  for (let first = 0; first < count && !signal.aborted; first += readingsPerDocument) {
    const readings = Array.from(
      { length: Math.min(readingsPerDocument, count - first) },
      (_, index) => ({
        ts: begin + (first + index) * 1000,
        values: { [seriesKey]: Math.sin((first + index) / 600) * 50 },
      }),
    )
    const reply = await fetch(`${url}/api/ingest/${lesiId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(readings),
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`the series was answered ${reply.status}`)
  }
}
