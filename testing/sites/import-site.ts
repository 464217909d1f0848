import { expect } from 'vitest'
import type { Inspection, Mapping } from '#features/imports/contract/mapping.ts'
import type { Outcome } from '#features/imports/contract/outcome.ts'
import { partBytes, type ImportDetail } from '#features/imports/contract/routes.ts'
import { eventually } from '#testing/eventually.ts'
import type { accountSite, Person } from './account-site.ts'

type Wide = Extract<Mapping['shape'], { readonly kind: 'wide' }>
type Long = Extract<Mapping['shape'], { readonly kind: 'long' }>

/** How a CSV with ISO times in its first column is read. */
const plainMapping: Omit<Mapping, 'shape'> = {
  ...{ sheet: null, encoding: 'utf-8', separator: ',', quote: '"', headRows: 1, decimal: '.' },
  time: { column: 0, clockColumn: null, offsetColumn: null, format: 'iso' },
  ...{ timezone: 'UTC', repeatedHour: 'order' },
}

/** With a column for the sensor `level` of each of these devices. */
export const wide = (
  columns: readonly (readonly [thing: string, column: number])[],
  rest: Partial<Omit<Mapping, 'shape'>> & Partial<Omit<Wide, 'kind' | 'columns'>> = {},
): Mapping => {
  const { uncertainColumn = null, ...others } = rest
  const named = columns.map(([thing, column]) => ({ thing, sensor: 'level', column }))
  const shape = { kind: 'wide', uncertainColumn, columns: named } as const
  return { ...plainMapping, ...others, shape: { ...shape, columns: [...named] } }
}

/** A row for each reading. */
export const long = (
  columns: Partial<Omit<Long, 'kind'>>,
  rest: Partial<Omit<Mapping, 'shape'>> = {},
): Mapping => ({
  ...plainMapping,
  ...rest,
  shape: {
    ...{ kind: 'long', deviceColumn: null, sensorColumn: 1, valueColumn: 2, qualityColumn: null },
    ...{ names: [], ...columns },
  },
})

/** People who import files. */
export function importSite(_site: ReturnType<typeof accountSite>) {
  /** A file of these bytes is there; its id. */
  const upload = async (
    { client }: Person,
    fileName: string,
    content: string | Buffer,
  ): Promise<string> => {
    const bytes = Buffer.from(content as string)
    const created = await client.post('/api/imports', { fileName, bytes: bytes.length })
    expect(created.json()).toMatchObject({ data: { state: 'uploading' } })
    const { id } = created.json().data as { id: string }
    for (let offset = 0; offset < bytes.length; offset += partBytes) {
      const data = bytes.subarray(offset, offset + partBytes).toString('base64')
      const reply = await client.post(`/api/imports/${id}/parts`, { offset, data })
      expect(reply.statusCode).toBe(200)
    }
    return id
  }
  const inspection = async ({ client }: Person, id: string, form: object = {}) =>
    (await client.post(`/api/imports/${id}/inspect`, form)).json().data as {
      inspection: Inspection | null
      failure: string | null
    }
  const detail = async ({ client }: Person, id: string): Promise<ImportDetail> =>
    (await client.get(`/api/imports/${id}`)).json().data
  /** Resolves when nothing of it is under way. */
  const settled = async (person: Person, id: string): Promise<ImportDetail> => {
    let found: ImportDetail | undefined
    await eventually('the task has ended', async () => {
      found = await detail(person, id)
      return !['waiting', 'running'].includes(found.state)
    })
    if (!found) throw new Error('the import is gone')
    return found
  }
  const outcomeOf = ({ outcome, failure }: ImportDetail): Outcome => {
    expect(failure).toBeNull()
    if (!outcome) throw new Error('there is no outcome')
    return outcome
  }
  /** What a dry run finds. */
  const checked = async (person: Person, id: string, mapping: Mapping): Promise<Outcome> => {
    const reply = await person.client.post(`/api/imports/${id}/check`, { mapping })
    expect(reply.json()).toMatchObject({ data: { task: 'check' } })
    return outcomeOf(await settled(person, id))
  }
  /** What an import of what was checked does. */
  const imported = async (person: Person, id: string): Promise<Outcome> => {
    const reply = await person.client.post(`/api/imports/${id}/run`, {})
    expect(reply.json()).toMatchObject({ data: { task: 'import' } })
    const ended = await settled(person, id)
    expect(ended.state).toBe('done')
    return outcomeOf(ended)
  }
  return { upload, inspection, detail, settled, checked, imported, wide, long }
}
