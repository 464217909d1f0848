import type { FastifyInstance } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createToken } from '#kit/server/token.ts'
import {
  checkImport,
  importDevices,
  maximumNamedProblems,
  type ImportCheck,
} from '../../contract/import.ts'
import { refreshDevices, type DevicesServices } from '../registry/registry-services.ts'
import { bindParent, findTaken, insertDevices, type ImportedDevice } from './import-store.ts'
import { problemAt, readImport, type ValidLine, type ReadImport } from './read-import.ts'

/** A file has at most 3 million characters, which UTF-8 and JSON may make longer. */
const options = { bodyLimit: 12 * 2 ** 20 }
/** LESI IDs that the audit names; the rest is counted. */
const auditedNames = 20
const second = 1_000

/** The calls that add many devices from one file. */
export function registerImportRoutes(app: FastifyInstance, services: DevicesServices): void {
  const { sql, audit, catalogue } = services
  serve(app, checkImport, options, async ({ body }) => ({
    data: summaryOf(await readAgainstStore(services, body.csv)),
  }))
  serve(app, importDevices, options, async ({ body, caller, request }) => {
    const read = await readAgainstStore(services, body.csv)
    if (body.lines === 'all' && read.problems.length > 0)
      throw refusedField('csv', fieldError('bad_lines', { count: read.problems.length }))
    const devices = read.good.map(deviceOf)
    if (devices.length === 0) throw refusedField('csv', fieldError('no_good_lines'))
    const added = await sql.transaction().execute(async (transaction) => {
      const ids = await insertDevices(transaction, devices)
      // Somebody took a LESI ID after the file was looked at.
      if (ids.size < devices.length)
        throw refusedField('csv', fieldError('bad_lines', { count: devices.length - ids.size }))
      if (!isAdministrator(caller)) await bindParent(transaction, caller.userId, [...ids.values()])
      await audit(transaction, originOf(request), {
        action: 'device.import',
        ...{ entity: 'installation', entityId: '', entityName: '' },
        after: { added: ids.size, devices: [...ids.keys()].slice(0, auditedNames) },
      })
      return ids
    })
    await refreshDevices(catalogue, [...added.values()])
    const tokens = devices.map(({ lesiId, token }) => ({ lesiId, token }))
    return { data: { ...summaryOf(read), added: tokens } }
  })
}

/** What the file and the devices that are there say about each line. */
async function readAgainstStore({ sql }: DevicesServices, csv: string): Promise<ReadImport> {
  const read = await readImport(csv)
  const taken = await findTaken(
    sql,
    read.good.map(({ device }) => device.lesi_id),
  )
  const problems = read.good
    .filter(({ device }) => taken.has(device.lesi_id))
    .map(({ line, device }) =>
      problemAt(line, 'lesi_id', fieldError('lesi_id_taken'), device.lesi_id),
    )
  return {
    lines: read.lines,
    good: read.good.filter(({ device }) => !taken.has(device.lesi_id)),
    problems: [...read.problems, ...problems].toSorted((one, other) => one.line - other.line),
  }
}

const summaryOf = ({ lines, good, problems }: ReadImport): ImportCheck => ({
  lines,
  good: good.length,
  problems: problems.slice(0, maximumNamedProblems),
  problemCount: problems.length,
})

const deviceOf = ({ device }: ValidLine): ImportedDevice => ({
  lesiId: device.lesi_id,
  name: device.name || device.lesi_id,
  product: device.product,
  site: device.site,
  zone: device.zone,
  intervalMs: Math.round(device.interval_s * second),
  silenceMs: Math.round(device.silence_s * second),
  token: createToken(192),
})
