import type { FastifyInstance, FastifyReply } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { FileReply, PrebuiltJson } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { readingsCsv, readingsTable, type TableQuery } from '../../contract/table.ts'
import type { HistoryContext } from '../history-context.ts'
import { holdsTexts } from '../reports/report.ts'
import { momentOf } from './moment-text.ts'
import { readTable, type TableSources } from './read-table.ts'
import { csvOf } from './table-csv.ts'

/** Bytes of a row, about, while it is made. */
const rowBytes = 240

/** Readings as rows, for other programs. */
export function registerTables(app: FastifyInstance, context: HistoryContext): void {
  const { timezone, retained } = context.services
  const sources: TableSources = {
    ...{ timezone, retained },
    holdsTexts: (reader, sensor, range) =>
      holdsTexts(reader, sensor, { sensorId: sensor.id, ...range }),
  }
  const tableOf = async (query: TableQuery, caller: Caller, reply: FastifyReply) => {
    const range = {
      from: momentOf(query.from, 'from', timezone),
      to: momentOf(query.to, 'to', timezone),
    }
    if (range.to <= range.from) throw refusedField('to', fieldError('end_before_start'))
    const { reader, hold } = await context.begin(caller, reply)
    const visible = context.visibleSensor(caller, query.thing, query.sensor)
    const [device, sensor] = visible
    hold(query.limit * rowBytes)
    await context.flush(device, range)
    const read = await readTable(sources, reader, { sensor, range, query })
    const table = context.whileOpen(caller, visible, read)
    if (query.whole === 'true' && table.next !== null)
      throw refusedField(
        'limit',
        fieldError('too_many_readings', { maximum: Math.min(query.limit, table.rows.length) }),
      )
    const sent = (text: string) => {
      const bytes = Buffer.from(text)
      hold(bytes.byteLength)
      return bytes
    }
    return { ...table, sent }
  }

  serve(app, readingsTable, async ({ query, caller, reply }) => {
    const { rows, sent, ...meta } = await tableOf(query, caller, reply)
    void reply.header('Cache-Control', 'no-store')
    linkNext(reply, readingsTable.path, { query, next: meta.next })
    // Item by item the check of a reply would take longer than the reading.
    return new PrebuiltJson([sent(JSON.stringify({ data: rows, meta }))])
  })

  serve(app, readingsCsv, async ({ query, caller, reply }) => {
    const { rows, next, keptFrom, textsBeside, sent } = await tableOf(query, caller, reply)
    if (next !== null) void reply.header('X-Next', next)
    linkNext(reply, readingsCsv.path, { query, next })
    if (keptFrom !== null) void reply.header('X-Kept-From', keptFrom)
    if (textsBeside) void reply.header('X-Texts-Beside', textsBeside)
    return new FileReply(sent(csvOf(rows, query.step !== 'none')), { isStored: false })
  })
}

/** Where the rest is, by the header that programs follow by themselves (RFC 8288). */
function linkNext(
  reply: FastifyReply,
  path: string,
  { query, next }: { readonly query: TableQuery; readonly next: string | null },
): void {
  if (next === null) return
  const { limit, whole: _, ...rest } = query
  const asked = new URLSearchParams({ ...rest, from: next, limit: String(limit) })
  void reply.header('Link', `<${path}?${asked.toString()}>; rel="next"`)
}
