import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Audit, AuditOrigin } from '../audit.ts'
import type { Telemetry } from '../clickhouse/telemetry.ts'
import type { DB } from '../postgres-schema.ts'
import { StartupError } from '../process/startup-error.ts'
import { readDatabaseFinding, skipSensorNumbers, writeDatabaseIdentity } from './database-store.ts'
import { readDirectoryFile, writeDirectoryFile } from './directory-file.ts'
import { assertOwnJournal, writeJournalOwner } from './journal-owner.ts'
import { contradiction, isUntouched, type Findings, type InstallationIdentity } from './identity.ts'
import {
  maximumSensorNumber,
  readTelemetryFinding,
  writeTelemetryIdentity,
} from './telemetry-store.ts'

/** The three parts of an installation. */
export interface InstallationParts {
  readonly directory: string
  readonly sql: Kysely<DB>
  readonly telemetry: Telemetry
  /** Where the engines are, for people, without credentials. */
  readonly places: { readonly database: string; readonly telemetry: string }
}

/**
 * `start`: what belongs together is opened, and a new installation is made where there is nothing.
 * `existing`: nothing is made. `adopt`: whatever was found becomes one installation, the one of the
 * database where it has a name. `copy`: the same under a new name.
 */
export type Opening = 'start' | 'existing' | 'adopt' | 'copy'

const adoptCommand = 'npm run admin -- installation adopt --yes'

/** What opening an installation needs of others. */
export interface OpeningServices {
  /** Brings the definitions of both stores up to date. */
  readonly prepare: () => Promise<void>
  readonly audit: Audit
  /** Who opens it. */
  readonly origin: AuditOrigin
  readonly log: BaseLogger
}

/**
 * Compares the names in the three parts before anything is changed in them, lets `prepare` bring
 * their definitions up to date, and writes the names that are missing; a new installation is the
 * first entry of its audit. Killed at any step, the next start goes on: the directory's file comes
 * first, marked as not complete, and is marked complete last. Throws StartupError when the parts do
 * not belong together.
 */
export async function openInstallation(
  parts: InstallationParts,
  opening: Opening,
  services: OpeningServices,
): Promise<InstallationIdentity> {
  const findings = await findInstallation(parts)
  if (opening === 'existing' && isUntouched(findings))
    throw new StartupError(`There is no installation in ${parts.directory} yet. ${creationHint}`)
  if (opening === 'start' || opening === 'existing') refuse(parts, findings)
  const identity = opening === 'copy' ? newIdentity(findings) : chosenIdentity(findings)
  if (opening === 'start' || opening === 'existing')
    assertOwnJournal(parts.directory, identity.id, adoptCommand)
  await services.prepare()
  const { identity: named, used } = findings.database
  const isNew = opening === 'start' && named === null && !used
  await writeMissing(parts, findings, identity, isNew ? services : null)
  const number = await maximumSensorNumber(parts.telemetry)
  if (await skipSensorNumbers(parts.sql, number))
    services.log.warn(
      { number },
      'the telemetry has readings of sensors that the database does not have: new sensors get ' +
        'other numbers',
    )
  return identity
}

/** What an operator does who wants a new installation. */
export const creationHint =
  'Start the server there (npm start), or make one with: npm run admin -- installation create. ' +
  'If it is elsewhere, name its directory in WARROOM_DATA.'

export async function findInstallation({
  directory,
  sql,
  telemetry,
}: InstallationParts): Promise<Findings> {
  const [database, found] = await Promise.all([
    readDatabaseFinding(sql),
    readTelemetryFinding(telemetry),
  ])
  return { directory: readDirectoryFile(directory), database, telemetry: found }
}

function refuse(parts: InstallationParts, findings: Findings): void {
  const reason = contradiction(findings)
  if (reason === null) return
  throw new StartupError(
    [
      reason,
      ...describeFindings(parts, findings).map((line) => `  ${line}`),
      'Nothing was changed. Name in WARROOM_DATA, DATABASE_URL and CLICKHOUSE_URL what belongs ' +
        'together.',
      'If a part was moved or restored on purpose, make it one installation (of a copy: with ' +
        '--copy as well):',
      `  ${adoptCommand}`,
    ].join('\n'),
  )
}

/** A line for each part: where it is and what it says. */
export function describeFindings(
  { directory, places }: InstallationParts,
  findings: Findings,
): readonly string[] {
  const { database, telemetry } = findings
  const named = (id: string | undefined | null) =>
    id === undefined || id === null ? 'no installation' : `installation ${id}`
  const unfinished = findings.directory?.complete === false ? ', not complete' : ''
  return [
    `data directory ${directory}: ${named(findings.directory?.id)}${unfinished}`,
    `database ${places.database}: ${named(database.identity?.id)}, ` +
      `${database.used ? 'has' : 'without'} devices or people`,
    `telemetry ${places.telemetry}: ${named(telemetry.id)}, ` +
      `${telemetry.used ? 'has' : 'without'} readings`,
  ]
}

function chosenIdentity({ directory, database, telemetry }: Findings): InstallationIdentity {
  return {
    id: database.identity?.id ?? telemetry.id ?? directory?.id ?? randomUUID(),
    directoryId: directory?.directoryId ?? randomUUID(),
  }
}

function newIdentity({ directory }: Findings): InstallationIdentity {
  return { id: randomUUID(), directoryId: directory?.directoryId ?? randomUUID() }
}

async function writeMissing(
  parts: InstallationParts,
  findings: Findings,
  identity: InstallationIdentity,
  creation: Pick<OpeningServices, 'audit' | 'origin'> | null,
): Promise<void> {
  const { directory, database, telemetry } = findings
  const { id, directoryId } = identity
  const complete = directory?.complete === true && directory.id === id
  if (!complete) writeDirectoryFile(parts.directory, { ...identity, complete: false })
  writeJournalOwner(parts.directory, id)
  const place = { path: parts.directory, host: hostname() }
  const named = database.identity
  const same =
    named?.id === id &&
    named.directoryId === directoryId &&
    named.path === place.path &&
    named.host === place.host
  if (!same)
    await parts.sql.transaction().execute(async (transaction) => {
      await writeDatabaseIdentity(transaction, { ...identity, ...place })
      await creation?.audit(transaction, creation.origin, {
        action: 'installation.create',
        ...{ entity: 'installation', entityId: id, entityName: id },
        after: { directory: place.path, host: place.host },
      })
    })
  if (telemetry.id !== id) await writeTelemetryIdentity(parts.telemetry, id)
  if (!complete) writeDirectoryFile(parts.directory, { ...identity, complete: true })
}
