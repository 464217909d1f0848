import type { BenchmarkContext } from '../kit/benchmark.ts'
import { references } from '../batches/references.ts'
import { chartedCount, sensorCount, width, type Question } from './questions.ts'

/** A store of measurements that is asked the same. */
export interface Peer {
  readonly name: string
  /** Where a question is asked. */
  urlOf(question: Question): string
}

/** Points in one body of line protocol. */
const pointsAtOnce = 50_000

interface Series {
  readonly sensor: number
  readonly from: number
  readonly rows: number
}

async function write(url: string, { sensor, from, rows }: Series): Promise<void> {
  for (let begin = 0; begin < rows; begin += pointsAtOnce) {
    let body = ''
    for (let index = begin; index < Math.min(rows, begin + pointsAtOnce); index++) {
      const swing = 20 * Math.sin((index / 86_400) * 2 * Math.PI) + 3 * Math.sin(index / 600)
      const value = (60 + swing + Math.random() - 0.5).toFixed(2)
      body += `s,id=${sensor} value=${value} ${from + index * 1000}\n`
    }
    const reply = await fetch(`${url}&precision=ms`, { method: 'POST', body })
    if (!reply.ok) throw new Error(`a peer answered ${reply.status}: ${await reply.text()}`)
  }
}

function influxUrl(base: string, { name, from, to }: Question): string {
  const time = `time >= ${from}ms AND time < ${to}ms`
  const m4 = 'first(value), min(value), max(value), last(value)'
  const step = Math.ceil((to - from) / width)
  const queries: Record<Question['name'], string> = {
    Q1: 'SELECT last(value) FROM s GROUP BY id',
    Q2: `SELECT value FROM s WHERE id = '0' AND ${time}`,
    Q3: `SELECT ${m4} FROM s WHERE id = '0' AND ${time} GROUP BY time(${step}ms)`,
    Q3y: `SELECT ${m4} FROM s WHERE id = '0' AND ${time} GROUP BY time(${step}ms)`,
    Q4: `SELECT min(value), max(value) FROM s
         WHERE id =~ /^[0-9]{1,2}$/ AND ${time} GROUP BY time(1m), id`,
    Q5: `SELECT percentile(value, 50), percentile(value, 95) FROM s WHERE id = '0' AND ${time}`,
  }
  return `${base}/query?db=bench&epoch=ms&q=${encodeURIComponent(queries[name])}`
}

function victoriaUrl(base: string, { name, from, to }: Question): string {
  const end = (to - 1) / 1000
  const step = Math.ceil((to - from) / width / 1000)
  const range = (query: string, seconds: number) => ({
    path: 'query_range',
    ...{ query, start: from / 1000 + seconds, end, step: `${seconds}s`, nocache: 1 },
  })
  const m4 = range(`rollup_candlestick(s_value{id="0"}[${step}s])`, step)
  const queries = {
    Q1: { path: 'query', query: 'last_over_time(s_value[1d])', time: end, nocache: 1 },
    Q2: { path: 'export', 'match[]': 's_value{id="0"}', start: from / 1000, end },
    Q3: m4,
    Q3y: m4,
    Q4: range('rollup_candlestick(s_value{id=~"[0-9]{1,2}"}[60s])', 60),
    Q5: {
      path: 'query',
      query: 'quantiles_over_time("q", 0.5, 0.95, s_value{id="0"}[30d])',
      ...{ time: end, nocache: 1 },
    },
  }
  const { path, ...parameters } = queries[name]
  const search = new URLSearchParams(
    Object.entries(parameters).map(([key, value]) => [key, String(value)]),
  )
  return `${base}/api/v1/${path}?${search.toString()}`
}

/**
 * Starts the stores that are installed and writes to them what is asked for: a year of one sensor,
 * an hour of the charted ones, a reading of all.
 */
export async function startPeers(
  context: BenchmarkContext,
  to: number,
  yearRows: number,
): Promise<readonly Peer[]> {
  const peers: Peer[] = []
  for (const reference of references) {
    const started = await reference.start(context).catch(() => null)
    if (!started) {
      context.report(`${reference.name} is not installed (${reference.debianPackage})`)
      continue
    }
    context.report(`writing to ${reference.name}`)
    const url = new URL(started.writeUrl)
    if (!url.search) url.search = '?db=bench'
    await write(url.href, { sensor: 0, from: to - yearRows * 1000, rows: yearRows })
    for (let sensor = 1; sensor < sensorCount; sensor++) {
      const rows = sensor < chartedCount ? 3_600 : 1
      await write(url.href, { sensor, from: to - rows * 1000, rows })
    }
    const base = url.origin
    const isInflux = reference.debianPackage === 'influxdb'
    if (!isInflux) await fetch(`${base}/internal/force_flush`)
    const urlOf = isInflux ? influxUrl : victoriaUrl
    peers.push({ name: reference.name, urlOf: (question) => urlOf(base, question) })
  }
  return peers
}
