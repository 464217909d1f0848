import type { Range } from '#kit/model/time/period.ts'
import { maximumListed } from '#features/annotations/contract/routes.ts'
import type { SensorAnnotations } from '../../contract/report/annotations.ts'
import type { ExportServices } from './export-services.ts'

/** What was noted on a sensor within a range: the same as the screen lists. */
export async function sensorAnnotations(
  { sql, accounts, annotations }: Pick<ExportServices, 'sql' | 'accounts' | 'annotations'>,
  sensorId: number,
  { from, to: until }: Range,
): Promise<SensorAnnotations> {
  const found = await annotations([sensorId], { from, until }, maximumListed + 1)
  const newest = found.slice(0, maximumListed)
  const people = await accounts.people(
    sql,
    newest.flatMap(({ authorId }) => authorId ?? []),
  )
  const list = newest.toReversed().map(({ authorId, text, ...row }) => ({
    ...{ from: row.from.getTime(), to: row.to.getTime(), text },
    author: people.get(authorId ?? 0)?.name ?? null,
  }))
  return { list, isCut: found.length > maximumListed }
}
