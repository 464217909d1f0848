import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import { articlePermission } from '#kit/model/permission.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import { originOf, type Audit, type AuditRecord, type AuditSnapshot } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { EditableArticle } from '../contract/writing-routes.ts'
import type { LinkedSensor } from '../contract/fields.ts'
import { lockArticle, readVersion, type ArticleRow } from './articles-store.ts'
import { readLinks, readRules, type RuleThings } from './links-store.ts'

export interface ArticleServices {
  readonly sql: Kysely<DB>
  readonly accounts: Pick<Accounts, 'people' | 'products'>
  readonly catalogue: Pick<Catalogue, 'sensor' | 'maySeeSensor' | 'device' | 'visibleDeviceIds'>
  readonly clock: Clock
  readonly audit: Audit
  /** Makes a stored picture of a file that somebody sent. */
  readonly makePicture: (
    file: Buffer,
  ) => Promise<{ readonly image: Buffer; readonly width: number; readonly height: number }>
}

/** Whether somebody may write the articles of a product; null: those of none. */
export function mayWrite(caller: Caller, product: string | null): boolean {
  return passesGate({ permissions: [articlePermission(product ?? '')] }, caller)
}

/** 403 for who may not. */
export function assertMayWrite(caller: Caller, product: string | null): void {
  if (!mayWrite(caller, product))
    throw new AppError('forbidden', `This needs the permission ${articlePermission(product ?? '')}`)
}

/**
 * An article of those that the caller may write. 404 for a draft of others, as for one that is not
 * there; 403 for what is published, which everybody reads.
 */
export function assertOwn(caller: Caller, row: ArticleRow | undefined): ArticleRow {
  if (!row) throw noSuchArticle()
  if (row.publishedVersion === null && !mayWrite(caller, row.product)) throw noSuchArticle()
  assertMayWrite(caller, row.product)
  return row
}

export const noSuchArticle = () => new AppError('not_found', 'There is no such article')

/** The article, locked; of those that the caller may write, in the version that was asked for. */
export async function requireOwn(
  transaction: Transaction<DB>,
  caller: Caller,
  id: number,
  version?: number,
): Promise<ArticleRow> {
  const row = assertOwn(caller, await lockArticle(transaction, id))
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict', 'Somebody else has saved the article meanwhile; load it again')
  return row
}

/** The newest version, for the form in which it is changed. */
export async function describeOwn(
  { catalogue }: ArticleServices,
  sql: Kysely<DB>,
  caller: Caller,
  row: ArticleRow,
): Promise<EditableArticle> {
  const content = await readVersion(sql, row.id, row.version)
  if (!content) throw noSuchArticle()
  const { sensors, rules } = await readLinks(sql, row.id)
  const isOpenTo = isOpenRule(catalogue, caller, await readRules(sql, rules))
  return {
    ...{ id: row.id, product: row.product, version: row.version },
    ...{ title: content.title, document: content.document },
    publishedVersion: row.publishedVersion,
    sensors: visibleSensors(catalogue, caller, sensors),
    rules: rules.filter(isOpenTo),
  }
}

/**
 * Tells which of these rules may be known to the caller: those of patterns, and those about a
 * device that is open to them. Others are as unknown as those that there are not.
 */
export function isOpenRule(
  catalogue: ArticleServices['catalogue'],
  caller: Caller,
  rules: RuleThings,
): (rule: number) => boolean {
  const visible = catalogue.visibleDeviceIds(caller)
  return (rule) => {
    const things = rules.get(rule)
    if (things === undefined) return false
    if (things === null || isAdministrator(caller)) return true
    return things.some((thing) => visible.has(catalogue.device(thing)?.id ?? 0))
  }
}

/** Those that the caller may see, as they are called. */
export function visibleSensors(
  catalogue: ArticleServices['catalogue'],
  caller: Caller,
  ids: readonly number[],
): LinkedSensor[] {
  return ids.flatMap((id) => {
    const sensor = catalogue.sensor(id)
    if (!sensor || !catalogue.maySeeSensor(caller, id)) return []
    const { lesiId, key, alias } = sensor
    return [{ id, lesiId, key, alias }]
  })
}

interface Change {
  readonly id: number
  readonly title: string
  readonly action: Extract<AuditRecord['action'], `article.${string}`>
  readonly before?: AuditSnapshot
  readonly after?: AuditSnapshot
}

/** One entry of the audit, in the transaction of the change. */
export function record(
  { audit }: ArticleServices,
  transaction: Transaction<DB>,
  request: FastifyRequest,
  { id, title, ...change }: Change,
): Promise<void> {
  return audit(transaction, originOf(request), {
    ...{ entity: 'article', entityId: id, entityName: title, ...change },
  })
}
